/** Pages in a real Chromium for a test file. */
import type { BrowserContextOptions, Page } from "playwright-core";
import { afterAll, afterEach, beforeEach, describe, expect } from "vitest";
import { giveBack, type Profile, takeProfile } from "./browser-profiles.ts";
import { CHROMIUM } from "./chromium.ts";

/** Skipped, and counted as skipped, on a machine without Chromium. */
export const describeInBrowser = describe.skipIf(CHROMIUM === undefined);

/** `cookies`: by name, of the address's host. */
export type OpenPage = (url: string, options?: BrowserContextOptions, cookies?: ReadonlyMap<string, string>) => Promise<Page>;

/**
 * Opens pages of people who have nothing in common, until the test is over that opened them, or the file. A page that writes an error to its
 * console, breaks its policy or asks another host fails the test file at its end. `alsoAsks`: origins that the pages may go to.
 */
export function useBrowser({ alsoAsks = () => [] }: { alsoAsks?: () => string[] } = {}): OpenPage {
  const faults: string[] = [];
  const ofFile: Profile[] = [];
  let ofTest: Profile[] | null = null;
  /** Answers of this test that say the server failed. */
  const failed: string[] = [];
  beforeEach(() => {
    ofTest = [];
  });
  afterEach(async ({ task }) => {
    const pages = [...(ofTest ?? []), ...ofFile].map(({ page }) => page);
    if (task.result?.state === "fail")
      console.error(`${task.name}\n${(await Promise.all(pages.map(shownBy))).join("\n")}\n${failed.join("\n")}`);
    failed.length = 0;
    await Promise.all((ofTest ?? []).map(giveBack));
    ofTest = null;
  });
  afterAll(async () => {
    await Promise.all(ofFile.map(giveBack));
    expect(faults).toEqual([]);
  });
  return async (url, options = {}, cookies = new Map()) => {
    const { origin, host } = new URL(url);
    const profile = await takeProfile(origin, options);
    (ofTest ?? ofFile).push(profile);
    const { page } = profile;
    page.on("pageerror", (error) => faults.push(`${page.url()}: ${error.message}`));
    page.on("console", (message) => {
      // Answers that tell somebody off and a server that is away are part of some tests.
      if (message.type() === "error" && !/Failed to load resource|ERR_/.test(message.text()))
        faults.push(`${page.url()}: ${message.text()}`);
    });
    page.on("response", (response) => {
      if (response.status() >= 500) failed.push(`${response.status()} ${response.url()}`);
    });
    page.on("request", (request) => {
      const asked = new URL(request.url());
      if (asked.protocol.startsWith("http") && asked.host !== host && !alsoAsks().includes(asked.origin))
        faults.push(`${page.url()} asked ${request.url()}`);
    });
    const secure = { url: origin.replace("http:", "https:"), secure: true, httpOnly: true, sameSite: "Lax" as const };
    if (cookies.size > 0) await page.context().addCookies([...cookies].map(([name, value]) => ({ name, value, ...secure })));
    await page.goto(url);
    return page;
  };
}

const SHOWN_CHARACTERS_MAX = 1_500;

/** What somebody would see who looked at the page when its test failed. */
async function shownBy(page: Page): Promise<string> {
  const text = await page.locator("body").innerText({ timeout: 2_000 }).catch(String);
  return `${page.url()}\n${text.slice(0, SHOWN_CHARACTERS_MAX)}`;
}
