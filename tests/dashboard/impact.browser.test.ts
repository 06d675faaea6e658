/** A position's page takes groups of applicants as a CSV file and shows impact ratios; an application's page has a redacted copy. */
import { beforeAll, expect, test } from "vitest";
import { describeInBrowser, useBrowser } from "../support/browser.ts";
import { openAs } from "../support/dashboard.ts";
import { fileOf, people, RESUME_TEXT, textOf } from "../support/resumes.ts";
import { type SharedService, sharedService } from "../support/shared-service.ts";
import { signedIn } from "../support/signed-in.ts";

describeInBrowser("impact ratios", () => {
  const open = useBrowser();
  let service: SharedService;
  beforeAll(async () => {
    service = await sharedService();
  });

  test("of groups in a CSV file are shown, follow a threshold, and go when the groups are deleted", async () => {
    const { client, browser } = await signedIn(service);
    const required_skills = [{ name: "Python", type: "technical", required: true }];
    const { json: made } = await client.post("/recruit/positions", { title: "Engineer", required_skills });
    const path = `/recruit/positions/${made.position_id}`;
    const [ada, ben] = people(2).map(textOf);
    await client.post(`${path}/resumes`, {
      files: [fileOf("0.txt", ada ?? ""), fileOf("1.txt", (ben ?? RESUME_TEXT).replaceAll("Python", "Erlang"))],
    });
    const list = async () => (await client.get(`${path}/applications`)).json.applications;
    await expect.poll(async () => (await list()).map(({ status }: { status: string }) => status)).toEqual(["evaluated", "evaluated"]);
    const [first, second] = await list();

    const page = await openAs(open, browser, `/recruiting/${made.position_id}`);
    await page.getByText("Impact ratios", { exact: true }).first().click();
    const csv = `application_id;sex;selected\n${first.application_id};female;yes\n${second.application_id};male;\napp_none;male;\n`;
    const card = page.getByRole("region", { name: "Impact ratios" });
    await card.locator("input[type=file]").setInputFiles({ name: "groups.csv", mimeType: "text/csv", buffer: Buffer.from(csv) });
    await card.getByText("Stored for 2 applications. 1 id").waitFor();
    const row = (name: string) => card.getByRole("row", { name: new RegExp(`^${name}`) });
    await row("female 1 1 100.0 % 1.00").waitFor();
    await row("male 1 0 0.0 % 0.00 below 4/5").waitFor();
    await card.getByLabel("Selected from score").fill("0");
    await row("male 1 1 100.0 % 1.00").waitFor();
    await card.getByRole("button", { name: "Delete groups" }).click();
    await card.getByRole("row").first().waitFor({ state: "detached" });

    await page.goto(`${service.url}/recruiting/${made.position_id}/${first.application_id}`);
    const copy = page.getByRole("link", { name: "Redacted copy" });
    expect(await copy.getAttribute("href")).toBe(`/api/recruit/v1/resumes/${first.application_id}/redacted.pdf`);
  });
});
