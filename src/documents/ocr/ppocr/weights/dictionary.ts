/**
 * The letters of a reader, one a class of its output: in the network's file, as RapidOCR writes it, in an `inference.yml`, as PaddleOCR
 * does, or in a text file of one letter a line.
 */
import { existsSync, readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { metadataOf } from "#documents/ocr/ppocr/onnx/graph.ts";

/** The key of a network's metadata under which its letters are, one a line. */
const METADATA_KEY = "character";
/** Settings beside a network, for nothing but it. */
const SETTINGS = ["inference.yml", "inference.yaml", "config.json"];
const DICTIONARY = /dict|keys/i;

/** `file`: the text file, when it is known. Throws an Error that names the network when it has no letters, or several files may have them. */
export async function dictionaryOf(network: string, file: string | null): Promise<readonly string[]> {
  if (file !== null) return lettersIn(file);
  const own = metadataOf(readFileSync(network)).get(METADATA_KEY);
  if (own !== undefined) return lines(own);
  const folder = path.dirname(network);
  for (const name of SETTINGS) {
    const letters = existsSync(path.join(folder, name)) ? await listedIn(readFileSync(path.join(folder, name), "utf8")) : null;
    if (letters) return letters;
  }
  return lettersIn(textFileFor(network, folder));
}

/** Of several text files the one whose name has the same language as the network's, or like it none. */
function textFileFor(network: string, folder: string): string {
  const files = readdirSync(folder).filter((name) => name.toLowerCase().endsWith(".txt") && DICTIONARY.test(name));
  const language = languageIn(path.basename(network));
  const fitting = files.filter((name) => languageIn(name) === language);
  const [found, ...more] = files.length === 1 ? files : fitting;
  if (found === undefined)
    throw new Error(`${network} has no letters: put its dictionary (such as ppocrv5_latin_dict.txt) or its inference.yml beside it`);
  if (more.length > 0) throw new Error(`${network} may have the letters of ${[found, ...more].join(" or ")}: leave one there`);
  return path.join(folder, found);
}

const languageIn = (name: string): string => /(?:^|[_.-])(en|latin)(?=[_.-])/i.exec(name)?.[1]?.toLowerCase() ?? "";

/** The list at `PostProcess.character_dict`; null when the settings have none. */
async function listedIn(settings: string): Promise<string[] | null> {
  const { parse } = await import("yaml");
  const read: unknown = parse(settings);
  const post = typeof read === "object" && read !== null && "PostProcess" in read ? read.PostProcess : null;
  const list = typeof post === "object" && post !== null && "character_dict" in post ? post.character_dict : null;
  return Array.isArray(list) ? list.map(String) : null;
}

const lettersIn = (file: string): string[] => lines(readFileSync(file, "utf8"));
const lines = (text: string): string[] => text.replace(/\n$/, "").split(/\r?\n/);
