/** Passkeys in the browser, with Chromium's own authenticator in place of a device. */
import type { Page } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { describeInBrowser, useBrowser } from "../support/browser.ts";
import { freePort } from "../support/free-port.ts";
import { startTestService, type TestService } from "../support/service.ts";
import { Browser, FROM_HERE, PASSWORD } from "../support/signed-in.ts";

const EMAIL = "owner@example.com";

/** A device that says who holds it. */
async function plugIn(page: Page): Promise<void> {
  const client = await page.context().newCDPSession(page);
  await client.send("WebAuthn.enable");
  await client.send("WebAuthn.addVirtualAuthenticator", {
    options: {
      protocol: "ctap2",
      transport: "internal",
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  });
}

describeInBrowser("passkeys", () => {
  const open = useBrowser();
  let service: TestService;
  /** An IP address has no passkeys. */
  let url: string;
  beforeAll(async () => {
    const port = String(await freePort());
    url = `http://localhost:${port}`;
    service = await startTestService({ worker: false, env: { PORT: port, WINNOW_PUBLIC_URL: url } });
    expect((await new Browser(service.url).signUp(EMAIL, {}, FROM_HERE)).status).toBe(201);
  });
  afterAll(() => service?.[Symbol.asyncDispose]());

  test("is added in the settings, signs in in place of the password, and is worth nothing once removed", async () => {
    const page = await open(`${url}/sign-in?next=/settings`);
    await plugIn(page);
    const signInWithPasskey = () => page.getByRole("button", { name: "Use a passkey" }).click();
    await page.getByLabel("E-mail").fill(EMAIL);
    await page.getByLabel("Password").fill(PASSWORD);
    await page.getByRole("button", { name: "Sign in", exact: true }).click();
    const card = page.getByRole("region", { name: "Passkeys" });
    await card.getByLabel("Name of the device").fill("Laptop");
    await card.getByRole("button", { name: "Add a passkey" }).click();
    await card.getByRole("list", { name: "Passkeys" }).getByText("Laptop added").waitFor();

    await page.getByRole("button", { name: "Sign out" }).click();
    const [answered] = await Promise.all([page.waitForRequest("**/sign-in/passkey"), signInWithPasskey()]);
    await page.getByRole("heading", { name: "Playground", level: 1 }).waitFor();

    // What was overheard is worth nothing.
    const again = await new Browser(service.url).post("/api/account/v1/sign-in/passkey", answered.postDataJSON());
    expect(again.json.error_code).toBe("passkey_invalid");

    await page.goto(`${url}/settings`);
    await card.getByText(", used").waitFor();
    await card.getByRole("button", { name: "Remove the passkey Laptop" }).click();
    await card.getByRole("list", { name: "Passkeys" }).waitFor({ state: "detached" });
    await page.getByRole("button", { name: "Sign out" }).click();
    await signInWithPasskey();
    await page.getByText("The passkey was not accepted").waitFor();
  });
});
