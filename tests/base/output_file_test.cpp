#include "base/output_file.h"

#include <gtest/gtest.h>
#include <sys/stat.h>

#include "support/temporary_folder.h"
#include "support/vmd_builder.h"

namespace mmdkit {
namespace {

using test::bytes_of;
using test::read_bytes;
const std::vector<std::byte> kOld = bytes_of("01"), kNew = bytes_of("02 03");

TEST(OutputFile, AppearsOnlyWhenItIsWhole) {
  const test::TemporaryFolder folder;
  const std::string path = folder.file("out");
  {
    auto file = OutputFile::create(path, false);
    ASSERT_TRUE(file);
    ASSERT_TRUE(file->write(kNew));
    EXPECT_FALSE(std::filesystem::exists(path));
    ASSERT_TRUE(file->commit());
  }
  EXPECT_EQ(read_bytes(path), kNew);
  EXPECT_EQ(folder.names(), std::vector<std::string>{"out"}) << "no temporary file stays";
}

TEST(OutputFile, GivenUpLeavesNothingBehind) {
  const test::TemporaryFolder folder;
  const std::string path = folder.write("out", kOld);
  {
    auto file = OutputFile::create(path, true);
    ASSERT_TRUE(file);
    ASSERT_TRUE(file->write(std::vector<std::byte>(1U << 20)));
  }
  EXPECT_EQ(read_bytes(path), kOld);
  EXPECT_EQ(folder.names(), std::vector<std::string>{"out"});
}

TEST(OutputFile, DoesNotReplaceUnlessToldTo) {
  const test::TemporaryFolder folder;
  const std::string path = folder.write("out", kOld);
  const Status refused = write_file(path, kNew, false);
  ASSERT_FALSE(refused);
  EXPECT_EQ(refused.error().code, ErrorCode::kIo);
  EXPECT_EQ(refused.error().message, "already exists; give --force to replace it");
  EXPECT_FALSE(check_output(path, false));
  EXPECT_TRUE(check_output(path, true));
  EXPECT_EQ(read_bytes(path), kOld);
  EXPECT_TRUE(write_file(path, kNew, true));
  EXPECT_EQ(read_bytes(path), kNew);
}

// Between the check and the end another program may have made the file.
TEST(OutputFile, DoesNotReplaceAFileThatCameInBetween) {
  const test::TemporaryFolder folder;
  auto file = OutputFile::create(folder.file("out"), false);
  ASSERT_TRUE(file);
  ASSERT_TRUE(file->write(kNew));
  folder.write("out", kOld);
  EXPECT_FALSE(file->commit());
  EXPECT_EQ(read_bytes(folder.file("out")), kOld);
}

TEST(OutputFile, ReplacesWhatALinkNamesAndKeepsTheLink) {
  const test::TemporaryFolder folder;
  const std::string target = folder.write("target", kOld);
  std::filesystem::create_symlink("target", folder.path() / "link");
  ASSERT_TRUE(write_file(folder.file("link"), kNew, true));
  EXPECT_TRUE(std::filesystem::is_symlink(folder.path() / "link"));
  EXPECT_EQ(read_bytes(target), kNew);
}

TEST(OutputFile, KeepsThePermissionsOfAReplacedFile) {
  const test::TemporaryFolder folder;
  const std::string path = folder.write("out", kOld);
  ASSERT_EQ(::chmod(path.c_str(), 0640), 0);
  ASSERT_TRUE(write_file(path, kNew, true));
  struct stat status {};
  ASSERT_EQ(::stat(path.c_str(), &status), 0);
  EXPECT_EQ(status.st_mode & 0777U, 0640U);
}

TEST(OutputFile, SaysWhyItCannotWrite) {
  const test::TemporaryFolder folder;
  EXPECT_EQ(write_file("", kNew, false).error().code, ErrorCode::kUsage);
  EXPECT_EQ(write_file(folder.path(), kNew, true).error().message, "is a directory, not a file");
  EXPECT_EQ(write_file(folder.file("no/such/folder"), kNew, false).error().message,
            "cannot create: No such file or directory");
  EXPECT_EQ(write_file("/dev/full", kNew, false).error().message,
            "cannot write: No space left on device");
  EXPECT_TRUE(write_file("/dev/null", kNew, false)) << "a device is no file to be replaced";
}

}  // namespace
}  // namespace mmdkit
