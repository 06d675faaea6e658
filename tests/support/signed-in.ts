/** What a browser does over HTTP: keeps cookies, and says from which page a request comes. */
import { randomInt } from "node:crypto";
import { createLink } from "#accounts/links.ts";
import type { Answer, Client } from "./client.ts";
import { expectDescribed } from "./openapi.ts";
import type { SharedService } from "./shared-service.ts";

/** For a request that comes through no proxy, but from this machine. */
export const FROM_HERE = { "x-forwarded-for": null };
export const PASSWORD = "a long enough sentence";

export class Browser {
  readonly url: string;
  readonly cookies = new Map<string, string>();
  /** Where it calls from, for a service that trusts its proxy. */
  readonly ip = `198.51.${randomInt(256)}.${randomInt(256)}`;
  /** `Set-Cookie` of the last answer that had one. */
  lastSetCookie: string[] = [];

  constructor(url: string) {
    this.url = url;
  }

  async call(method: string, path: string, body?: unknown, headers: Record<string, string | null> = {}): Promise<Answer> {
    const all = {
      origin: this.url,
      "sec-fetch-site": "same-origin",
      "x-forwarded-for": this.ip,
      ...(this.cookies.size > 0 ? { cookie: [...this.cookies].map(([name, value]) => `${name}=${value}`).join("; ") } : {}),
      ...(body === undefined ? {} : { "content-type": "application/json" }),
      ...headers,
    };
    const answer = await fetch(this.url + path, {
      method,
      headers: Object.entries(all).flatMap(([name, value]) => (value === null ? [] : [[name, value] as [string, string]])),
      redirect: "manual",
      ...(body === undefined ? {} : { body: typeof body === "string" ? body : JSON.stringify(body) }),
    });
    const set = answer.headers.getSetCookie();
    if (set.length > 0) this.lastSetCookie = set;
    for (const each of set) {
      const [pair = ""] = each.split(";");
      const [name = "", ...value] = pair.split("=");
      if (/max-age=0/i.test(each)) this.cookies.delete(name);
      else this.cookies.set(name, value.join("="));
    }
    const text = await answer.text();
    const json = text !== "" && answer.headers.get("content-type")?.includes("json") ? JSON.parse(text) : null;
    expectDescribed(method, path.split("?")[0] ?? path, {
      status: answer.status,
      json,
      contentType: answer.headers.get("content-type") ?? "",
    });
    return { status: answer.status, headers: answer.headers, text, json };
  }

  get = (path: string, headers?: Record<string, string | null>) => this.call("GET", path, undefined, headers);
  post = (path: string, body?: unknown, headers?: Record<string, string | null>) => this.call("POST", path, body, headers);
  delete = (path: string) => this.call("DELETE", path);

  signUp = (email: string, more: object = {}, headers: Record<string, string | null> = {}) =>
    this.post("/api/account/v1/sign-up", { name: "Ada Example", email, password: PASSWORD, ...more }, headers);
  signIn = (email: string, password = PASSWORD) => this.post("/api/account/v1/sign-in", { email, password });
}

/** Somebody of an account of their own, with a key and a browser. */
export type Person = { email: string; accountId: string; personId: string; client: Client; browser: Browser };

export async function signedIn(service: SharedService, email = `${randomInt(1e12)}@example.com`): Promise<Person> {
  const client = await service.account({ email });
  const browser = new Browser(service.url);
  const { url } = await createLink(service.db, service.url, { kind: "password", email });
  const answer = await browser.post("/api/account/v1/password/by-link", { token: url.split("#")[1], new_password: PASSWORD });
  if (answer.status !== 200) throw new Error(`signing in answered ${answer.status}: ${answer.text}`);
  return { email, accountId: client.accountId, personId: answer.json.person_id, client, browser };
}
