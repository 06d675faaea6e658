/** The results of a template are downloaded from its page. */
import { readFile } from "node:fs/promises";
import { parse } from "csv-parse/sync";
import { beforeAll, expect, test } from "vitest";
import { describeInBrowser, useBrowser } from "../support/browser.ts";
import { openAs } from "../support/dashboard.ts";
import { base64, INVOICE, INVOICE_SCHEMA, pdfOf } from "../support/pdf.ts";
import { type SharedService, sharedService } from "../support/shared-service.ts";
import { signedIn } from "../support/signed-in.ts";

describeInBrowser("the page of a template", () => {
  const open = useBrowser();
  let service: SharedService;
  beforeAll(async () => {
    service = await sharedService();
  });

  test("gives the values of its documents as CSV, Excel and JSON Lines", async () => {
    const person = await signedIn(service);
    const { json } = await person.client.post("/v1/templates", { name: "Invoices", extraction_schema: INVOICE_SCHEMA });
    await person.client.extract({ template_id: json.template_id, file_content: base64(await pdfOf(INVOICE)) });
    const page = await openAs(open, person.browser, `/templates/${json.template_id}`);
    const region = page.getByRole("region", { name: "Download results" });
    const download = async (name: string): Promise<[string, Buffer]> => {
      const [file] = await Promise.all([page.waitForEvent("download"), region.getByRole("link", { name }).click()]);
      return [file.suggestedFilename(), await readFile(await file.path())];
    };
    const [name, csv] = await download("CSV");
    expect(name).toBe(`${json.template_id}.csv`);
    expect(parse(csv, { bom: true })[1]).toContain("INV-00042");
    expect((await download("Excel"))[1].subarray(0, 2).toString()).toBe("PK");
    expect((await download("JSON Lines"))[1].toString()).toContain('"final_data":{"invoice_number":"INV-00042"');
  });
});
