#include <gtest/gtest.h>
#include <sys/stat.h>

#include <thread>

#include "base/input_file.h"
#include "base/output_file.h"
#include "support/temporary_folder.h"
#include "support/vmd_builder.h"

// Links, pipes, big pieces, and what can be asked before the work.

namespace mmdkit {
namespace {

namespace fs = std::filesystem;
using test::bytes_of;
using test::read_bytes;
const std::vector<std::byte> kOld = bytes_of("01"), kNew = bytes_of("02 03");

TEST(OutputFile, FollowsAChainOfLinksThroughFolders) {
  const test::TemporaryFolder folder;
  fs::create_directories(folder.path() / "deep");
  const std::string target = folder.write("target", kOld);
  fs::create_symlink("../target", folder.path() / "deep" / "second");
  fs::create_symlink("deep/second", folder.path() / "first");
  ASSERT_TRUE(write_file(folder.file("first"), kNew, true));
  EXPECT_EQ(read_bytes(target), kNew);
  EXPECT_TRUE(fs::is_symlink(folder.path() / "first"));
  EXPECT_TRUE(fs::is_symlink(folder.path() / "deep" / "second"));
  EXPECT_EQ(std::distance(fs::directory_iterator(folder.path() / "deep"), {}), 1);
}

TEST(OutputFile, MakesTheFileThatALinkPromises) {
  const test::TemporaryFolder folder;
  fs::create_symlink("promised", folder.path() / "link");
  ASSERT_TRUE(write_file(folder.file("link"), kNew, false)) << "nothing is replaced";
  EXPECT_TRUE(fs::is_symlink(folder.path() / "link"));
  EXPECT_EQ(read_bytes(folder.file("promised")), kNew);
}

TEST(OutputFile, GoesThroughLinksInACircleNoMoreThanItMust) {
  const test::TemporaryFolder folder;
  fs::create_symlink("b", folder.path() / "a");
  fs::create_symlink("a", folder.path() / "b");
  EXPECT_FALSE(write_file(folder.file("a"), kNew, false));
  EXPECT_EQ(folder.names(), (std::vector<std::string>{"a", "b"}));
}

// Pieces below, at and above what is gathered before a write.
TEST(OutputFile, KeepsTheOrderOfPiecesOfEverySize) {
  const test::TemporaryFolder folder;
  std::vector<std::byte> all;
  {
    auto file = OutputFile::create(folder.file("out"), false);
    ASSERT_TRUE(file);
    int value = 0;
    for (const std::size_t size : {1U, 200000U, 100000U, 262144U, 262145U, 3U, 0U, 131072U}) {
      const std::vector<std::byte> piece(size, static_cast<std::byte>(++value));
      ASSERT_TRUE(file->write(piece));
      all.insert(all.end(), piece.begin(), piece.end());
    }
    OutputFile moved = std::move(*file);
    ASSERT_TRUE(moved.commit());
  }
  EXPECT_EQ(read_bytes(folder.file("out")), all);
  EXPECT_EQ(folder.names(), std::vector<std::string>{"out"});
}

TEST(OutputFile, WritesIntoAPipe) {
  const test::TemporaryFolder folder;
  const std::string path = folder.file("pipe");
  ASSERT_EQ(::mkfifo(path.c_str(), 0600), 0);
  std::vector<std::byte> received;
  {
    std::jthread reader([&] {
      const auto input = InputFile::open(path);
      if (input) received.assign(input->bytes().begin(), input->bytes().end());
    });
    EXPECT_TRUE(write_file(path, std::vector<std::byte>(1U << 20), false));
  }
  EXPECT_EQ(received.size(), 1U << 20);
  EXPECT_EQ(folder.names(), std::vector<std::string>{"pipe"}) << "the pipe is still there";
}

TEST(OutputFile, AFullDiskIsNoticedWhileWritingAndAtTheEnd) {
  auto small = OutputFile::create("/dev/full", false);
  ASSERT_TRUE(small);
  EXPECT_TRUE(small->write(kNew)) << "gathered, not written yet";
  EXPECT_EQ(small->commit().error().code, ErrorCode::kIo);
  auto big = OutputFile::create("/dev/full", false);
  EXPECT_EQ(big->write(std::vector<std::byte>(1U << 20)).error().code, ErrorCode::kIo);
}

TEST(OutputFile, GivesANewFileThePermissionsThatTheUserWants) {
  const test::TemporaryFolder folder;
  const ::mode_t before = ::umask(027);
  ASSERT_TRUE(write_file(folder.file("out"), kNew, false));
  ::umask(before);
  struct stat status {};
  ASSERT_EQ(::stat(folder.file("out").c_str(), &status), 0);
  EXPECT_EQ(status.st_mode & 0777U, 0640U);
}

// Long work is not begun for an output that cannot be made.
TEST(OutputFile, CheckingFailsWhereCreatingDoes) {
  const test::TemporaryFolder folder;
  const std::string file = folder.write("file", kOld);
  for (const std::string& path :
       {file, folder.file("new"), folder.path().string(), folder.file("no/such/folder"),
        file + "/below", std::string(), std::string("/dev/null")}) {
    const bool can_create = OutputFile::create(path, false).has_value();
    EXPECT_EQ(check_output(path, false).has_value(), can_create) << "'" << path << "'";
  }
  EXPECT_EQ(folder.names(), std::vector<std::string>{"file"}) << "checking makes nothing";
}

TEST(OutputFile, KnowsTheSameFileByWhateverName) {
  const test::TemporaryFolder folder;
  const std::string file = folder.write("a", kOld), other = folder.write("b", kOld);
  fs::create_symlink("a", folder.path() / "soft");
  fs::create_hard_link(file, folder.path() / "hard");
  EXPECT_TRUE(is_same_file(file, file));
  EXPECT_TRUE(is_same_file(file, folder.file("soft")));
  EXPECT_TRUE(is_same_file(file, folder.file("hard")));
  EXPECT_TRUE(is_same_file(file, folder.file("./a")));
  EXPECT_FALSE(is_same_file(file, other)) << "equal content is not enough";
  EXPECT_FALSE(is_same_file(file, folder.file("none")));
  EXPECT_FALSE(is_same_file("-", "-"));
}

}  // namespace
}  // namespace mmdkit
