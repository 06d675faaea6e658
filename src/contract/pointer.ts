/** JSON Pointers (RFC 6901). */
import type { Json } from "./json.ts";

export function child(pointer: string, key: string | number): string {
  return `${pointer}/${String(key).replace(/~/g, "~0").replace(/\//g, "~1")}`;
}

export function keysOf(pointer: string): string[] {
  return pointer
    .split("/")
    .slice(1)
    .map((key) => key.replace(/~1/g, "/").replace(/~0/g, "~"));
}

/** The value at a pointer; undefined where there is none. */
export function valueAt(data: Json, pointer: string): Json | undefined {
  let at: Json | undefined = data;
  for (const key of keysOf(pointer))
    at = at !== null && typeof at === "object" && Object.hasOwn(at, key) ? (at as Record<string, Json>)[key] : undefined;
  return at;
}
