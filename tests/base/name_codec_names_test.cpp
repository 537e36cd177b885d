#include <gtest/gtest.h>

#include "base/name_codec.h"
#include "support/vmd_builder.h"

// The names that nearly every motion uses, with the bytes that MMD stores.

namespace mmdkit {
namespace {

struct Row {
  const char* text;
  const char* bytes;
};

constexpr Row kNames[] = {
    {"全ての親", "91 53 82 C4 82 CC 90 65"},
    {"操作中心", "91 80 8D EC 92 86 90 53"},
    {"センター", "83 5A 83 93 83 5E 81 5B"},
    {"センター2", "83 5A 83 93 83 5E 81 5B 32"},
    {"グルーブ", "83 4F 83 8B 81 5B 83 75"},
    {"腰", "8D 98"},
    {"上半身", "8F E3 94 BC 90 67"},
    {"上半身2", "8F E3 94 BC 90 67 32"},
    {"上半身3", "8F E3 94 BC 90 67 33"},
    {"下半身", "89 BA 94 BC 90 67"},
    {"首", "8E F1"},
    {"頭", "93 AA"},
    {"両目", "97 BC 96 DA"},
    {"左目", "8D B6 96 DA"},
    {"右目", "89 45 96 DA"},
    {"左肩P", "8D B6 8C A8 50"},
    {"左肩", "8D B6 8C A8"},
    {"左肩C", "8D B6 8C A8 43"},
    {"左腕", "8D B6 98 72"},
    {"左腕捩", "8D B6 98 72 9D 80"},
    {"左腕捩1", "8D B6 98 72 9D 80 31"},
    {"左ひじ", "8D B6 82 D0 82 B6"},
    {"左手捩", "8D B6 8E E8 9D 80"},
    {"左手捩1", "8D B6 8E E8 9D 80 31"},
    {"左手首", "8D B6 8E E8 8E F1"},
    {"左手先", "8D B6 8E E8 90 E6"},
    {"左ダミー", "8D B6 83 5F 83 7E 81 5B"},
    {"左親指０", "8D B6 90 65 8E 77 82 4F"},
    {"左親指１", "8D B6 90 65 8E 77 82 50"},
    {"左親指２", "8D B6 90 65 8E 77 82 51"},
    {"左人指１", "8D B6 90 6C 8E 77 82 50"},
    {"左人指２", "8D B6 90 6C 8E 77 82 51"},
    {"左人指３", "8D B6 90 6C 8E 77 82 52"},
    {"左中指１", "8D B6 92 86 8E 77 82 50"},
    {"左薬指１", "8D B6 96 F2 8E 77 82 50"},
    {"左小指１", "8D B6 8F AC 8E 77 82 50"},
    {"左足", "8D B6 91 AB"},
    {"左ひざ", "8D B6 82 D0 82 B4"},
    {"左足首", "8D B6 91 AB 8E F1"},
    {"左つま先", "8D B6 82 C2 82 DC 90 E6"},
    {"左足ＩＫ", "8D B6 91 AB 82 68 82 6A"},
    {"左つま先ＩＫ", "8D B6 82 C2 82 DC 90 E6 82 68 82 6A"},
    {"左足IK親", "8D B6 91 AB 49 4B 90 65"},
    {"左足D", "8D B6 91 AB 44"},
    {"左ひざD", "8D B6 82 D0 82 B4 44"},
    {"左足首D", "8D B6 91 AB 8E F1 44"},
    {"左足先EX", "8D B6 91 AB 90 E6 45 58"},
    {"腰キャンセル左", "8D 98 83 4C 83 83 83 93 83 5A 83 8B 8D B6"},
    {"右足ＩＫ", "89 45 91 AB 82 68 82 6A"},
    {"右つま先ＩＫ", "89 45 82 C2 82 DC 90 E6 82 68 82 6A"},
    {"センター先", "83 5A 83 93 83 5E 81 5B 90 E6"},
    {"ネクタイ１", "83 6C 83 4E 83 5E 83 43 82 50"},
    {"ネクタイＩＫ", "83 6C 83 4E 83 5E 83 43 82 68 82 6A"},
    {"左髪１", "8D B6 94 AF 82 50"},
    {"左髪ＩＫ", "8D B6 94 AF 82 68 82 6A"},
    {"あ", "82 A0"},
    {"い", "82 A2"},
    {"う", "82 A4"},
    {"え", "82 A6"},
    {"お", "82 A8"},
    {"ん", "82 F1"},
    {"あ２", "82 A0 82 51"},
    {"ワ", "83 8F"},
    {"▲", "81 A3"},
    {"∧", "81 C8"},
    {"□", "81 A0"},
    {"ω", "83 D6"},
    {"ω□", "83 D6 81 A0"},
    {"にやり", "82 C9 82 E2 82 E8"},
    {"にっこり", "82 C9 82 C1 82 B1 82 E8"},
    {"ぺろっ", "82 D8 82 EB 82 C1"},
    {"てへぺろ", "82 C4 82 D6 82 D8 82 EB"},
    {"口角上げ", "8C FB 8A 70 8F E3 82 B0"},
    {"口角下げ", "8C FB 8A 70 89 BA 82 B0"},
    {"口横広げ", "8C FB 89 A1 8D 4C 82 B0"},
    {"まばたき", "82 DC 82 CE 82 BD 82 AB"},
    {"笑い", "8F CE 82 A2"},
    {"ウィンク", "83 45 83 42 83 93 83 4E"},
    {"ウィンク右", "83 45 83 42 83 93 83 4E 89 45"},
    {"ウィンク２", "83 45 83 42 83 93 83 4E 82 51"},
    {"ｳｨﾝｸ２右", "B3 A8 DD B8 82 51 89 45"},
    {"はぅ", "82 CD 82 A3"},
    {"なごみ", "82 C8 82 B2 82 DD"},
    {"びっくり", "82 D1 82 C1 82 AD 82 E8"},
    {"じと目", "82 B6 82 C6 96 DA"},
    {"ｷﾘｯ", "B7 D8 AF"},
    {"はちゅ目", "82 CD 82 BF 82 E3 96 DA"},
    {"瞳小", "93 B5 8F AC"},
    {"真面目", "90 5E 96 CA 96 DA"},
    {"困る", "8D A2 82 E9"},
    {"にこり", "82 C9 82 B1 82 E8"},
    {"怒り", "93 7B 82 E8"},
    {"上", "8F E3"},
    {"下", "89 BA"},
    {"照れ", "8F C6 82 EA"},
    {"涙", "97 DC"},
};

TEST(NameCodec, KnowsTheUsualBonesAndMorphs) {
  auto codec = NameCodec::open(NameEncoding::kCp932);
  for (const Row& row : kNames) {
    SCOPED_TRACE(row.text);
    const auto stored = test::bytes_of(row.bytes);
    EXPECT_LE(stored.size(), 15U) << "all of them fit a key";
    EXPECT_EQ(codec->encode(row.text), std::string(test::text_of(stored)));
    const DecodedName name = codec->decode(test::text_of(stored));
    EXPECT_EQ(name.text, row.text);
    EXPECT_FALSE(name.cut || name.malformed);
  }
}

}  // namespace
}  // namespace mmdkit
