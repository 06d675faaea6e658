/** Two people, one in-tray: a mail comes, is read, is corrected by one while the other looks on, and goes out as a spreadsheet. */
import { readFile } from "node:fs/promises";
import { strFromU8, unzipSync } from "fflate";
import type { Page } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { describeInBrowser, useBrowser } from "../support/browser.ts";
import { colleague } from "../support/colleague.ts";
import { openAs, sharedOwner } from "../support/dashboard.ts";
import { hasDovecot, type MailServer, PASSWORD, startDovecot } from "../support/dovecot.ts";
import { INVOICE, INVOICE_SCHEMA, pdfOf } from "../support/pdf.ts";
import { type SharedService, sharedService } from "../support/shared-service.ts";
import { signedIn } from "../support/signed-in.ts";

describeInBrowser("an in-tray of two people", () => {
  const open = useBrowser();
  let service: SharedService;
  let mail: MailServer;
  beforeAll(async () => {
    service = await sharedService();
    await sharedOwner();
    if (hasDovecot) mail = await startDovecot();
  });
  afterAll(() => mail?.[Symbol.asyncDispose]());

  const addMailbox = async (page: Page) => {
    await page.getByRole("button", { name: "Add a mailbox" }).click();
    const dialog = page.getByRole("dialog", { name: "Add a mailbox" });
    await dialog.getByLabel("Name").fill("Invoices by mail");
    await dialog.getByLabel("Read by").selectOption({ label: "Invoices" });
    await dialog.getByLabel("Senders whose mails are taken").fill("@supplier.example.com");
    await dialog.getByLabel("IMAP server").fill("127.0.0.1");
    await dialog.getByLabel("Port").fill(String(mail.port));
    await dialog.getByLabel("Security").selectOption("none");
    await dialog.getByLabel("User").fill("invoices");
    await dialog.getByLabel("Password").fill(PASSWORD);
    await dialog.getByRole("button", { name: "Add" }).click();
    await page.getByText("invoices at 127.0.0.1, INBOX").waitFor();
  };

  test.skipIf(!hasDovecot)("mail in, read, corrected, a spreadsheet out", { timeout: 300_000 }, async () => {
    const ada = await signedIn(service);
    const ben = await colleague(service, ada, "reviewer");
    const stranger = await signedIn(service);
    const { template_id } = (await ada.client.post("/v1/templates", { name: "Invoices", extraction_schema: INVOICE_SCHEMA })).json;

    const hers = await openAs(open, ada.browser, "/inboxes");
    await addMailbox(hers);
    const attachment = { filename: "invoice-from-supplier.pdf", bytes: Buffer.from(await pdfOf(INVOICE)) };
    await mail.send("invoices", { from: "billing@supplier.example.com", subject: "Your invoice", messageId: "1", attachment });
    await mail.send("invoices", { from: "stranger@example.com", subject: "Another", messageId: "2", attachment });
    await hers.getByRole("link", { name: attachment.filename }).waitFor();
    await hers.getByText("does not name this sender").waitFor();
    await hers.getByRole("link", { name: attachment.filename }).click();
    await hers.getByRole("heading", { name: attachment.filename, level: 1 }).waitFor();
    const taskId = hers.url().split("/").at(-1) ?? "";

    // He reviews it, she looks on.
    const his = await openAs(open, ben.browser, "/review");
    await his.getByRole("heading", { name: attachment.filename, level: 1 }).waitFor();
    await his.locator('[data-value="/invoice_number"]').click();
    await hers.getByRole("button", { name: /^Comments/ }).click();
    await hers.getByText(`${ben.email} has it open.`).waitFor();
    await hers.keyboard.press("Escape");
    const refused = await ada.browser.post(`/api/extractor/v1/tasks/${taskId}/review`, { done: true });
    expect(refused.json.error_code).toBe("being_reviewed");
    await his.keyboard.press("e");
    await his.getByLabel("Correct value").fill("INV-00099");
    await his.keyboard.press("Enter");
    await hers.locator('[data-value="/invoice_number"]', { hasText: "INV-00099" }).waitFor();
    await his.getByRole("button", { name: "Confirm all, next" }).click();
    await his
      .getByRole("heading", { name: "Nothing to review" })
      .or(his.getByRole("heading", { name: "That was the last document" }))
      .waitFor();

    await hers.goto(`${service.url}/templates/${template_id}`);
    const region = hers.getByRole("region", { name: "Download results" });
    const [file] = await Promise.all([hers.waitForEvent("download"), region.getByRole("link", { name: "Excel" }).click()]);
    const sheets = unzipSync(await readFile(await file.path()));
    const text = Object.values(sheets)
      .map((each) => strFromU8(each))
      .join("");
    expect(text).toContain("INV-00099");
    expect(text).not.toContain("INV-00042");

    // Nothing of it is anybody else's.
    for (const path of [`tasks/${taskId}`, `tasks/${taskId}/work`, `templates/${template_id}/results?format=xlsx`])
      expect((await stranger.browser.get(`/api/extractor/v1/${path}`)).status).toBe(404);
    expect((await stranger.browser.get("/api/extractor/v1/inboxes")).json.inboxes).toEqual([]);
  });
});
