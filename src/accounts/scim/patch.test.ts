import fc from "fast-check";
import { expect, test } from "vitest";
import { plainPatch } from "./patch.ts";

const KEPT = ["userName", "name", "emails", "active"];
const operationsOf = (body: unknown, types: string[] = []) =>
  (plainPatch(body, KEPT, types) as { Operations: Record<string, unknown>[] }).Operations;
const one = (operation: object, types: string[] = []) => operationsOf({ Operations: [operation] }, types);

test("what is not kept is left out, by path and by value, whatever case and schema it is written with", () => {
  expect(one({ op: "add", path: "title", value: "x" })).toEqual([]);
  expect(one({ op: "add", path: "urn:ietf:params:scim:schemas:extension:enterprise:2.0:User:department", value: "x" })).toEqual([]);
  expect(one({ op: "replace", value: { id: "1", nickName: "B" } })).toEqual([]);
  expect(one({ op: "replace", value: { USERNAME: "a", title: "x" } })).toEqual([{ op: "replace", value: { USERNAME: "a" } }]);
  const path = "urn:ietf:params:scim:schemas:core:2.0:User:userName";
  expect(one({ op: "replace", path, value: "a" })).toEqual([{ op: "replace", path: "userName", value: "a" }]);
});

test.each(["True", "true", "False"])("the word %s is a truth value for `active` alone", (word) => {
  const active = word.toLowerCase() === "true";
  expect(one({ op: "replace", path: "active", value: word })).toEqual([{ op: "replace", path: "active", value: active }]);
  expect(one({ op: "replace", value: { active: word, userName: word } })).toEqual([{ op: "replace", value: { active, userName: word } }]);
});

test("an address of a kind that there is not yet is added, one that there is stays a path", () => {
  const operation = { op: "replace", path: 'emails[type eq "work"].value', value: "a@example.com" };
  expect(one(operation)).toEqual([{ op: "add", path: "emails", value: [{ type: "work", value: "a@example.com" }] }]);
  expect(one(operation, ["work"])).toEqual([operation]);
});

test("anything that is no patch stays as it is, and no operation about something else is left", () => {
  fc.assert(
    fc.property(fc.jsonValue(), (body) => {
      const isPatch = typeof body === "object" && body !== null && !Array.isArray(body) && Array.isArray(body.Operations);
      if (!isPatch) expect(plainPatch(body, KEPT, [])).toBe(body);
    }),
  );
  const operation = fc.record({ op: fc.constantFrom("add", "replace", "remove"), path: fc.string(), value: fc.jsonValue() });
  fc.assert(
    fc.property(fc.array(operation), (Operations) => {
      for (const { path } of operationsOf({ Operations }))
        expect(KEPT.map((name) => name.toLowerCase())).toContain(/^\w+/.exec(String(path))?.[0].toLowerCase());
    }),
  );
});
