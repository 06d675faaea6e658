import { expect, test } from "vitest";
import { emailOf, nameOf } from "./profile.ts";

test("the address is the primary one, else the first, else a user name that is one", () => {
  const emails = [{ value: "home@example.com" }, { value: "Work@Example.com", primary: true }];
  expect(emailOf("ben", { emails })).toBe("work@example.com");
  expect(emailOf("ben", { emails: emails.slice(0, 1) })).toBe("home@example.com");
  expect(emailOf("Ben@example.com", {})).toBe("ben@example.com");
  expect(emailOf("ben", {})).toBeNull();
  expect(emailOf("ben", { emails: [{ value: `${"x".repeat(250)}@example.com` }] })).toBeNull();
});

test("the name is the one to show, else the whole one, else its parts", () => {
  const name = { formatted: "Dr. Ben Example", givenName: "Ben", familyName: "Example" };
  expect(nameOf({ displayName: "Ben", name })).toBe("Ben");
  expect(nameOf({ name })).toBe("Dr. Ben Example");
  expect(nameOf({ name: { givenName: "Ben", familyName: "Example" } })).toBe("Ben Example");
  expect(nameOf({})).toBe("");
});
