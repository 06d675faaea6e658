/** Who may become the owner of a server that has none: whoever has the printed link, or whoever sits at the machine before anything is in it. */
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { createLink } from "#accounts/links.ts";
import { rawRequest } from "../support/raw.ts";
import { startTestService, type TestService } from "../support/service.ts";
import { Browser, FROM_HERE, PASSWORD } from "../support/signed-in.ts";

const SIGN_UP = "/api/account/v1/sign-up";
const person = (email: string) => ({ name: "Ada Example", email, password: PASSWORD });

let service: TestService;
let proxied: TestService;
beforeAll(async () => {
  service = await startTestService({ worker: false });
  proxied = await startTestService({ worker: false, env: { WINNOW_TRUST_PROXY: "127.0.0.1" } });
});
afterAll(async () => {
  await service[Symbol.asyncDispose]();
  await proxied[Symbol.asyncDispose]();
});

describe("an empty server", () => {
  test.each([
    { "x-forwarded-for": "198.51.100.7" },
    { "x-forwarded-for": "127.0.0.1" },
    { ...FROM_HERE, forwarded: "for=198.51.100.7" },
    { ...FROM_HERE, "x-real-ip": "198.51.100.7" },
    { ...FROM_HERE, "x-forwarded-proto": "https" },
    { ...FROM_HERE, via: "1.1 proxy" },
    { ...FROM_HERE, "cf-connecting-ip": "198.51.100.7" },
  ])("H09: asks for the printed link where the request came through a proxy of this machine: %j", async (headers) => {
    const visitor = new Browser(service.url);
    const answer = await visitor.post(SIGN_UP, person("stranger@example.com"), headers);
    expect([answer.status, answer.json.error_code]).toEqual([400, "owner_link_needed"]);
    expect((await visitor.get("/api/account/v1/setup", headers)).json).toMatchObject({ owner: false, owner_by_link: true });
  });

  test("H09: asks for the link where a proxy is trusted, whatever address that proxy tells", async () => {
    for (const headers of [FROM_HERE, { "x-forwarded-for": "127.0.0.1" }, { "x-forwarded-for": "198.51.100.7" }]) {
      const answer = await new Browser(proxied.url).post(SIGN_UP, person("stranger@example.com"), headers);
      expect([answer.status, answer.json.error_code]).toEqual([400, "owner_link_needed"]);
    }
  });

  test("H09: asks for the link where the address in the request is not this machine's: another site's name may lead here", async () => {
    for (const host of ["rebound.example.com", "192.0.2.7", "localhost.example.com"]) {
      const body = JSON.stringify(person("stranger@example.com"));
      const head = `POST ${SIGN_UP} HTTP/1.1\r\nHost: ${host}\r\nOrigin: http://${host}\r\nContent-Type: application/json\r\nContent-Length: ${body.length}`;
      const answer = await rawRequest(service.url, `${head}\r\n\r\n${body}`);
      expect([answer.status, JSON.parse(answer.body).error_code]).toEqual([400, "owner_link_needed"]);
    }
  });

  test("H09: makes the first visitor from this machine its owner", async () => {
    await using empty = await startTestService({ worker: false });
    const visitor = new Browser(empty.url);
    expect((await visitor.get("/api/account/v1/setup", FROM_HERE)).json).toMatchObject({ owner: false, owner_by_link: false });
    const answer = await visitor.post(SIGN_UP, person("ada@example.com"), FROM_HERE);
    expect(answer.json).toMatchObject({ role: "owner" });
  });
});

describe("a server with accounts of the command line", () => {
  test.each(["owner@localhost", "shop@example.com"])(
    "H09: is taken by nobody without the link, also from this machine: %s",
    async (email) => {
      await using filled = await startTestService({ worker: false });
      const made = await filled.account({ email });
      for (const wanted of [email === "owner@localhost" ? "ada@example.com" : email, "other@example.com"]) {
        const visitor = new Browser(filled.url);
        const answer = await visitor.post(SIGN_UP, person(wanted), FROM_HERE);
        expect([answer.status, answer.json.error_code]).toEqual([400, "owner_link_needed"]);
        expect((await visitor.get("/api/account/v1/setup", FROM_HERE)).json).toMatchObject({ owner: false, owner_by_link: true });
      }
      const { url } = await createLink(filled.db, filled.url, { kind: "owner" });
      const operator = new Browser(filled.url);
      const wanted = email === "owner@localhost" ? "ada@example.com" : email;
      const joined = await operator.post(SIGN_UP, { ...person(wanted), token: url.split("#")[1] });
      expect(joined.json).toMatchObject({ role: "owner", account_id: made.accountId });
    },
  );

  test("H09: is nobody's either where anybody may join", async () => {
    await using open = await startTestService({ worker: false, env: { WINNOW_SIGN_UP: "open" } });
    await open.account({ email: "owner@localhost" });
    const answer = await new Browser(open.url).post(SIGN_UP, person("stranger@example.com"));
    expect([answer.status, answer.json.error_code]).toEqual([400, "owner_link_needed"]);
    expect(await open.db.selectFrom("accounts").select("email").execute()).toEqual([{ email: "owner@localhost" }]);
  });
});
