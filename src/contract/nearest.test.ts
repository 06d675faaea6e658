import { expect, test } from "vitest";
import { meantName } from "./nearest.ts";

const KNOWN = ["document", "document_url", "file_content", "callback_url", "pages", "document_description", "name", "type"];

test.each([
  ["calback_url", "callback_url"],
  ["callbackUrl", "callback_url"],
  ["pgaes", "pages"],
  ["tpe", "type"],
  ["nmae", "name"],
  ["file-content", "file_content"],
  ["url", "document_url"],
  ["description", "document_description"],
  ["doc", "document"],
  ["hippopotamus", null],
  ["x", null],
  ["p".repeat(200_000), null],
])("%s: %s", (written, meant) => expect(meantName(written, KNOWN)).toBe(meant));
