/** Packets in the dashboard: a stack is dropped, its cuts are moved and its templates set by hand. */
import { beforeAll, expect, test } from "vitest";
import { describeInBrowser, useBrowser } from "../support/browser.ts";
import { openAs } from "../support/dashboard.ts";
import { INVOICE_SCHEMA } from "../support/pdf.ts";
import { type SharedService, sharedService } from "../support/shared-service.ts";
import { signedIn } from "../support/signed-in.ts";
import { stackOf } from "../support/stack.ts";

describeInBrowser("packets", () => {
  const open = useBrowser();
  let service: SharedService;
  beforeAll(async () => {
    service = await sharedService();
  });

  test("a stack is dropped, its pages are seen by document, and cuts and templates are set by hand", async () => {
    const { browser, client } = await signedIn(service);
    const make = async (name: string) => (await client.post("/v1/templates", { name, extraction_schema: INVOICE_SCHEMA })).json.template_id;
    const [invoice, other] = [await make("Invoice"), await make("Slip")];
    const page = await openAs(open, browser, "/packets");
    await page.getByText("No packets yet").waitFor();
    await page.getByLabel("Slip").uncheck();
    const buffer = await stackOf([{ sample: "invoice-en" }, { sample: "slip-1" }]);
    const dropped = page.getByLabel("Drop a PDF, TIFF or mail here, or choose one");
    await dropped.setInputFiles({ name: "stack.pdf", mimeType: "application/pdf", buffer });
    const first = page.getByRole("listitem", { name: "Pages 1 to 2" });
    await first.waitFor();
    expect(await first.getByLabel("Template of pages 1 to 2").inputValue()).toBe(invoice);
    const second = page.getByRole("listitem", { name: "Page 3" });
    expect(await second.getByLabel("Template of page 3").inputValue()).toBe("");
    await expect
      .poll(() => first.getByAltText("Page 2").evaluate((image) => (image as unknown as { naturalWidth: number }).naturalWidth))
      .toBeGreaterThan(0);
    if (process.env.LOOK) await page.screenshot({ path: `${process.env.LOOK}/packet.png`, fullPage: true });

    await second.getByRole("button", { name: "Join with the document before" }).click();
    await page.getByRole("button", { name: "Cut before page 2" }).click();
    const rest = page.getByRole("listitem", { name: "Pages 2 to 3" });
    await rest.getByText("Not saved yet").waitFor();
    await rest.getByLabel("Template of pages 2 to 3").selectOption({ label: "Slip" });
    await page.getByRole("button", { name: "Save documents" }).click();
    await rest.getByRole("link", { name: "Its values" }).waitFor();
    const { json } = await client.get("/v1/packets");
    expect(json.packets[0].parts.map(({ pages, template_id }: { pages: number[]; template_id: string }) => [pages, template_id])).toEqual([
      [[1], invoice],
      [[2, 3], other],
    ]);
    await openAs(open, browser, "/packets").then(async (list) => {
      await list
        .getByRole("row", { name: /stack\.pdf/ })
        .getByText("Cut")
        .waitFor();
      if (process.env.LOOK) await list.screenshot({ path: `${process.env.LOOK}/packets.png` });
    });
  });
});
