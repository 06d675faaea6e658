/** The codes of a person's app: set up, taken at sign-in, removed. better-auth counts the wrong ones and locks: 5 for a sign-in, 10 in a row for a person. */
import { isAPIError } from "better-auth/api";
import type { authOf } from "#accounts/better-auth.ts";
import { cookiesOf } from "#accounts/cookies.ts";
import { ApiError } from "#contract/errors.ts";
import type { Db } from "#platform/postgres/db.ts";
import { useCode } from "./second-factor.store.ts";

type Auth = ReturnType<typeof authOf>;
type WithCookies<T> = T & { setCookie: string[] };

/** Digits of a code of the app; anything else is a code to keep. */
const OF_APP = /^\d{6}$/;

/** Not in force before `confirm`. `uri`: for the app, also as a QR code. Throws ApiError 400 wrong_password, second_factor_on. */
export async function setUp(auth: Auth, headers: Headers, password: string): Promise<{ uri: string; backupCodes: string[] }> {
  const made = await told(auth.api.enableTwoFactor({ body: { password, method: "totp" }, headers }));
  if (!("totpURI" in made) || made.totpURI === undefined || made.backupCodes === undefined) throw new ApiError("internal");
  return { uri: made.totpURI, backupCodes: made.backupCodes };
}

/** From now on signing in asks for a code. The session is a new one. Throws ApiError 400 code_wrong, second_factor_off. */
export async function confirm(auth: Auth, db: Db, headers: Headers, code: string): Promise<WithCookies<object>> {
  const answer = await told(auth.api.verifyTOTP({ body: { code }, headers, returnHeaders: true }));
  await useCode(db, answer.response.user.id, code);
  return { setCookie: answer.headers.getSetCookie() };
}

/** The session is a new one. Throws ApiError 400 wrong_password. */
export async function remove(auth: Auth, headers: Headers, password: string): Promise<WithCookies<object>> {
  const answer = await told(auth.api.disableTwoFactor({ body: { password }, headers, returnHeaders: true }));
  return { setCookie: answer.headers.getSetCookie() };
}

/** Earlier ones are worth nothing any more. Throws ApiError 400 wrong_password, second_factor_off. */
export async function newBackupCodes(auth: Auth, headers: Headers, password: string): Promise<string[]> {
  return (await told(auth.api.generateBackupCodes({ body: { password }, headers }))).backupCodes;
}

/** The second step of a sign-in. `trusts`: this browser is asked again in 30 days. Throws ApiError 400 code_wrong, code_late; 429 sign_in_delayed. */
export async function takeCode(
  auth: Auth,
  db: Db,
  headers: Headers,
  { code, trusts }: { code: string; trusts: boolean },
): Promise<WithCookies<object>> {
  const given = code.replaceAll(" ", "");
  const ask = { body: { code: given, trustDevice: trusts }, headers, returnHeaders: true } as const;
  const isOfApp = OF_APP.test(given);
  const answer = await told(isOfApp ? auth.api.verifyTOTP(ask) : auth.api.verifyBackupCode(ask));
  const setCookie = answer.headers.getSetCookie();
  if (isOfApp && !(await useCode(db, answer.response.user.id, given))) {
    await auth.api.signOut({ headers: new Headers({ cookie: cookiesOf(setCookie) }) });
    throw new ApiError("code_late", {
      detail: "This code was used before, and the sign-in has ended. Begin again, with the app's next code.",
    });
  }
  return { setCookie };
}

const LOCK_SECONDS = 900;

/** better-auth's refusals, as ours. */
async function told<T>(answer: Promise<T>): Promise<T> {
  return answer.catch((error: unknown) => {
    if (!isAPIError(error)) throw error;
    switch (error.body?.code) {
      case "INVALID_PASSWORD":
        throw new ApiError("wrong_password");
      case "INVALID_CODE":
      case "INVALID_BACKUP_CODE":
        throw new ApiError("code_wrong");
      case "TOTP_ALREADY_ENABLED":
        throw new ApiError("second_factor_on");
      case "TOTP_NOT_ENABLED":
      case "TWO_FACTOR_NOT_ENABLED":
      case "BACKUP_CODES_NOT_ENABLED":
        throw new ApiError("second_factor_off");
      case "INVALID_TWO_FACTOR_COOKIE":
      case "TOO_MANY_ATTEMPTS_REQUEST_NEW_CODE":
        throw new ApiError("code_late");
      case "ACCOUNT_TEMPORARILY_LOCKED":
        throw new ApiError("sign_in_delayed", {
          detail: "Too many wrong codes. Try again in 15 minutes.",
          retryAfterSeconds: LOCK_SECONDS,
        });
      default:
        throw error;
    }
  });
}
