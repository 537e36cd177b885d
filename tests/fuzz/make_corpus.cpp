#include <cstdio>
#include <filesystem>
#include <fstream>
#include <string>

#include "format/vmd_writer.h"
#include "support/random_vmd.h"
#include "support/vmd_builder.h"

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
  files.emplace_back("empty_motion", write_vmd(make_vmd("")));
  Vmd vmd = test::motion({test::bone("センター", 3)}, {test::morph("あ", 2, 1)},
                         {test::property(0, true, {{"左足ＩＫ", false}})});
  files.emplace_back("small", write_vmd(vmd));
  vmd.signature = name_field<kVmdSignatureBytes>("Vocaloid Motion Data");
  files.emplace_back("bare_signature", write_vmd(vmd));
  vmd.signature[25] = 'J';
  files.emplace_back("junk_in_signature", write_vmd(vmd));
  vmd = test::motion({test::bone("頭", 0)});
  vmd.bone_keys[0].name =
      name_field<kVmdNameBytes>("\x8D\xB6\x82\xD0\x82\xB4\x95\xE2\x8F\x95\x83\x7B\x81\x5B\x83");
  vmd.uncounted_camera_keys = {test::camera(0)};
  vmd.section_count = 4;
  files.emplace_back("uncounted_camera_and_cut_name", write_vmd(vmd));
  auto lying = write_vmd(make_vmd(""));
  lying[50] = std::byte{0xFF};
  lying[53] = std::byte{0xFF};
  files.emplace_back("lying_bone_count", lying);
  lying = write_vmd(make_vmd(""));
  lying[61] = std::byte{0x7F};
  files.emplace_back("lying_camera_count", lying);
  return files;
}

}  // namespace

int main(int argc, char** argv) {
  if (argc != 2) return 2;
  const fs::path folder = argv[1];
  for (const auto& [name, bytes] : motions()) {
    write(folder / "vmd" / name, bytes);
    std::vector<std::byte> with_options(12, std::byte{0});
    with_options[0] = static_cast<std::byte>(name.size() * 7);
    with_options[8] = std::byte{40};
    with_options.insert(with_options.end(), bytes.begin(), bytes.end());
    write(folder / "filter" / name, with_options);
  }
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
