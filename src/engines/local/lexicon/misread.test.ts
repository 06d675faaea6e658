import { expect, test } from "vitest";
import { repairedToken } from "./misread.ts";

test.each([
  ["tota1", "total"],
  ["toiai", "total"],
  ["lncl", "incl"],
  ["payabie", "payable"],
  ["lnvoice", "invoice"],
  ["rechnungsnumrner", "rechnungsnumrner"],
])("%s is %s", (read, printed) => {
  expect(repairedToken(read)).toBe(printed);
});

test.each(["total", "net", "123456", "8190", "x", "jln", "kuala", "9999"])("%s stays as it is", (token) => {
  expect(repairedToken(token)).toBe(token);
});
