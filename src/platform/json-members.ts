/** Takes a JSON object apart without parsing what is in it, so that parts can be handed on as they are stored. */

const [QUOTE, BACKSLASH, COMMA] = [0x22, 0x5c, 0x2c];
const OPENING = new Set([0x7b, 0x5b]);
const CLOSING = new Set([0x7d, 0x5d]);

/** The members of an object by key, each value as the text of its JSON. `text`: valid JSON of an object as JSON.stringify writes it. */
export function membersOf(text: string): Map<string, string> {
  const members = new Map<string, string>();
  for (let at = 1; at < text.length - 1; ) {
    const keyEnd = stringEnd(text, at);
    const end = valueEnd(text, keyEnd + 1);
    members.set(JSON.parse(text.slice(at, keyEnd)), text.slice(keyEnd + 1, end));
    at = end + 1;
  }
  return members;
}

/** Behind the closing quote of the string that begins at `at`. */
function stringEnd(text: string, at: number): number {
  for (let quote = text.indexOf('"', at + 1); quote !== -1; quote = text.indexOf('"', quote + 1)) {
    let before = quote - 1;
    while (text.charCodeAt(before) === BACKSLASH) before--;
    if ((quote - before) % 2 === 1) return quote + 1;
  }
  throw new SyntaxError("a JSON string does not end");
}

/** Where the value that begins at `at` ends: at the comma behind it, or at the brace that closes the object. */
function valueEnd(text: string, at: number): number {
  let depth = 0;
  for (let i = at; i < text.length; ) {
    const sign = text.charCodeAt(i);
    if (sign === QUOTE) {
      i = stringEnd(text, i);
      continue;
    }
    if (depth === 0 && (sign === COMMA || CLOSING.has(sign))) return i;
    if (OPENING.has(sign)) depth++;
    else if (CLOSING.has(sign)) depth--;
    i++;
  }
  throw new SyntaxError("a JSON object does not end");
}
