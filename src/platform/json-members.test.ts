import fc from "fast-check";
import { expect, test } from "vitest";
import { membersOf } from "#platform/json-members.ts";

test("every object comes apart into the texts of its members, in their order", () => {
  const object = fc.dictionary(fc.string({ unit: "binary" }), fc.jsonValue({ stringUnit: "binary" }), { noNullPrototype: true });
  fc.assert(
    fc.property(object, (value) => {
      const text = JSON.stringify(value);
      const members = [...membersOf(text)];
      expect(members).toEqual(Object.entries(JSON.parse(text)).map(([key, each]) => [key, JSON.stringify(each)]));
    }),
  );
});

test.each(['{"a', '{"a":', '{"a":[1', '{"a":"b\\"}'])("what is cut off is refused: %s", (text) => {
  expect(() => membersOf(text)).toThrow(SyntaxError);
});
