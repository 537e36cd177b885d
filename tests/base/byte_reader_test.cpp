#include "base/byte_reader.h"

#include <gtest/gtest.h>

#include <array>

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

TEST(ByteReader, LeavesTheTargetAloneAfterAFailure) {
  const auto bytes = bytes_of("01 02 03");
  ByteReader reader(bytes);
  std::array<std::byte, 4> out = {std::byte{9}, std::byte{9}, std::byte{9}, std::byte{9}};
  reader.copy_to(out);
  EXPECT_FALSE(reader.ok());
  EXPECT_EQ(out[0], std::byte{9});
  EXPECT_EQ(reader.offset(), 0U);
}

// Read a record of mixed fields from every prefix, in a buffer of exactly that size: the error
// names the field that did not fit, and nothing behind the buffer is touched.
TEST(ByteReader, NamesTheFieldThatDoesNotFit) {
  const auto record = bytes_of("01 02 03 04 05 06 07 08 09 0A 0B");
  constexpr std::size_t kEnds[] = {1, 3, 7, 11};  // u8, u16, u32, f32
  for (std::size_t size = 0; size <= record.size(); ++size) {
    const auto cut = test::exact_copy(std::span(record).first(size));
    ByteReader reader(cut);
    reader.number<std::uint8_t>();
    reader.number<std::uint16_t>();
    reader.number<std::uint32_t>();
    reader.number<float>();
    EXPECT_EQ(reader.ok(), size == record.size());
    std::size_t begun = 0;
    for (const std::size_t end : kEnds)
      if (end <= size) begun = end;
    EXPECT_EQ(reader.offset(), begun) << "prefix of " << size;
  }
}

TEST(ByteReader, AnEmptyInputHoldsNothing) {
  ByteReader reader({});
  EXPECT_EQ(reader.remaining(), 0U);
  EXPECT_TRUE(reader.take(0).empty());
  EXPECT_TRUE(reader.ok()) << "nothing was asked for";
  EXPECT_EQ(reader.number<std::uint8_t>(), 0);
  EXPECT_EQ(reader.error().code, ErrorCode::kMalformed);
  EXPECT_EQ(reader.error().message, "byte 0x0: file ends inside a record");
}

}  // namespace
}  // namespace mmdkit
