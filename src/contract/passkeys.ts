/** Passkeys of a signed-in person. An addition to the source API; see docs/decisions/spec-gaps.md. */
import { z } from "zod";
import { Name } from "./account.ts";
import { requestWarnings } from "./task.ts";

/** The W3C's own JSON of options (WebAuthn Level 3, PublicKeyCredentialCreationOptionsJSON and …RequestOptionsJSON). */
export const PasskeyOptions = z
  .object({
    options: z
      .record(z.string(), z.unknown())
      .describe("For the browser's own `parseCreationOptionsFromJSON` or `parseRequestOptionsFromJSON`."),
    ...requestWarnings,
  })
  .meta({ id: "PasskeyOptions" });

/** Base64url. */
const Encoded = z
  .string()
  .max(16_000)
  .regex(/^[\w-]*$/, "Send it as the browser's toJSON() writes it.");
const common = {
  id: Encoded,
  rawId: Encoded,
  type: z.literal("public-key"),
  authenticatorAttachment: z.enum(["platform", "cross-platform"]).optional(),
  clientExtensionResults: z.record(z.string(), z.unknown()).default({}),
};
const Registration = z.object({
  ...common,
  response: z.object({
    clientDataJSON: Encoded,
    attestationObject: Encoded,
    transports: z.array(z.string().max(50)).max(10).optional(),
    // Of the browser's JSON too; the attestation says the same.
    authenticatorData: Encoded.optional(),
    publicKey: Encoded.optional(),
    publicKeyAlgorithm: z.number().optional(),
  }),
});
const Authentication = z.object({
  ...common,
  response: z.object({ clientDataJSON: Encoded, authenticatorData: Encoded, signature: Encoded, userHandle: Encoded.optional() }),
});
const Answer = "What the browser's `navigator.credentials` answered, as JSON.";
export const PasskeyBody = z.object({ name: Name, response: Registration.describe(Answer) }).meta({ id: "PasskeyRequest" });
export type NewPasskeyBody = z.infer<typeof PasskeyBody>;
export const PasskeySignInBody = z.object({ response: Authentication.describe(Answer) }).meta({ id: "PasskeySignInRequest" });
export type PasskeyAnswer = z.infer<typeof Authentication>;

const passkey = { passkey_id: z.string(), name: z.string(), created_at: z.string(), last_used_at: z.string().nullable() };
export const PasskeyRecord = z.object({ ...passkey, ...requestWarnings }).meta({ id: "Passkey" });
export type PasskeyRecord = z.infer<typeof PasskeyRecord>;
export const PasskeyList = z.object({ passkeys: z.array(z.object(passkey)) }).meta({ id: "PasskeyList" });
