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

TEST(InputFile, TakesTheContentOfWhatItIsAssigned) {
  const test::TemporaryFolder folder;
  auto first = InputFile::open(folder.write("a", bytes_of("01")));
  auto second = InputFile::open(folder.write("b", bytes_of("02 03")));
  *first = std::move(*second);
  EXPECT_TRUE(std::ranges::equal(first->bytes(), bytes_of("02 03")));
}

// A mapping ends at a page: files around that size must be neither cut nor filled up.
TEST(InputFile, GivesEverySizeAroundAPageExactly) {
  const test::TemporaryFolder folder;
  for (const std::size_t size : {1U, 4095U, 4096U, 4097U, 8192U, 300000U}) {
    const std::vector<std::byte> content(size, std::byte{5});
    const auto file = InputFile::open(folder.write("sized", content));
    ASSERT_TRUE(file);
    EXPECT_TRUE(std::ranges::equal(file->bytes(), content)) << size;
  }
}

TEST(InputFile, ReadsFilesThatClaimToBeEmpty) {
  const auto status = InputFile::open("/proc/self/status");
  if (!status) GTEST_SKIP() << "no /proc here";
  EXPECT_GT(status->bytes().size(), 10U);
  EXPECT_TRUE(InputFile::open("/dev/null")->bytes().empty());
}

// As when another program saves a new version while this one reads.
TEST(InputFile, KeepsTheOldContentWhenTheFileIsReplaced) {
  const test::TemporaryFolder folder;
  const auto file = InputFile::open(folder.write("a", bytes_of("01 02")));
  std::filesystem::rename(folder.write("b", bytes_of("07")), folder.file("a"));
  EXPECT_TRUE(std::ranges::equal(file->bytes(), bytes_of("01 02")));
}

TEST(InputFile, FollowsLinksAndRefusesThoseThatLeadNowhere) {
  const test::TemporaryFolder folder;
  folder.write("a", bytes_of("01"));
  std::filesystem::create_symlink("a", folder.path() / "good");
  std::filesystem::create_symlink("none", folder.path() / "bad");
  EXPECT_TRUE(InputFile::open(folder.file("good")));
  EXPECT_EQ(InputFile::open(folder.file("bad")).error().code, ErrorCode::kIo);
  EXPECT_EQ(InputFile::open("").error().code, ErrorCode::kIo);
}

}  // namespace
}  // namespace mmdkit
