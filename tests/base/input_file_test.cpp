#include "base/input_file.h"

#include <gtest/gtest.h>
#include <sys/stat.h>

#include <thread>

#include "support/temporary_folder.h"
#include "support/vmd_builder.h"

namespace mmdkit {
namespace {

using test::bytes_of;

TEST(InputFile, GivesTheContentAlsoAfterAMove) {
  const test::TemporaryFolder folder;
  const auto content = bytes_of("01 02 03");
  auto first = InputFile::open(folder.write("a", content));
  ASSERT_TRUE(first);
  const InputFile moved = std::move(*first);
  EXPECT_TRUE(std::ranges::equal(moved.bytes(), content));
}

TEST(InputFile, AnEmptyFileIsEmpty) {
  const test::TemporaryFolder folder;
  const auto file = InputFile::open(folder.write("empty", {}));
  ASSERT_TRUE(file);
  EXPECT_TRUE(file->bytes().empty());
}

TEST(InputFile, ReadsAPipeToItsEnd) {
  const test::TemporaryFolder folder;
  const std::string path = folder.file("pipe");
  ASSERT_EQ(::mkfifo(path.c_str(), 0600), 0);
  const std::vector<std::byte> content(1U << 20, std::byte{7});  // more than a pipe holds
  std::jthread writer([&] { folder.write("pipe", content); });
  const auto file = InputFile::open(path);
  ASSERT_TRUE(file);
  EXPECT_TRUE(std::ranges::equal(file->bytes(), content));
}

TEST(InputFile, RefusesWhatIsNoFile) {
  const test::TemporaryFolder folder;
  const auto missing = InputFile::open(folder.file("missing"));
  ASSERT_FALSE(missing);
  EXPECT_EQ(missing.error().code, ErrorCode::kIo);
  EXPECT_EQ(missing.error().message, "cannot open: No such file or directory");
  const auto directory = InputFile::open(folder.path());
  ASSERT_FALSE(directory);
  EXPECT_EQ(directory.error().message, "is a directory, not a file");
}

}  // namespace
}  // namespace mmdkit
