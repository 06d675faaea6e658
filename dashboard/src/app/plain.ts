/** What the API says of a failure, for people at a screen: no names of its parameters, no paths. */
import type { WinnowError } from "@winnow/sdk";

/** Where a person does something else than a program would. */
const TOLD: Readonly<Record<string, string>> = {
  encrypted_document: "This PDF is locked. Enter its password to open it.",
  deadline_exceeded: "Reading the document took too long and was stopped. Try again, or send fewer pages.",
  too_many_pages: "The document has more than 200 pages. Split it and send the parts.",
};

/** A failure with the code and message of the API. */
export const plainOf = ({ code, message }: { code: string; message: string }): string => TOLD[code] ?? withoutNames(message);

export function plainMessageOf(error: WinnowError): string {
  if (error.issues.length > 0) return error.issues.map(({ msg }) => withoutNames(msg)).join(" ");
  return plainOf(error);
}

/** The place in the request that stands before a message, and the marks around what a program writes. */
const withoutNames = (message: string): string => message.replace(/^`[\w.[\]]{1,60}`: /, "").replaceAll("`", "");
