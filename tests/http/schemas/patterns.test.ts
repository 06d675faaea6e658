/** Patterns of fields are a caller's: one that cannot be applied, or takes too long, costs nothing but itself. */
import { beforeAll, expect, test } from "vitest";
import type { Client } from "../../support/client.ts";
import { base64 } from "../../support/pdf.ts";
import { sharedService } from "../../support/shared-service.ts";

/** Follows thousands of states at each letter of a text: minutes on 10,000. */
const SLOW = `${"(a{0,1000}b?)c?".repeat(60)}[cd]$`;

let client: Client;
beforeAll(async () => {
  client = await (await sharedService()).account();
});

const read = (pattern: string) =>
  client.extract({
    extraction_schema: { fields: [{ name: "order_number", type: "string", pattern }] },
    file_content: base64(Buffer.from("Order number: B-4711")),
    provider: "local",
  });

test("a pattern that takes minutes holds up no correction, which is saved", async () => {
  const { task_id } = await read(SLOW);
  const value = "a".repeat(10_000);
  const { status, json, text } = await client.post(`/v1/tasks/${task_id}/review`, { corrections: { "/order_number": value } });
  expect(status, text).toBe(200);
  expect(json.reviewed.values["/order_number"].value).toBe(value);
});

test("a pattern that is no RE2 syntax is not applied, and the warning says how to write it", async () => {
  const record = await read("^A-(?!0)");
  expect(record.data?.order_number).toBe("B-4711");
  expect(record.warnings).toContainEqual({
    code: "pattern_unsupported",
    path: "/order_number",
    message: expect.stringContaining("without look-around and back references"),
  });
});
