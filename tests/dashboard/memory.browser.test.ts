/** The dashboard says when a document was read as others were corrected, links to the last of them, and lets the layout be forgotten. */
import { afterAll, beforeAll, expect, test } from "vitest";
import { readBeside, readSample, SLIPS } from "../../samples/list.ts";
import { describeInBrowser, useBrowser } from "../support/browser.ts";
import { openAs } from "../support/dashboard.ts";
import { base64 } from "../support/pdf.ts";
import { startTestService, type TestService } from "../support/service.ts";
import { signedIn } from "../support/signed-in.ts";

describeInBrowser("what reviews taught", () => {
  const open = useBrowser();
  let service: TestService;
  beforeAll(async () => {
    service = await startTestService();
  });
  afterAll(() => service[Symbol.asyncDispose]());

  test("is told of a document with a link to the review, and of a template, and forgotten on request", async () => {
    const person = await signedIn(service);
    const { client } = person;
    const [first, second] = await Promise.all(SLIPS.map(async (each) => base64(await readSample(each))));
    const extraction_schema = await readBeside({ file: "slip.pdf", what: "" }, "schema");
    const { json } = await client.post("/v1/templates", { name: "Slips", extraction_schema });
    const reviewed = await client.extract({ template_id: json.template_id, file_content: first });
    const corrections = Object.fromEntries(Object.entries(SLIPS[0]?.values ?? {}).map(([name, value]) => [`/${name}`, value]));
    await client.post(`/v1/tasks/${reviewed.task_id}/review`, { corrections, done: true });
    const memory = `/v1/templates/${json.template_id}/memory`;
    await expect.poll(async () => (await client.get(memory)).json.layouts.length).toBe(1);
    const task = await client.extract({ template_id: json.template_id, file_content: second });
    const page = await openAs(open, person.browser, `/tasks/${task.task_id}`);
    const note = page.getByText(/Read as one like it was corrected, last/);
    await note.waitFor();
    expect(await note.getByRole("link").getAttribute("href")).toBe(`/tasks/${reviewed.task_id}`);
    await page.goto(`${service.url}/templates/${json.template_id}`);
    await page.getByText("1 document reviewed, 17 % of their values needed no correction; 1 document read with it.").waitFor();
    await page.getByRole("button", { name: "Forget layout 1" }).click();
    await expect.poll(async () => (await client.get(memory)).json.layouts).toEqual([]);
    await page.getByText("Learned from reviews", { exact: true }).waitFor({ state: "detached" });
  });
});
