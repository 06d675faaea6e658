/** Passkeys, by SimpleWebAuthn: made by a signed-in person, and taken in place of password and code. */
import {
  type AuthenticationResponseJSON,
  generateAuthenticationOptions,
  generateRegistrationOptions,
  type PublicKeyCredentialCreationOptionsJSON,
  type PublicKeyCredentialRequestOptionsJSON,
  type RegistrationResponseJSON,
  verifyAuthenticationResponse,
  verifyRegistrationResponse,
} from "@simplewebauthn/server";
import { ApiError } from "#contract/errors.ts";
import { LIMITS } from "#contract/limits.ts";
import type { NewPasskeyBody, PasskeyAnswer } from "#contract/passkeys.ts";
import type { Db } from "#platform/postgres/db.ts";
import {
  findPasskey,
  type Held,
  insertPasskey,
  keepChallenge,
  listPasskeys,
  notePasskeyUse,
  type PasskeyLine,
  takeChallenge,
} from "./passkeys.store.ts";

/** A passkey belongs to the host of the server's public address, and is asked for by its pages only. */
type Deps = { db: Db; baseUrl: string };

/** EdDSA, ES256 and RS256 (IANA, COSE Algorithms): what authenticators have. */
const ALGORITHMS = [-8, -7, -257];
const SIGN_IN = "sign in";
const hostOf = (baseUrl: string) => new URL(baseUrl).hostname;
const originOf = (baseUrl: string) => new URL(baseUrl).origin;

/** For navigator.credentials.create. Throws ApiError 400 too_many_passkeys. */
export async function askForNew(
  { db, baseUrl }: Deps,
  person: { id: string; email: string; name: string },
): Promise<PublicKeyCredentialCreationOptionsJSON> {
  const held = await listPasskeys(db, person.id);
  if (held.length >= LIMITS.passkeysMax) throw new ApiError("too_many_passkeys");
  const options = await generateRegistrationOptions({
    rpName: "Winnow",
    rpID: hostOf(baseUrl),
    userID: new TextEncoder().encode(person.id),
    userName: person.email,
    userDisplayName: person.name,
    excludeCredentials: held.map(({ credentialId, transports }) => ({ id: credentialId, transports })),
    supportedAlgorithmIDs: ALGORITHMS,
    // It is the only factor: the device has to know who holds it, and which account is meant.
    authenticatorSelection: { residentKey: "required", userVerification: "required" },
  });
  await keepChallenge(db, options.challenge, person.id);
  return options;
}

/** Throws ApiError 400 passkey_invalid. */
export async function takeNew({ db, baseUrl }: Deps, personId: string, { name, response }: NewPasskeyBody): Promise<PasskeyLine> {
  const verified = await verifyRegistrationResponse({
    response: response as RegistrationResponseJSON,
    expectedChallenge: (challenge) => takeChallenge(db, challenge, personId),
    expectedOrigin: originOf(baseUrl),
    expectedRPID: hostOf(baseUrl),
    requireUserVerification: true,
    supportedAlgorithmIDs: ALGORITHMS,
  }).catch(refused);
  if (!verified.verified) throw new ApiError("passkey_invalid");
  const { credential } = verified.registrationInfo;
  const { id: credentialId, publicKey, counter } = credential;
  const made = await insertPasskey(db, personId, {
    name,
    credentialId,
    publicKey,
    counter,
    transports: [...(credential.transports ?? [])],
  });
  if (made === null) throw new ApiError("passkey_invalid");
  return made;
}

/** For navigator.credentials.get: the browser offers the passkeys that it has for this server. */
export async function askToSignIn({ db, baseUrl }: Deps): Promise<PublicKeyCredentialRequestOptionsJSON> {
  const options = await generateAuthenticationOptions({ rpID: hostOf(baseUrl), userVerification: "required" });
  await keepChallenge(db, options.challenge, SIGN_IN);
  return options;
}

/** Whose passkey has signed. Throws ApiError 400 passkey_invalid. */
export async function takeSignIn({ db, baseUrl }: Deps, response: PasskeyAnswer): Promise<Pick<Held, "personId" | "role">> {
  const held = await findPasskey(db, response.id);
  if (held === null) throw new ApiError("passkey_invalid");
  const { verified, authenticationInfo } = await verifyAuthenticationResponse({
    response: response as AuthenticationResponseJSON,
    expectedChallenge: (challenge) => takeChallenge(db, challenge, SIGN_IN),
    expectedOrigin: originOf(baseUrl),
    expectedRPID: hostOf(baseUrl),
    credential: { id: response.id, publicKey: new Uint8Array(held.publicKey), counter: held.counter },
    requireUserVerification: true,
  }).catch(refused);
  if (!verified) throw new ApiError("passkey_invalid");
  await notePasskeyUse(db, held.id, authenticationInfo.newCounter);
  return held;
}

/** What the library finds wrong is of no use to an honest browser. */
function refused(cause: unknown): never {
  throw new ApiError("passkey_invalid", { cause });
}
