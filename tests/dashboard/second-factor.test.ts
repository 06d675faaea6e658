/** A second factor beside the password: nobody gets in by the password alone, and whoever lost the app is not locked out. */
import { beforeAll, describe, expect, test } from "vitest";
import { type SharedService, sharedService } from "../support/shared-service.ts";
import { Browser, PASSWORD, type Person, signedIn } from "../support/signed-in.ts";
import { codeOf } from "../support/totp.ts";

const ACCOUNT = "/api/account/v1";

let service: SharedService;
beforeAll(async () => {
  service = await sharedService();
});
const newBrowser = () => new Browser(service.url);

/** Somebody whose app has been set up. */
async function guarded(): Promise<Person & { uri: string; backupCodes: string[] }> {
  const person = await signedIn(service);
  const made = await person.browser.post(`${ACCOUNT}/second-factor`, { password: PASSWORD });
  expect(made.status).toBe(201);
  const { uri, backup_codes: backupCodes } = made.json;
  expect((await person.browser.post(`${ACCOUNT}/second-factor/confirm`, { code: codeOf(uri) })).status).toBe(204);
  return { ...person, uri, backupCodes };
}
/** The one that set it up is used; a code is right 30 s before its time too. */
const nextCode = ({ uri }: { uri: string }) => codeOf(uri, Date.now() + 30_000);
const atFirstStep = async ({ email }: Person): Promise<Browser> => {
  const browser = newBrowser();
  const answer = await browser.signIn(email);
  expect(answer.status).toBe(202);
  expect(answer.json).toEqual({ needs_code: true });
  return browser;
};
const isIn = async (browser: Browser) => (await browser.get(`${ACCOUNT}/session`)).status === 200;

describe("setting it up", () => {
  test("needs the password, and is not in force before the app has shown a code", async () => {
    const person = await signedIn(service);
    expect((await person.browser.post(`${ACCOUNT}/second-factor`, { password: "another sentence" })).json.error_code).toBe(
      "wrong_password",
    );
    const { uri } = (await person.browser.post(`${ACCOUNT}/second-factor`, { password: PASSWORD })).json;
    expect(new URL(uri).protocol).toBe("otpauth:");
    expect(decodeURIComponent(new URL(uri).pathname)).toContain(person.email);
    expect((await newBrowser().signIn(person.email)).status).toBe(200);
    const hourAgo = codeOf(uri, Date.now() - 3_600_000);
    expect((await person.browser.post(`${ACCOUNT}/second-factor/confirm`, { code: hourAgo })).json.error_code).toBe("code_wrong");
    expect((await person.browser.get(`${ACCOUNT}/second-factor`)).json).toEqual({ on: false, has_password: true });
    await person.browser.post(`${ACCOUNT}/second-factor/confirm`, { code: codeOf(uri) });
    expect((await person.browser.get(`${ACCOUNT}/second-factor`)).json).toEqual({ on: true, has_password: true });
    // It goes on with the session that it has, in the same workspace.
    expect((await person.browser.get(`${ACCOUNT}/session`)).json.account_id).toBe(person.accountId);
    expect((await person.browser.post(`${ACCOUNT}/second-factor`, { password: PASSWORD })).json.error_code).toBe("second_factor_on");
  });
});

describe("signing in", () => {
  test("has no session after the password, and one after the code", async () => {
    const person = await guarded();
    const browser = await atFirstStep(person);
    expect(await isIn(browser)).toBe(false);
    expect((await browser.post(`${ACCOUNT}/sign-in/code`, { code: nextCode(person) })).json.email).toBe(person.email);
    expect(await isIn(browser)).toBe(true);
  });

  test("takes a code of the app once", async () => {
    const person = await guarded();
    const next = nextCode(person);
    const [first, second] = [await atFirstStep(person), await atFirstStep(person)];
    const answers = await Promise.all([first, second].map((each) => each.post(`${ACCOUNT}/sign-in/code`, { code: next })));
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 400]);
    expect(answers.find(({ status }) => status === 400)?.json.detail).toContain("was used before");
    expect([await isIn(first), await isIn(second)].filter(Boolean)).toHaveLength(1);
    expect((await (await atFirstStep(person)).post(`${ACCOUNT}/sign-in/code`, { code: next })).status).toBe(400);
  });

  test("by a code to keep works once", async () => {
    const person = await guarded();
    const [kept = ""] = person.backupCodes;
    expect((await (await atFirstStep(person)).post(`${ACCOUNT}/sign-in/code`, { code: kept })).status).toBe(200);
    expect((await (await atFirstStep(person)).post(`${ACCOUNT}/sign-in/code`, { code: kept })).json.error_code).toBe("code_wrong");
    const fresh = (await person.browser.post(`${ACCOUNT}/second-factor/backup-codes`, { password: PASSWORD })).json.backup_codes;
    expect((await (await atFirstStep(person)).post(`${ACCOUNT}/sign-in/code`, { code: person.backupCodes[1] })).json.error_code).toBe(
      "code_wrong",
    );
    expect((await (await atFirstStep(person)).post(`${ACCOUNT}/sign-in/code`, { code: fresh[0] })).status).toBe(200);
  });

  test("ends after five wrong codes, and the code of one browser is nothing to another", async () => {
    const person = await guarded();
    const browser = await atFirstStep(person);
    expect((await newBrowser().post(`${ACCOUNT}/sign-in/code`, { code: nextCode(person) })).json.error_code).toBe("code_late");
    for (let n = 0; n < 5; n++)
      expect((await browser.post(`${ACCOUNT}/sign-in/code`, { code: "no code" })).json.error_code).toBe("code_wrong");
    expect((await browser.post(`${ACCOUNT}/sign-in/code`, { code: nextCode(person) })).json.error_code).toBe("code_late");
    expect(await isIn(browser)).toBe(false);
  });

  test("is locked for a while after ten wrong codes in a row, however often it begins anew", async () => {
    const person = await guarded();
    for (let sign = 0; sign < 2; sign++) {
      const browser = await atFirstStep(person);
      for (let n = 0; n < 5; n++) await browser.post(`${ACCOUNT}/sign-in/code`, { code: "no code" });
    }
    const late = await (await atFirstStep(person)).post(`${ACCOUNT}/sign-in/code`, { code: nextCode(person) });
    expect(late.status).toBe(429);
    expect(late.json.error_code).toBe("sign_in_delayed");
    expect(late.headers.get("retry-after")).toBe("900");
  });

  test("does not ask a browser again that was to be trusted, but another one", async () => {
    const person = await guarded();
    const browser = await atFirstStep(person);
    await browser.post(`${ACCOUNT}/sign-in/code`, { code: nextCode(person), trust_device: true });
    await browser.post(`${ACCOUNT}/sign-out`);
    expect((await browser.signIn(person.email)).status).toBe(200);
    await atFirstStep(person);
  });

  test("by a link for a new password asks for the code too", async () => {
    const person = await guarded();
    const { createLink } = await import("#accounts/links.ts");
    const { url } = await createLink(service.db, service.url, { kind: "password", email: person.email });
    const browser = newBrowser();
    const answer = await browser.post(`${ACCOUNT}/password/by-link`, { token: url.split("#")[1], new_password: PASSWORD });
    expect(answer.status).toBe(202);
    expect(await isIn(browser)).toBe(false);
  });
});

test("it is removed with the password, and what is kept of it can be read by nobody", async () => {
  const person = await guarded();
  const row = await service.db.selectFrom("second_factors").selectAll().where("person_id", "=", person.personId).executeTakeFirstOrThrow();
  const secret = new URL(person.uri).searchParams.get("secret") ?? "";
  for (const kept of [secret, ...person.backupCodes]) expect(JSON.stringify(row)).not.toContain(kept);
  expect((await person.browser.post(`${ACCOUNT}/second-factor/remove`, { password: "another sentence" })).json.error_code).toBe(
    "wrong_password",
  );
  expect((await person.browser.post(`${ACCOUNT}/second-factor/remove`, { password: PASSWORD })).status).toBe(204);
  expect((await newBrowser().signIn(person.email)).status).toBe(200);
  const { lines } = (await person.browser.get(`${ACCOUNT}/activity`)).json;
  const actions = lines.map(({ action }: { action: string }) => action);
  expect(actions).toEqual(expect.arrayContaining(["account.second_factor_on", "account.second_factor_off"]));
});
