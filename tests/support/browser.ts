/** Pages in a real Chromium for a test file. */
import type { Browser, BrowserContext, BrowserContextOptions, Page } from "playwright-core";
import { afterAll, describe, expect } from "vitest";
import { CHROMIUM, launchChromium } from "./chromium.ts";

/** Skipped, and counted as skipped, on a machine without Chromium. */
export const describeInBrowser = describe.skipIf(CHROMIUM === undefined);

/** For one thing to come about; long, as two cores may have other tests to run. */
const WAIT_MS_MAX = 60_000;

/** One for all files of a test process, as its start costs two seconds of a core; Playwright ends it with the process. */
let browser: Promise<Browser> | undefined;

/** `host`: the only one it may ask; without it that of the address. */
export type OpenPage = (url: string, options?: BrowserContextOptions, host?: string) => Promise<Page>;

/**
 * Opens pages in contexts of their own. A page that writes an error to its console, breaks its policy or asks another host
 * fails the test file at its end.
 */
export function useBrowser(): OpenPage {
  const faults: string[] = [];
  const contexts: BrowserContext[] = [];
  afterAll(async () => {
    await Promise.all(contexts.map((context) => context.close()));
    expect(faults).toEqual([]);
  });
  return async (url, options = {}, host = new URL(url).host) => {
    browser ??= launchChromium();
    const context = await (await browser).newContext({ viewport: { width: 1280, height: 860 }, ...options });
    contexts.push(context);
    context.setDefaultTimeout(WAIT_MS_MAX);
    const page = await context.newPage();
    page.on("pageerror", (error) => faults.push(`${page.url()}: ${error.message}`));
    page.on("console", (message) => {
      // Answers that tell somebody off and a server that is away are part of some tests.
      if (message.type() === "error" && !/Failed to load resource|ERR_/.test(message.text()))
        faults.push(`${page.url()}: ${message.text()}`);
    });
    page.on("request", (request) => {
      const asked = new URL(request.url());
      if (asked.protocol.startsWith("http") && asked.host !== host) faults.push(`${page.url()} asked ${request.url()}`);
    });
    await page.goto(url);
    return page;
  };
}
