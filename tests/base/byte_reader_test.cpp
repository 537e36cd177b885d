#include "base/byte_reader.h"

#include <gtest/gtest.h>

#include "support/vmd_builder.h"

namespace mmdkit {
namespace {

using test::bytes_of;

TEST(ByteReader, ReadsLittleEndian) {
  const auto bytes = bytes_of("01 02 03 04 00 00 80 3F FF");
  ByteReader reader(bytes);
  EXPECT_EQ(reader.number<std::uint32_t>(), 0x04030201U);
  EXPECT_EQ(reader.number<float>(), 1.0F);
  EXPECT_EQ(reader.number<std::uint8_t>(), 255);
  EXPECT_TRUE(reader.ok());
  EXPECT_EQ(reader.remaining(), 0U);
}

TEST(ByteReader, StopsAtTheFirstFailureAndRemembersWhere) {
  const auto bytes = bytes_of("01 02 03");
  ByteReader reader(bytes);
  EXPECT_EQ(reader.number<std::uint8_t>(), 1);
  EXPECT_EQ(reader.number<std::uint32_t>(), 0U);
  EXPECT_EQ(reader.number<std::uint8_t>(), 0) << "nothing is read after a failure";
  reader.fail("another fault");
  ASSERT_FALSE(reader.ok());
  EXPECT_EQ(reader.error().message, "byte 0x1: file ends inside a record");
}

TEST(ByteReader, TakesNoMoreThanThereIs) {
  const auto bytes = bytes_of("01 02");
  ByteReader reader(bytes);
  EXPECT_TRUE(reader.take(static_cast<std::size_t>(-1)).empty()) << "a size that would wrap";
  EXPECT_FALSE(reader.ok());
  ByteReader whole(bytes);
  EXPECT_EQ(whole.take(2).size(), 2U);
  EXPECT_TRUE(whole.ok());
}

}  // namespace
}  // namespace mmdkit
