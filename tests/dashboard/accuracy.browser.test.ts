/** The dashboard tells how well a template reads, what to review, and what a draft would lose before it is published. */
import { afterAll, beforeAll, expect, test } from "vitest";
import { describeInBrowser, useBrowser } from "../support/browser.ts";
import { openAs } from "../support/dashboard.ts";
import { base64, INVOICE, INVOICE_SCHEMA, pdfOf } from "../support/pdf.ts";
import { startTestService, type TestService } from "../support/service.ts";
import { signedIn } from "../support/signed-in.ts";

describeInBrowser("accuracy of a template", () => {
  const open = useBrowser();
  let service: TestService;
  beforeAll(async () => {
    service = await startTestService();
  });
  afterAll(() => service[Symbol.asyncDispose]());

  test("is told by the reviews, tried with a draft, and publishing shows what is lost", async () => {
    const person = await signedIn(service);
    const { client } = person;
    const { json } = await client.post("/v1/templates", { name: "Invoices", extraction_schema: INVOICE_SCHEMA });
    const id = json.template_id;
    const [lines = []] = INVOICE;
    const more = lines.map((line) => ({ ...line, text: line.text.replace("INV-00042", "INV-00077") }));
    for (const [pages, corrections] of [
      [INVOICE, {}],
      [[more], { "/total": "1200.00 EUR" }],
    ] as const) {
      const task = await client.extract({ template_id: id, file_content: base64(await pdfOf(pages.map((page) => [...page]))) });
      await client.post(`/v1/tasks/${task.task_id}/review`, { done: true, corrections });
    }
    const page = await openAs(open, person.browser, `/templates/${id}`);
    await page.getByRole("button", { name: "Remove invoice_number" }).click();
    await page.getByRole("button", { name: "Save as draft" }).click();
    await page.getByText("Draft", { exact: true }).waitFor();

    await page.getByRole("link", { name: "Accuracy" }).click();
    await page.getByText("5 of 6 values").waitFor();
    const fields = page.getByRole("region", { name: "Fields", exact: true });
    expect((await fields.getByRole("row").nth(1).innerText()).replaceAll(/\s+/g, " ")).toBe("total 50.0 % 1 0 0 2");
    const slider = page.getByRole("slider", { name: /Review values below/ });
    await slider.focus();
    await slider.press("Home");
    await page.getByText("Review values below 0 %").waitFor();
    await page.getByRole("button", { name: "Use for this template" }).click();
    await page.getByText("The template says 0 %.").waitFor();
    expect((await client.get(`/v1/templates/${id}`)).json).toMatchObject({ version: 3, review_below: 0 });

    await page.getByLabel("Version").selectOption("2");
    await page.getByRole("button", { name: "Read again and compare" }).click();
    await page.getByRole("heading", { name: "2 values got worse" }).waitFor();
    const worse = page.getByRole("region", { name: "Values that got worse" });
    expect(await worse.getByRole("row").count()).toBe(3);
    if (process.env.SHOTS) await page.screenshot({ path: `${process.env.SHOTS}/accuracy.png`, fullPage: true });

    await page.getByRole("link", { name: "Fields and versions" }).click();
    await page.getByRole("button", { name: "Publish version 2" }).click();
    const dialog = page.getByRole("dialog", { name: "Version 2 loses values" });
    await dialog.getByText("The published version reads 2 reviewed values right that version 2 does not.").waitFor();
    if (process.env.SHOTS) await page.screenshot({ path: `${process.env.SHOTS}/publish.png` });
    await dialog.getByRole("button", { name: "Publish all the same" }).click();
    await expect.poll(async () => (await client.get(`/v1/templates/${id}`)).json.version).toBe(2);
    await dialog.waitFor({ state: "detached" });
  });

  test("says which documents break rules with a version that is tried, and publishing shows them", async () => {
    const person = await signedIn(service);
    const { client } = person;
    const template = (checks: object[]) => ({ name: "Invoices", extraction_schema: INVOICE_SCHEMA, rules: { checks } });
    const { json } = await client.post("/v1/templates", template([{ name: "Number", check: "invoice_number != null" }]));
    const id = json.template_id;
    const task = await client.extract({ template_id: id, file_content: base64(await pdfOf(INVOICE.map((page) => [...page]))) });
    await client.post(`/v1/tasks/${task.task_id}/review`, { done: true });
    const small = { name: "Small", check: "total.amount < 10", message: "Ask before you pay." };
    await client.put(`/v1/templates/${id}`, { ...template([small]), published: false });

    const page = await openAs(open, person.browser, `/templates/${id}/accuracy`);
    await page.getByLabel("Version").selectOption("2");
    await page.getByRole("button", { name: "Read again and compare" }).click();
    const broken = page.getByRole("region", { name: "Rules that are broken" });
    await broken.getByRole("row", { name: /Small Ask before you pay\./ }).waitFor();
    expect(await broken.getByRole("link", { name: "Open" }).getAttribute("href")).toBe(`/tasks/${task.task_id}`);
    const cells = page.getByRole("region", { name: "Evaluations" }).getByRole("row").nth(1).getByRole("cell");
    await expect.poll(() => cells.nth(3).innerText()).toBe("1 of 1");
    if (process.env.SHOTS) await page.screenshot({ path: `${process.env.SHOTS}/broken-rules.png`, fullPage: true });

    await page.getByRole("link", { name: "Fields and versions" }).click();
    await page.getByRole("button", { name: "Publish version 2" }).click();
    const dialog = page.getByRole("dialog", { name: "Version 2 breaks rules" });
    await dialog.getByText("Ask before you pay.").waitFor();
    if (process.env.SHOTS) await page.screenshot({ path: `${process.env.SHOTS}/publish-rules.png` });
    await dialog.getByRole("button", { name: "Publish all the same" }).click();
    await expect.poll(async () => (await client.get(`/v1/templates/${id}`)).json.version).toBe(2);
  });
});
