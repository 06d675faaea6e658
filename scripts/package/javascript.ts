/** Converts our TypeScript to JavaScript for the package, because Node does not strip types below node_modules. */
import { stripTypeScriptTypes } from "node:module";
import path from "node:path";

/** A string with the name of a TypeScript file: an import specifier, or a file that is forked, started or loaded as a thread. */
const LITERAL = /(["'])([#\w./-]+\.ts)\1/g;

/**
 * `file`: the source's path from the project's root, with forward slashes. Types are replaced by blanks, so lines and columns stay. Throws
 * when the source names a file that is not in `shipped`, which would otherwise fail only at run time.
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
