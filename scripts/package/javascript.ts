/** Our TypeScript as the JavaScript that a package has to hold: Node strips no types below node_modules. */
import { stripTypeScriptTypes } from "node:module";
import path from "node:path";

/** A string that names a TypeScript file: a specifier, or a file that is forked, loaded as a thread or started. */
const LITERAL = /(["'])([#\w./-]+\.ts)\1/g;

/**
 * `file`: the source's path from the root of the project, with forward slashes. Types become blanks, so lines and columns stay.
 * Throws where the source names a file that `shipped` does not hold: it would be missed only when it is used.
 */
export function toJavaScript(source: string, file: string, shipped: ReadonlySet<string>): string {
  const plain = file.endsWith(".ts") ? stripTypeScriptTypes(source, { mode: "strip" }) : source;
  return plain.replace(LITERAL, (literal, quote: string, name: string) => {
    const target = name.startsWith("#") ? `src/${name.slice(1)}` : path.posix.join(path.posix.dirname(file), name);
    if (!shipped.has(target)) throw new Error(`${file} names ${literal}, and ${target} is not in the package.`);
    return `${quote}${toJs(name)}${quote}`;
  });
}

export const toJs = (name: string): string => name.replace(/\.ts$/, ".js");
