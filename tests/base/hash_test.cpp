#include "base/hash.h"

#include <gtest/gtest.h>

namespace mmdkit {
namespace {

TEST(Hash, MatchesPublishedDigests) {  // FIPS 180-2, appendix B
  const std::string abc = "abc";
  EXPECT_EQ(sha256_hex({}), "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855");
  EXPECT_EQ(sha256_hex(std::as_bytes(std::span(abc))),
            "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad");
}

TEST(Hash, MakesVersion5Uuids) {
  // python3 -c "import uuid; print(uuid.uuid5(uuid.NAMESPACE_URL, 'http://www.example.com/'))"
  EXPECT_EQ(uuid_v5_url("http://www.example.com/"), "fcde3c85-2270-590f-9e7c-ee003d65e0e2");
}

}  // namespace
}  // namespace mmdkit
