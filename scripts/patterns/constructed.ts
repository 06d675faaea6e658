/** Records the regular expressions that modules construct while they are loaded. */
import { fileURLToPath } from "node:url";
import type { Pattern } from "./written.ts";

/** `urls`: the modules. Returns each expression with the module that constructed it, without those of packages. */
export async function constructedIn(urls: readonly string[]): Promise<Pattern[]> {
  const patterns: Pattern[] = [];
  const Plain = globalThis.RegExp;
  globalThis.RegExp = new Proxy(Plain, {
    construct(target, parts: ConstructorParameters<RegExpConstructor>) {
      const pattern = new target(...parts);
      const url = urls.find((each) => calledFrom(new Error().stack ?? "", each));
      if (url !== undefined) patterns.push({ file: fileURLToPath(url), source: pattern.source, flags: pattern.flags });
      return pattern;
    },
  });
  try {
    for (const url of urls) await import(url);
  } finally {
    globalThis.RegExp = Plain;
  }
  return patterns;
}

/** Line 1 of a stack is the error, line 2 the proxy's trap, line 3 the caller; `map` adds one line between. */
const calledFrom = (stack: string, url: string): boolean =>
  stack
    .split("\n")
    .slice(2, 5)
    .some((line) => line.includes(url));
