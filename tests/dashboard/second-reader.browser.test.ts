/** Two people review: one by a broken rule, the other as the second reader of what the first has left. */
import { beforeAll, expect, test } from "vitest";
import { describeInBrowser, useBrowser } from "../support/browser.ts";
import { colleague } from "../support/colleague.ts";
import { openAs, sharedOwner } from "../support/dashboard.ts";
import { eventually } from "../support/eventually.ts";
import { base64, INVOICE, INVOICE_SCHEMA, pdfOf } from "../support/pdf.ts";
import { type SharedService, sharedService } from "../support/shared-service.ts";
import { signedIn } from "../support/signed-in.ts";

describeInBrowser("a queue by rule and a second reader", () => {
  const open = useBrowser();
  let service: SharedService;
  beforeAll(async () => {
    service = await sharedService();
    await sharedOwner();
  });

  test("a reviewer takes what breaks a rule; another reads it again without seeing what was corrected", async () => {
    const ada = await signedIn(service);
    const ben = await colleague(service, ada, "reviewer");
    const template = async (more: object): Promise<string> =>
      (await ada.client.post("/v1/templates", { name: "Invoices", extraction_schema: INVOICE_SCHEMA, ...more })).json.template_id;
    const rules = { checks: [{ name: "Known number", check: 'invoice_number == "7"' }] };
    const [ruled, plain] = [await template({ rules }), await template({})];
    const content = base64(await pdfOf(INVOICE));
    const sent = (template_id: string, filename: string) =>
      ada.client.extract({ template_id, cache: "off", document: { filename, file_content: content } });
    const { task_id } = await sent(ruled, "broken.pdf");
    await sent(plain, "other.pdf");

    // The share is set where the template is.
    const hers = await openAs(open, ada.browser, `/templates/${ruled}`);
    await hers.getByLabel("Reviews that a second person reads again, in %").fill("100");
    await hers.getByRole("button", { name: "Save as version 2" }).click();
    await hers.getByRole("button", { name: "Save as version 3" }).waitFor();

    await hers.goto(`${service.url}/tasks`);
    await hers.getByLabel("Broken rule").selectOption({ label: "Any broken rule" });
    await hers.getByRole("link", { name: "other.pdf" }).waitFor({ state: "detached" });
    await hers.getByRole("link", { name: "broken.pdf" }).waitFor();

    await hers.goto(`${service.url}/review`);
    await hers.getByLabel("Broken rule").selectOption({ label: "Broken rule: Known number" });
    await hers.getByRole("heading", { name: "broken.pdf", level: 1 }).waitFor();
    await hers.getByText("1 document to review.").waitFor();
    await hers.locator('[data-value="/invoice_number"]').click();
    await hers.keyboard.press("e");
    await hers.getByLabel("Correct value").fill("INV-00077");
    await hers.keyboard.press("Enter");
    // It was the only doubtful value.
    await hers.getByRole("heading", { name: /Nothing to review|That was the last document/ }).waitFor();

    await hers.goto(`${service.url}/templates`);
    await eventually(
      () => ben.browser.get(`/api/extractor/v1/tasks/${task_id}/work`),
      ({ json }) => expect([json.second_reading?.status, json.open_by]).toEqual(["waiting", null]),
    );
    const his = await openAs(open, ben.browser, "/review");
    await his.getByRole("heading", { name: "broken.pdf", level: 1 }).waitFor();
    await his.getByText("Second reading").waitFor();
    const value = his.locator('[data-value="/invoice_number"]');
    await value.filter({ hasText: "INV-00077" }).waitFor();
    expect(await value.textContent()).not.toContain("INV-00042");
    await value.click();
    await his.keyboard.press("e");
    await his.getByLabel("Correct value").fill("INV-00078");
    await his.keyboard.press("Enter");
    await his.getByRole("heading", { name: "other.pdf", level: 1 }).waitFor();

    await hers.goto(`${service.url}/tasks/${task_id}`);
    await hers.getByRole("button", { name: /^Comments/ }).click();
    await hers.getByRole("region", { name: "Second reading" }).getByText("INV-00078").waitFor();
    await hers.getByRole("textbox", { name: "Comment" }).fill("Read the number at the bottom.");
    await hers.getByRole("button", { name: "Say it" }).click();
    await hers.getByRole("button", { name: /^Delete comment/ }).click();
    await hers.getByText("Nobody has said anything of this document yet.").waitFor();
    await hers.goto(`${service.url}/templates/${ruled}/accuracy`);
    const row = hers.getByRole("region", { name: "Agreement by field" }).getByRole("row").filter({ hasText: "invoice_number" });
    await row.getByRole("cell", { name: "0 %" }).waitFor();
    await hers.goto(`${service.url}/members`);
    await hers.getByRole("columnheader", { name: "Second reader agrees" }).waitFor();
  });
});
