/** Signing in with an OIDC provider in the browser: by the button, back to where one wanted to go, refused with a reason, out at both. */
import { afterAll, beforeAll, expect, test } from "vitest";
import { describeInBrowser, useBrowser } from "../support/browser.ts";
import { type OidcServer, startOidcServer } from "../support/oidc-server.ts";
import { startTestService, type TestService } from "../support/service.ts";
import { Browser, FROM_HERE } from "../support/signed-in.ts";

describeInBrowser("the sign-in provider", () => {
  let provider: OidcServer;
  const open = useBrowser({ alsoAsks: () => [provider.issuer] });
  let service: TestService;
  beforeAll(async () => {
    provider = await startOidcServer(() => service.url);
    service = await startTestService({ worker: false, env: { ...provider.env, WINNOW_OIDC_ROLES: "accounting=reviewer" } });
    const owner = new Browser(service.url);
    expect((await owner.signUp("owner@example.com", {}, FROM_HERE)).status).toBe(201);
  });
  afterAll(async () => {
    await service?.[Symbol.asyncDispose]();
    await provider?.[Symbol.asyncDispose]();
  });
  /** A browser in which this person has signed in at the provider before. */
  const pageOf = async (id: string) => {
    const page = await open(`${service.url}/templates`);
    await page.context().addCookies([{ name: "person", value: id, url: provider.issuer }]);
    return page;
  };

  test("somebody of a group signs in, comes to where they wanted, and signs out at both", async () => {
    provider.people.set("ben", { email: "ben@example.com", email_verified: true, name: "Ben Example", groups: ["accounting"] });
    const page = await pageOf("ben");
    expect(await page.getByLabel("Password").count()).toBe(0);
    await page.getByRole("button", { name: "Sign in with Example ID" }).click();
    await page.getByRole("heading", { name: "No templates yet" }).waitFor();
    await page.getByRole("link", { name: "Members" }).click();
    const row = page.getByRole("list", { name: "Members" }).getByRole("listitem").filter({ hasText: "ben@example.com" });
    await row.getByText("by a group of the sign-in provider").waitFor();
    expect(await row.getByRole("button").count()).toBe(0);
    await page.getByRole("button", { name: "Sign out" }).click();
    await page.waitForURL(`${provider.issuer}/**`);
    await page.getByRole("button", { name: /Yes/ }).click();
    await page.waitForURL(`${service.url}/sign-in`);
    await page.getByRole("button", { name: "Use a password" }).click();
    await page.getByLabel("Password").waitFor();
  });

  test("somebody of no group is told why, and may begin again", async () => {
    provider.people.set("eve", { email: "eve@example.com", email_verified: true });
    const page = await pageOf("eve");
    await page.getByRole("button", { name: "Sign in with Example ID" }).click();
    await page.getByText("You are in no group that has a workspace here").waitFor();
    await page.getByRole("button", { name: "Sign in with Example ID" }).waitFor();
  });
});
