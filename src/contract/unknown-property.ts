/** An unknown property of a request body: a warning, or an error when the caller asked for strict handling (RFC 7240). */
import type { ValidationIssue } from "./errors.ts";
import { meantName } from "./nearest.ts";
import { child } from "./pointer.ts";
import type { Warning } from "./task.ts";

/** `loc`: as in ValidationIssue, including the property. `meant`: the known property it is probably meant to be. */
export type UnknownProperty = { loc: (string | number)[]; meant: string | null };

const NAME_CHARACTERS_SHOWN = 60;

export function unknownProperty(holder: readonly (string | number)[], name: string, known: readonly string[]): UnknownProperty {
  return { loc: [...holder, name], meant: meantName(name, known) };
}

const nameOf = ({ loc }: UnknownProperty): string => String(loc.at(-1)).slice(0, NAME_CHARACTERS_SHOWN);
const meantOf = ({ meant }: UnknownProperty): string => (meant === null ? "" : ` Did you mean \`${meant}\`?`);

/** With Pydantic's error type. */
export const unknownIssue = (unknown: UnknownProperty): ValidationIssue => ({
  loc: unknown.loc,
  msg: `Unknown property \`${nameOf(unknown)}\`.${meantOf(unknown)}`,
  type: "extra_forbidden",
});

/** `path`: JSON Pointer into the body. */
export const unknownWarning = (unknown: UnknownProperty): Warning & { path: string } => ({
  code: "unknown_property",
  path: pointerOf(unknown.loc),
  message: `Unknown property \`${nameOf(unknown)}\` was ignored.${meantOf(unknown)}`,
});

const pointerOf = (loc: UnknownProperty["loc"]): string => (loc[0] === "body" ? loc.slice(1) : loc).reduce<string>(child, "");

const LISTED_IN_MESSAGE_MAX = 3;

/** For the `message` of a response: the text, followed by the ignored properties. */
export function messageWith(message: string, warnings: readonly Warning[]): string {
  const shown = warnings.slice(0, LISTED_IN_MESSAGE_MAX).map((warning) => warning.message);
  const more = warnings.length - shown.length;
  return [message, ...shown, ...(more > 0 ? [`${more} more of them: see \`warnings\`.`] : [])].join(" ");
}
