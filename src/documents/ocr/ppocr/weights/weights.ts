/** Which files the networks are read from: those that come with Winnow, or those of a folder in their place. */
import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { memo } from "#contract/memo.ts";
import { dictionaryOf } from "./dictionary.ts";
import { filesBelow, networksIn } from "./folder.ts";

/** "english" has ASCII only, and spaces; "latin" has the letters with diacritics of Western and Central Europe. */
export const ALPHABETS = ["english", "latin"] as const;
export type Alphabet = (typeof ALPHABETS)[number];

/** `letters`: the characters in the order of the network's classes, the blank and the added space aside. */
export type ReaderFiles = { network: string; letters: () => Promise<readonly string[]> };
export type Weights = { finder: string; readers: Record<Alphabet, ReaderFiles> };

const SHIPPED = {
  finder: "ch_PP-OCRv4_det_infer.onnx",
  english: { network: "en_PP-OCRv4_rec_infer.onnx", letters: "en_dict.txt" },
  latin: { network: "latin_PP-OCRv3_rec_infer.onnx", letters: "latin_dict.txt" },
};

/**
 * `folder`: null for those that come with Winnow; they are also taken for what the folder lacks. Throws an Error that says which file is
 * wrong.
 */
export function weightsOf(folder: string | null): Weights {
  const shipped = path.dirname(fileURLToPath(import.meta.resolve("#ppocr/en_dict.txt")));
  const given = folder === null ? { finder: null, readers: {} } : networksIn(folder);
  const readerOf = (alphabet: Alphabet): ReaderFiles => {
    const own = given.readers[alphabet];
    const file = own ?? path.join(shipped, SHIPPED[alphabet].network);
    return { network: file, letters: () => dictionaryOf(file, own === undefined ? path.join(shipped, SHIPPED[alphabet].letters) : null) };
  };
  return {
    finder: given.finder ?? path.join(shipped, SHIPPED.finder),
    readers: { english: readerOf("english"), latin: readerOf("latin") },
  };
}

/** Changes with the files of the folder. */
export const weightsVersion = memo((folder: string): string => {
  const hash = createHash("sha256");
  for (const file of filesBelow(folder)) hash.update(path.relative(folder, file)).update("\0").update(readFileSync(file));
  return hash.digest("hex").slice(0, HASH_CHARACTERS);
});

const HASH_CHARACTERS = 12;
