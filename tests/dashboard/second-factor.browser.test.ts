/** A second factor in the browser: set up in the settings, asked for when signing in, removed. */
import { expect, test } from "vitest";
import { describeInBrowser, useBrowser } from "../support/browser.ts";
import { openAs, sharedOwner } from "../support/dashboard.ts";
import { sharedService } from "../support/shared-service.ts";
import { PASSWORD, signedIn } from "../support/signed-in.ts";
import { codeOf } from "../support/totp.ts";

describeInBrowser("a second factor", () => {
  const open = useBrowser();

  test("is set up with an app, asked for at sign-in, and removed", async () => {
    const service = await sharedService();
    await sharedOwner();
    const ada = await signedIn(service);
    const page = await openAs(open, ada.browser, "/settings");
    const card = page.getByRole("region", { name: "Second factor" });
    await card.getByLabel("Your password").fill(PASSWORD);
    await card.getByRole("button", { name: "Set up" }).click();
    await card.getByAltText("QR code for the authenticator app").waitFor();
    const secret = await card.locator("code").innerText();
    const kept = await card.getByRole("list", { name: "Codes to keep" }).getByRole("listitem").allInnerTexts();
    expect(kept.length).toBeGreaterThan(5);
    await card.getByLabel("3. The code that the app shows").fill(codeOf(`otpauth://totp/Winnow?secret=${secret}`));
    await card.getByRole("button", { name: "Turn on" }).click();
    await card.getByText("On", { exact: true }).waitFor();

    const other = await open(`${service.url}/sign-in`);
    await other.getByLabel("E-mail").fill(ada.email);
    await other.getByLabel("Password").fill(PASSWORD);
    await other.getByRole("button", { name: "Sign in" }).click();
    await other.getByLabel("Code").fill("000000x");
    await other.getByRole("button", { name: "Go on" }).click();
    await other.getByText("The code is wrong").waitFor();
    await other.getByLabel("Code").fill(kept[0] ?? "");
    await other.getByRole("button", { name: "Go on" }).click();
    await other.getByRole("heading", { name: "Playground", level: 1 }).waitFor();

    await card.getByLabel("Your password").fill(PASSWORD);
    await card.getByRole("button", { name: "Remove" }).click();
    await card.getByRole("button", { name: "Set up" }).waitFor();
  });
});
