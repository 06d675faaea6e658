/** Names of XML elements in words: `IssueDate` is `Issue Date`. */

/** Between a small letter or figure and a capital, and before the last capital of several that begins a word. */
const HUMP = /(?<=[\p{Ll}\p{N}])(?=\p{Lu})|(?<=\p{Lu})(?=\p{Lu}\p{Ll})/gu;
const SEPARATORS = /[_.-]+/g;

/** Without its prefix; each word begins with a capital. */
export function wordsOfName(name: string): string {
  return name
    .slice(name.indexOf(":") + 1)
    .replace(SEPARATORS, " ")
    .replace(HUMP, " ")
    .trim()
    .replace(FIRST, (letter) => letter.toUpperCase());
}

const FIRST = /(?<=^| )\p{Ll}/gu;
