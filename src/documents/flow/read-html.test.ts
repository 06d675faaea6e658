import { describe, expect, test } from "vitest";
import { readHtml } from "./read-html.ts";

const page = (body: string) => readHtml(Buffer.from(`<!doctype html><p>Ann Bee</p>${body}`));
/** CPU time of this thread; about ten times what was measured. */
const MS_MAX = 10_000;

describe("H03: a web page with unclosed elements", () => {
  const PIECES = ["<div>", "<b>", "</i>", "<ul><li>", "<table><tr><td>", "<td>x", "<tr><td>x", "<li>x", "<blockquote>", "<p>", "<!-- -->"];

  test.each(PIECES)("of 29,000 %s is read", (piece) => {
    const { user, system } = process.threadCpuUsage();
    const tags = piece.split("<").length - 1;
    const [read] = page(`<table>${piece.repeat(29_000 / tags)}`);
    const now = process.threadCpuUsage();
    expect(read?.lines[0]?.text).toContain("Ann Bee");
    expect((now.user + now.system - user - system) / 1000).toBeLessThan(MS_MAX);
  });

  test.each(PIECES)("of 500,000 %s is refused with advice", (piece) => {
    expect(() => page(piece.repeat(500_000))).toThrow(
      expect.objectContaining({ code: "deadline_exceeded", publicMessage: expect.stringContaining("Send its text") }),
    );
  });
});
