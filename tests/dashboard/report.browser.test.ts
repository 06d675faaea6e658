/** The candidate's report is opened from the application's page: readable by everybody, in light and dark, as wide as the screen, on paper. */
import axe from "axe-core";
import type { Page } from "playwright-core";
import { beforeAll, expect, test, vi } from "vitest";
import { describeInBrowser, useBrowser } from "../support/browser.ts";
import { openAs } from "../support/dashboard.ts";
import { fileOf, resumePdf } from "../support/resumes.ts";
import { type SharedService, sharedService } from "../support/shared-service.ts";
import { type Person, signedIn } from "../support/signed-in.ts";

const TITLE = `Engineer <b onclick="x">& "friends"</b>`;
const CONTACT = "Write to review@example.com,\nor ask at the front desk.";
const SKILLS = [{ name: "Python" }, { name: "SQL" }, { name: "Rust", required: false }];

describeInBrowser("the candidate's report", () => {
  const open = useBrowser();
  let service: SharedService;
  let person: Person;
  let application: string;
  let address: string;
  beforeAll(async () => {
    service = await sharedService();
    person = await signedIn(service);
    const { client } = person;
    const body = { title: TITLE, required_skills: SKILLS, review_contact: CONTACT, retention_days: 90 };
    const { json } = await client.post("/recruit/positions", body);
    const path = `/recruit/positions/${json.position_id}`;
    await client.post(`${path}/resumes`, { files: [fileOf("ada.pdf", await resumePdf({ name: "Ada Muster", email: "ada@example.com" }))] });
    const list = async () => (await client.get(`${path}/applications`)).json.applications;
    await vi.waitFor(async () => expect((await list())[0]?.status).toBe("evaluated"), { timeout: 300_000, interval: 200 });
    [{ application_id: application }] = await list();
    address = `/recruiting/${json.position_id}`;
  });

  const seriousIn = async (page: Page) => {
    await page.evaluate(axe.source);
    const found: axe.Result[] = await page.evaluate("axe.run().then((result) => result.violations)");
    return found
      .filter(({ impact }) => impact === "serious" || impact === "critical")
      .map(({ id, nodes }) => [id, nodes.map(({ html }) => html)]);
  };

  /** With `SCREENSHOTS` set to a folder the pages are kept there to look at. */
  const keepPicture = async (page: Page, name: string) => {
    if (process.env.SCREENSHOTS) await page.screenshot({ path: `${process.env.SCREENSHOTS}/report-${name}.png`, fullPage: true });
  };

  test("opens in a page of its own, with the title and contact as they were entered, and runs nothing", async () => {
    const page = await openAs(open, person.browser, `${address}/${application}`);
    const link = page.getByRole("link", { name: "Candidate's report" });
    await link.waitFor();
    await keepPicture(page, "application");
    const [report] = await Promise.all([page.waitForEvent("popup"), link.click()]);
    await report.getByRole("heading", { level: 1, name: "How your application was scored" }).waitFor();
    expect(await report.locator("strong").first().textContent()).toBe(TITLE);
    expect(await report.locator(".contact").innerText()).toBe(CONTACT);
    await report.getByRole("region", { name: "Python required" }).getByText("page 1").first().waitFor();
    expect(await report.evaluate("[document.scripts.length, document.querySelectorAll('b, a, img, [style]').length]")).toEqual([0, 0]);
    expect(await report.locator("body").innerText()).not.toMatch(/Ada|Muster|@example\.com(?<!review@example\.com)/);
  });

  test.each([
    ["light", { colorScheme: "light" }],
    ["dark", { colorScheme: "dark" }],
    ["phone", { viewport: { width: 360, height: 780 } }],
  ] as const)("%s: nothing serious by axe, and no wider than the screen", { timeout: 300_000 }, async (look, options) => {
    const page = await openAs(open, person.browser, `/api/recruit/v1/applications/${application}/report?format=html`, options);
    expect(await seriousIn(page)).toEqual([]);
    expect(await page.evaluate("document.documentElement.scrollWidth - innerWidth")).toBeLessThanOrEqual(0);
    await keepPicture(page, look);
    if (look === "dark") {
      await page.emulateMedia({ media: "print" });
      expect(await page.evaluate("getComputedStyle(document.body).color")).toBe("rgb(28, 27, 25)");
      await keepPicture(page, "print");
    }
  });

  test("its contact and how long applications are kept are set on the position's page", async () => {
    const page = await openAs(open, person.browser, address);
    await page.getByText("Applications are deleted after 90 days.").waitFor();
    await page.getByRole("button", { name: "Edit" }).click();
    await page.getByLabel("Delete applications after (days)").fill("30");
    await page.getByLabel("How candidates ask for a review").fill("hr@example.com");
    await keepPicture(page, "position");
    await page.getByRole("button", { name: "Save and score" }).click();
    await page.getByText("Applications are deleted after 30 days.").waitFor();
    const { json } = await person.client.get(`/recruit/applications/${application}/report`);
    expect(json.review_contact).toBe("hr@example.com");
    await page.getByRole("button", { name: "Edit" }).click();
    await page.getByLabel("Delete applications after (days)").fill("");
    await page.getByRole("button", { name: "Save and score" }).click();
    await page.getByText("Applications are deleted after").waitFor({ state: "detached" });
  });
});
