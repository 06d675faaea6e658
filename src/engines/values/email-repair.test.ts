import fc from "fast-check";
import { expect, test } from "vitest";
import { repairedEmail } from "./email-repair.ts";

test.each([
  ["jane [at] example [dot] com", "jane@example.com"],
  ["jane(at)example.com", "jane@example.com"],
  ["jane at example dot com", "jane@example.com"],
  ["jane @ example . com", "jane@example.com"],
  ["mailto:jane@example.com", "jane@example.com"],
  ["jane@gmailcom", "jane@gmail.com"],
])("%s means %s", (printed, meant) => {
  expect(repairedEmail(printed)).toBe(meant);
});

test("a complete address stays as it is, and one obfuscated against harvesters is restored", () => {
  const part = fc.stringMatching(/^[a-z][a-z0-9]{2,8}$/);
  fc.assert(
    fc.property(part, part, fc.constantFrom("com", "org", "de"), (local, host, top) => {
      const address = `${local}@${host}.${top}`;
      fc.pre(!/(?:at|dot|gmail|yahoo|web|gmx)/.test(address));
      expect(repairedEmail(address)).toBe(address);
      expect(repairedEmail(`${local} [at] ${host} [dot] ${top}`)).toBe(address);
      expect(repairedEmail(`${local} @ ${host}. ${top}`)).toBe(address);
    }),
  );
});
