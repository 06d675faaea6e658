/** Whether a schema asks if a document is signed: only then are pages drawn and searched for ink. */
import type { Field, Schema } from "#contract/schema/field.ts";
import { asksToSign } from "#documents/ink/signing-places.ts";
import { nameTokens } from "#language/fold.ts";

/** True for a field of type `signature`, and for a boolean whose name, description or enclosing object asks for a signature. */
export function asksForSignature({ fields }: Schema): boolean {
  return fields.some((field) => asks(field, false));
}

function asks({ name, description = "", type, fields = [], items }: Field, around: boolean): boolean {
  const worded = around || asksToSign(nameTokens(name).join(" ")) || asksToSign(description);
  if (type === "signature" || (type === "boolean" && worded)) return true;
  return fields.some((field) => asks(field, worded)) || (items !== undefined && asks(items, worded));
}
