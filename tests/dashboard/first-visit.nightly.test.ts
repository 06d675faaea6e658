/** From an empty data dir to a verified value and a key that works: what somebody does who has never seen Winnow (contract §9). */
import { execFile } from "node:child_process";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { promisify } from "node:util";
import type { Page } from "playwright-core";
import sharp from "sharp";
import { afterAll, beforeAll, expect, test } from "vitest";
import { describeInBrowser, useBrowser } from "../support/browser.ts";
import { kill, type Processes, startProcesses } from "../support/processes.ts";
import { PASSWORD } from "../support/signed-in.ts";

describeInBrowser("from an empty installation", () => {
  const open = useBrowser();
  let dataDir: string;
  let service: Processes;
  beforeAll(async () => {
    dataDir = await mkdtemp(path.join(tmpdir(), "winnow-first-"));
    service = await startProcesses(dataDir);
  }, 120_000);
  afterAll(async () => {
    await service.stop();
    await rm(dataDir, { recursive: true, force: true });
  }, 120_000);

  test("K09: owner, sample, value on the page, template, key, curl", { timeout: 240_000 }, async () => {
    const page = await open(service.url, { permissions: ["clipboard-read", "clipboard-write"] });

    await page.getByLabel("Your name").fill("Ada Example");
    await page.getByLabel("E-mail").fill("ada@example.com");
    await page.getByLabel("Password").fill(PASSWORD);
    await page.getByRole("button", { name: "Become the owner" }).click();

    await page.getByRole("button", { name: /^Invoice/ }).click();
    await page.getByRole("button", { name: "Extract" }).click();
    await page.getByText("159 of 159 values found").waitFor();

    // Choosing a value shows its words, how sure it is, and its place on the picture of the page.
    await page.getByRole("button", { name: /^total 10,251\.34 GBP/ }).click();
    const details = page.getByRole("region", { name: "Details of total" });
    await details.getByText("“Total due GBP 10,251.34”").waitFor();
    expect(await details.innerText()).toMatch(/9\d % sure/);
    const box = page.locator('[data-box="/total"][data-active]');
    await box.waitFor();
    await expect.poll(() => contrastIn(page, '[data-box="/total"]'), { timeout: 15_000 }).toBeGreaterThan(40);

    // And the other way round.
    await page.locator('[data-box="/net_total"]').hover();
    expect(await page.locator('[data-value="/net_total"]').getAttribute("data-active")).toBe("true");

    await page.getByRole("button", { name: "Save as template" }).click();
    await page.getByLabel("Name", { exact: true }).fill("Workshop invoices");
    await page.getByRole("button", { name: "Save", exact: true }).click();
    await page.getByText("Saved as “Workshop invoices”").waitFor();

    await page.getByRole("link", { name: "API keys" }).click();
    await page.getByRole("button", { name: "New key" }).click();
    await page.getByLabel("Name").fill("laptop");
    await page.getByRole("button", { name: "Create key" }).click();
    const shown = page.getByRole("dialog", { name: "Your new key" });
    const curl = await shown.getByRole("region", { name: "Try it: list your tasks" }).innerText();
    const { stdout } = await promisify(execFile)("sh", ["-c", curl]);
    expect(JSON.parse(stdout).tasks).toMatchObject([{ status: "completed", document: { filename: "invoice-en.pdf" } }]);
    await shown.getByRole("button", { name: "Copy key" }).click();
    await shown.getByRole("button", { name: "Copied", exact: true }).waitFor();
    const key = await page.evaluate<string>("navigator.clipboard.readText()");
    expect(key).toMatch(/^wnw_[0-9A-Za-z]{49}$/);

    // From now on it is nowhere any more (K09).
    await shown.getByRole("button", { name: "I have copied it" }).click();
    for (const go of [() => page.reload(), () => page.goBack(), () => page.goForward()]) {
      await go();
      expect(await page.content()).not.toContain(key);
    }
    await page.getByText(`wnw_…${key.slice(-4)}`).waitFor();
    expect(service.output()).toContain(`${service.url}/join#`);

    // The API dies and is started again: the page goes on by itself.
    for (const pid of (await service.pids()).api) kill(pid);
    await page.getByRole("link", { name: "Tasks" }).click();
    await page.getByRole("link", { name: "invoice-en.pdf" }).waitFor();
  });
});

/** How much the greys differ of what is seen there: whether the page's print is inside the box. */
async function contrastIn(page: Page, selector: string): Promise<number> {
  const { channels } = await sharp(await page.locator(selector).screenshot())
    .greyscale()
    .stats();
  return channels[0]?.stdev ?? 0;
}
