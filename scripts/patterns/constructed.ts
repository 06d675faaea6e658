/** The patterns that modules put together while they are loaded. */
import { fileURLToPath } from "node:url";
import type { Pattern } from "./written.ts";

/** `urls`: the modules. Each pattern is told with the one of them that made it; what the packages they use make is left out. */
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

/** The first line of a stack names the error, the second the proxy's trap: the third is who asked. A `map` has one more between. */
const calledFrom = (stack: string, url: string): boolean =>
  stack
    .split("\n")
    .slice(2, 5)
    .some((line) => line.includes(url));
