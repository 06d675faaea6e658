import { expect, test } from "vitest";
import { disorderedLetters } from "./disorder.ts";

test("Arabic with forms of the end of a word inside of words is out of order", () => {
  expect(disorderedLetters(["الخبرة ةيلمعلا شركة ةينمزلا الوادي ةيندم للمقاوالت الطرق والجسور"])).toEqual(/\p{Script=Arabic}/u);
  expect(disorderedLetters(["الخبرة العملية مهندس مدني شركة الوادي الأخضر للمقاولات الطرق والجسور"])).toBeNull();
});

test("Hindi split at its vowel signs is out of order", () => {
  expect(disorderedLetters(["वरि ष्ठ लेखा का र, गंगा तट उद्यो ग में आठ वर्षों का अनुभव"])).not.toBeNull();
  expect(disorderedLetters(["वरिष्ठ लेखाकार, गंगा तट उद्योग में आठ वर्षों का अनुभव न केवल"])).toBeNull();
});

test("Thai with doubled syllables is out of order", () => {
  expect(disorderedLetters(["กัญญารัตรั น์ วงศ์สวัสวั ดิ์กุล ประวัติวั ติย่อย่ พนักนั งานขาย, บริษัริ ษัท", "ทักษะ ภาษา ไทย การวางแผน"])).not.toBeNull();
  expect(disorderedLetters(["กัญญารัตน์ วงศ์สวัสดิ์กุล ประวัติย่อ พนักงานขาย, บริษัท สายลมเหนือ จำกัด ทักษะ ภาษา ไทย"])).toBeNull();
});

test("scripts without such forms, and a few stray words, are never out of order", () => {
  expect(disorderedLetters(["The letter ة in a text about letters, and क as another, with many words of English around them."])).toBeNull();
  expect(disorderedLetters([])).toBeNull();
});
