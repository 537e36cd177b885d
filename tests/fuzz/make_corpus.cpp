#include <array>
#include <filesystem>
#include <fstream>
#include <string>
#include <utility>

#include "format/vmd_writer.h"
#include "support/random_vmd.h"
#include "support/vmd_fixtures.h"

// Writes the first corpus of the fuzz targets. usage: make_corpus tests/fuzz/corpus

namespace {

namespace fs = std::filesystem;
using namespace mmdkit;

void write(const fs::path& path, const std::vector<std::byte>& bytes) {
  fs::create_directories(path.parent_path());
  std::ofstream stream(path, std::ios::binary);
  stream.write(reinterpret_cast<const char*>(bytes.data()),
               static_cast<std::streamsize>(bytes.size()));
}

void write(const fs::path& path, std::string_view text) {
  const auto bytes = std::as_bytes(std::span(text));
  write(path, std::vector<std::byte>(bytes.begin(), bytes.end()));
}

std::vector<std::pair<std::string, std::vector<std::byte>>> motions() {
  std::vector<std::pair<std::string, std::vector<std::byte>>> files;
  test::Random random(1);
  for (int i = 0; i < 10; ++i)
    files.emplace_back("random" + std::to_string(i), write_vmd(test::random_vmd(random)));
  for (test::VmdFixture& fixture : test::vmd_fixtures())
    files.emplace_back(fixture.name, std::move(fixture.bytes));
  return files;
}

/// What fuzz_filter takes apart: flags, dropped sections, the frames 0 to 40, the file.
std::vector<std::byte> with_options(const std::vector<std::byte>& file, std::size_t flags,
                                    std::size_t dropped_sections) {
  std::vector<std::byte> bytes;
  bytes.resize(12);
  bytes[0] = static_cast<std::byte>(flags);
  bytes[1] = static_cast<std::byte>(dropped_sections);
  bytes[8] = std::byte{40};
  bytes.insert(bytes.end(), file.begin(), file.end());
  return bytes;
}

/// One file under every option alone, under all together, and under none.
void add_filter_options(const fs::path& folder) {
  test::Random random(2);
  const auto file = write_vmd(test::random_motion(random, 20));
  for (const std::size_t flags : {0U, 1U, 2U, 4U, 8U, 16U, 31U})
    write(folder / ("options" + std::to_string(flags)), with_options(file, flags, 0));
  for (std::size_t section = 0; section < kVmdSectionCount; ++section)
    write(folder / ("without_section" + std::to_string(section)),
          with_options(file, 0, std::size_t{1} << section));
}

void add_selections(const fs::path& folder) {
  constexpr std::array<std::string_view, 14> kSelections = {"*",
                                                            "左*,右*,!*ＩＫ*",
                                                            "!set:arms,左腕",
                                                            "set:upper-body,set:torso",
                                                            "re:^[左右]腕$",
                                                            "頭,!re:a,b|(?i)ik",
                                                            "re:(a+)+$",
                                                            "re:(",
                                                            "a\\,b,\\*,\\!x,\\\\",
                                                            "under:上半身",
                                                            "頭,,首",
                                                            "左ひざ補助ボーン先,左足IK,ｾﾝﾀｰ",
                                                            "か\u3099,??,*a*b*",
                                                            "\xFF\x83\x5A"};
  for (std::size_t i = 0; i < kSelections.size(); ++i)
    write(folder / ("selection" + std::to_string(i)), kSelections[i]);
}

}  // namespace

int main(int argc, char** argv) {
  if (argc != 2) return 2;
  const fs::path folder = argv[1];
  for (const auto& [name, bytes] : motions()) {
    write(folder / "vmd" / name, bytes);
    write(folder / "filter" / name, with_options(bytes, name.size() * 7, 0));
  }
  add_filter_options(folder / "filter");
  add_selections(folder / "selection");
  write(folder / "layers" / "text",
        "f,weight=0.8,fade-in=2,offset=-1.5,range=1:6,speed=0.5,bones=[a*,!b]");
  write(folder / "layers" / "curve",
        "f,weight=[0:0,5:1.5,9:0],loop=forever,mode=additive,reference=3,id=x");
  write(folder / "layers" / "regex", "f,bones=[re:^a,[bc]],morphs=set:eyes,enabled=true,loop=3");
  write(
      folder / "layers" / "stack",
      R"({"format":"mmdkit.stack","version":1,"mode":"mean","keys":"auto","curves":"bisect15","frames":[0,null],
"base":{"file":"a.vmd"},"layers":[{"file":"b.vmd","weight":[[0,0],[9,1]],"range":[2,7],"speed":2,"loop":"forever","bones":["*"]},
{"file":"c.vmd","mode":"additive","reference":1.5,"weight":0.3,"offset":-2}]})");
  return 0;
}
