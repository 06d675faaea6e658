/** The playground: results with an address, edits that are not lost by accident, locked PDFs, suggestions. */
import type { Page } from "playwright-core";
import { beforeAll, expect, test } from "vitest";
import { describeInBrowser, useBrowser } from "../support/browser.ts";
import { openAs, sharedOwner } from "../support/dashboard.ts";
import { INVOICE, pdfOf } from "../support/pdf.ts";
import { type SharedService, sharedService } from "../support/shared-service.ts";
import type { Browser } from "../support/signed-in.ts";

const TIMEOUT = { timeout: 300_000 };

describeInBrowser("the playground", () => {
  const open = useBrowser();
  let service: SharedService;
  let owner: Browser;
  beforeAll(async () => {
    service = await sharedService();
    owner = await sharedOwner();
    await owner.post("/api/extractor/v1/templates", {
      name: "Receipts",
      extraction_schema: { fields: [{ name: "shop", type: "string" }] },
    });
  });
  const choose = (page: Page, name: string, buffer: Buffer) =>
    page.locator("input[type=file]").setInputFiles({ name, mimeType: "application/pdf", buffer });

  test("a result has an address, survives a reload, and gives fields and document back", TIMEOUT, async () => {
    const page = await openAs(open, owner, "/playground");
    await choose(page, "paper.pdf", await pdfOf(INVOICE));
    await page.getByLabel("Name of invoice_number").waitFor();
    await page.getByRole("button", { name: "Extract" }).click();
    const value = page.locator('[data-value="/invoice_number"]');
    await value.waitFor();
    expect(new URL(page.url()).search).toMatch(/^\?task=task_\w+$/);
    await page.reload();
    await value.getByText("INV-00042").waitFor();
    await page.getByRole("tab", { name: "Code" }).click();
    await page.getByText('filename: "paper.pdf"').waitFor();
    await page.getByRole("button", { name: "Change fields" }).click();
    await page.getByLabel("Name of invoice_number").waitFor();
    await page.getByText("paper.pdf", { exact: true }).waitFor();
    expect(new URL(page.url()).search).toBe("");
    await page.goBack();
    await value.waitFor();
    // Somebody else's task, or one that is gone, says so.
    await page.goto(`${service.url}/playground?task=task_nothing`);
    await page.getByRole("alert").waitFor();
  });

  test("fields that somebody changed are asked about before they are replaced or left", TIMEOUT, async () => {
    const page = await openAs(open, owner, "/playground");
    await page.getByLabel("Name of new field").fill("my_own");
    await page.getByLabel("Start from a template").selectOption({ label: "Receipts" });
    const replace = page.getByRole("dialog", { name: "Replace your fields?" });
    await replace.getByRole("button", { name: "Cancel" }).click();
    await page.getByRole("link", { name: "Tasks" }).click();
    const leave = page.getByRole("dialog", { name: "Leave without saving?" });
    await leave.getByRole("button", { name: "Cancel" }).click();
    expect(await page.getByLabel("Name of my_own").inputValue()).toBe("my_own");
    await page.getByLabel("Start from a template").selectOption({ label: "Receipts" });
    await replace.getByRole("button", { name: "Replace fields" }).click();
    await page.getByLabel("Name of shop").waitFor();
    // A template's own fields are no loss.
    await page.getByRole("link", { name: "Tasks" }).click();
    await page.getByRole("heading", { name: "Tasks", level: 1 }).waitFor();
  });

  test("a reload with changed fields is asked about by the browser", TIMEOUT, async () => {
    const page = await openAs(open, owner, "/playground");
    await page.getByLabel("Name of new field").fill("my_own");
    const asked: string[] = [];
    page.on("dialog", async (dialog) => {
      asked.push(dialog.type());
      await dialog.dismiss();
    });
    await page.reload({ timeout: 2_000 }).catch(() => undefined);
    expect(asked).toEqual(["beforeunload"]);
    expect(await page.getByLabel("Name of my_own").inputValue()).toBe("my_own");
  });

  test("a locked PDF asks for its password, says when it is wrong, and is read with the right one", TIMEOUT, async () => {
    const page = await openAs(open, owner, "/playground");
    await choose(page, "locked.pdf", await pdfOf(INVOICE, { userPassword: "sesame" }));
    const password = page.getByLabel("Password of the PDF");
    await password.fill("guess");
    await page.getByRole("button", { name: "Open", exact: true }).click();
    await page.getByText("This password does not open the PDF.").waitFor();
    await password.fill("sesame");
    await page.getByRole("button", { name: "Open", exact: true }).click();
    await password.waitFor({ state: "detached" });
    await page.getByRole("img", { name: "Page 1 of the document" }).waitFor();
    await page.getByRole("button", { name: "Extract" }).click();
    await page.locator('[data-value="/invoice_number"]').getByText("INV-00042").waitFor();
    await page.getByRole("img", { name: "Page 1", exact: true }).waitFor();
    expect(await page.content()).not.toContain("sesame");
    // Nobody keeps the password: whoever opens the page anew tells it anew.
    await page.reload();
    await page.getByLabel("Password of the PDF").fill("sesame");
    await page.getByRole("button", { name: "Open", exact: true }).click();
    await page.getByRole("img", { name: "Page 1", exact: true }).waitFor();
  });

  test("the page is shown while its labels are read, each suggestion with the value it has there", TIMEOUT, async () => {
    const page = await openAs(open, owner, "/playground");
    let answer = () => {};
    const held = new Promise<void>((resolve) => {
      answer = resolve;
    });
    await page.route("**/schemas/suggest", async (route) => {
      await held;
      await route.continue();
    });
    await choose(page, "paper.pdf", await pdfOf(INVOICE));
    await page.getByRole("img", { name: "Page 1 of the document" }).waitFor();
    await page.getByRole("status").getByText("Reading the labels…").waitFor();
    answer();
    const suggestions = page.getByRole("region", { name: "Suggested fields" });
    await suggestions.getByRole("button", { name: "Added: Invoice number INV-00042" }).waitFor();
    await suggestions.getByText("EUR 1,190.00").waitFor();
  });
});
