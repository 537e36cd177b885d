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

TEST(Hash, MatchesPublishedDigestsOfMoreThanOneBlock) {  // FIPS 180-2, appendix B.2 and B.3
  const std::string two = "abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq";
  EXPECT_EQ(sha256_hex(std::as_bytes(std::span(two))),
            "248d6a61d20638b8e5c026930c3e6039a33ce45964ff2167f6ecedd419db06c1");
  const std::string million(1000000, 'a');
  EXPECT_EQ(sha256_hex(std::as_bytes(std::span(million))),
            "cdc76e5c9914fb9281a1c7e284d73e67f1809a48a497200e046d39ccc7112cd0");
}

TEST(Hash, UuidsAgreeWithAnotherImplementation) {
  // python3 -c "import uuid; print(uuid.uuid5(uuid.NAMESPACE_URL, NAME))"
  EXPECT_EQ(uuid_v5_url(""), "1b4db7eb-4057-5ddf-91e0-36dec72071f5");
  EXPECT_EQ(uuid_v5_url("mmdkit"), "406633ec-05a2-5b74-a298-a16b730bce2e");
  EXPECT_EQ(uuid_v5_url("https://例え.jp/センター"), "5faa4323-d36e-537b-8e97-b3bca25a5480");
}

}  // namespace
}  // namespace mmdkit
