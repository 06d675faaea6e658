/** Sessions that end: in another tab, by their time, and what the back button does then. */
import type { Page } from "playwright-core";
import { beforeAll, expect, test } from "vitest";
import { describeInBrowser, useBrowser } from "../support/browser.ts";
import { openAs, sharedOwner } from "../support/dashboard.ts";
import { type SharedService, sharedService } from "../support/shared-service.ts";
import { PASSWORD, type Person, signedIn } from "../support/signed-in.ts";

const TIMEOUT = { timeout: 300_000 };

describeInBrowser("a session", () => {
  const open = useBrowser();
  let service: SharedService;
  beforeAll(async () => {
    service = await sharedService();
    await sharedOwner();
  });

  /** One page of a person for each address, all of one browser. */
  async function tabsOf(person: Person, ...paths: string[]): Promise<Page[]> {
    const [first = "/", ...others] = paths;
    const page = await openAs(open, person.browser, first);
    const tabs = [page];
    for (const path of others) {
      const tab = await page.context().newPage();
      await tab.goto(service.url + path);
      tabs.push(tab);
    }
    for (const tab of tabs) await tab.getByRole("button", { name: "Sign out" }).waitFor();
    // What is still being read when a session ends is refused, and tells the tab before anybody clicks.
    for (const tab of tabs) await tab.waitForLoadState("networkidle");
    return tabs;
  }
  const signInAt = async (page: Page, email: string) => {
    await page.getByLabel("E-mail").fill(email);
    await page.getByLabel("Password").fill(PASSWORD);
    await page.getByRole("button", { name: "Sign in" }).click();
  };
  const addressOf = (page: Page) => page.url().slice(service.url.length);
  const heading = (page: Page, name: string) => page.getByRole("heading", { name, level: 1 }).waitFor();

  test("that ends in one tab ends in all, and begins again in all, each where it was", TIMEOUT, async () => {
    const person = await signedIn(service);
    const [one, two, three] = (await tabsOf(person, "/templates", "/tasks?status=failed", "/settings")) as [Page, Page, Page];
    await one.getByRole("button", { name: "Sign out" }).click();
    for (const page of [one, two, three]) await heading(page, "Sign in to Winnow");
    expect([one, two, three].map(addressOf)).toEqual(["/sign-in", "/sign-in?next=%2Ftasks%3Fstatus%3Dfailed", "/sign-in?next=%2Fsettings"]);
    await signInAt(one, person.email);
    await heading(one, "Playground");
    await heading(two, "Tasks");
    await heading(three, "Settings");
    expect(addressOf(two)).toBe("/tasks?status=failed");
    // The sign-in page is not behind anybody.
    await two.goBack();
    expect(two.url()).not.toContain("sign-in");
  });

  test("whose time is over sends every tab to the sign-in page once, whatever is clicked", TIMEOUT, async () => {
    const person = await signedIn(service);
    const [one, two] = (await tabsOf(person, "/tasks", "/templates")) as [Page, Page];
    await service.db.deleteFrom("sessions").where("person_id", "=", person.personId).execute();
    const steps = await two.evaluate<number>("history.length");
    await two.getByRole("link", { name: "Webhooks" }).click();
    await heading(two, "Sign in to Winnow");
    await two.waitForLoadState("networkidle");
    expect(addressOf(two)).toBe("/sign-in?next=%2Fwebhooks");
    expect(await two.evaluate<number>("history.length")).toBeLessThanOrEqual(steps + 1);
    await two.goBack();
    await heading(two, "Sign in to Winnow");
    await one.getByRole("link", { name: "Usage" }).click();
    await heading(one, "Sign in to Winnow");
    await signInAt(one, person.email);
    await heading(one, "Usage");
    await heading(two, "Templates");
  });

  test.each(["/sign-in", "/sign-in?next=%2Fsign-in%3Fnext%3D%252Ftasks", "/join", "/Sign-In/"])(
    "does not go on from sign-in to %s",
    TIMEOUT,
    async (next) => {
      const { email } = await signedIn(service);
      const page = await open(`${service.url}/sign-in?next=${encodeURIComponent(next)}`);
      await signInAt(page, email);
      await heading(page, "Playground");
    },
  );

  test("of another account forgets what the one before was shown", TIMEOUT, async () => {
    const [before, after] = [await signedIn(service), await signedIn(service)];
    await before.client.post("/v1/templates", { name: "Of the first", extraction_schema: { fields: [{ name: "a" }] } });
    const [one, two] = (await tabsOf(before, "/templates", "/templates")) as [Page, Page];
    await two.getByRole("link", { name: "Of the first", exact: true }).waitFor();
    await one.getByRole("button", { name: "Sign out" }).click();
    await heading(one, "Sign in to Winnow");
    await signInAt(one, after.email);
    await heading(two, "Templates");
    await two.getByText("No templates yet").waitFor();
    expect(await two.content()).not.toContain("Of the first");
  });

  test("that ends while edits are unsaved asks before they are lost, and keeps them if wanted", TIMEOUT, async () => {
    const person = await signedIn(service);
    const [one, two] = (await tabsOf(person, "/tasks", "/templates/new")) as [Page, Page];
    await two.getByLabel("Name", { exact: true }).fill("Slowly written");
    await two.getByLabel("Name of new field").fill("total");
    await one.getByRole("button", { name: "Sign out" }).click();
    await two.getByRole("dialog", { name: "Leave without saving?" }).getByRole("button", { name: "Cancel" }).click();
    await two.getByText("You are signed out.").waitFor();
    await signInAt(one, person.email);
    await two.getByText("You are signed out.").waitFor({ state: "detached" });
    await two.getByRole("button", { name: "Save template" }).click();
    await two.getByText("Version 1", { exact: true }).waitFor();
    expect((await person.client.get("/v1/templates")).json.templates).toMatchObject([{ name: "Slowly written" }]);
  });
});
