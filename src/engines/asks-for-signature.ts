/** Whether a schema asks if somebody signed: only then are pages searched for ink, which means to draw them. */
import type { Field, Schema } from "#contract/schema/field.ts";
import { asksToSign } from "#documents/ink/signing-places.ts";
import { nameTokens } from "#language/fold.ts";

/** True for a field of type `signature`, and for a boolean that asks to sign by its name, its description or the object around it. */
export function asksForSignature({ fields }: Schema): boolean {
  return fields.some((field) => asks(field, false));
}

function asks({ name, description = "", type, fields = [], items }: Field, around: boolean): boolean {
  const worded = around || asksToSign(nameTokens(name).join(" ")) || asksToSign(description);
  if (type === "signature" || (type === "boolean" && worded)) return true;
  return fields.some((field) => asks(field, worded)) || (items !== undefined && asks(items, worded));
}
