import fc from "fast-check";
import { expect, test } from "vitest";
import { oidcOf } from "./oidc-settings.ts";

const WITH = { WINNOW_OIDC_ISSUER: "https://id.example.com", WINNOW_OIDC_CLIENT_ID: "winnow" };
const rolesOf = (value: string) => oidcOf({ ...WITH, WINNOW_OIDC_ROLES: value })?.roles;

test("without an issuer there is no provider, and half of the settings is refused", () => {
  expect(oidcOf({})).toBeNull();
  expect(() => oidcOf({ WINNOW_OIDC_CLIENT_ID: "winnow" })).toThrow("WINNOW_OIDC_CLIENT_ID");
  expect(() => oidcOf({ WINNOW_OIDC_ISSUER: "https://id.example.com" })).toThrow("WINNOW_OIDC_CLIENT_ID");
  expect(() => oidcOf({ ...WITH, WINNOW_OIDC_ISSUER: "id.example.com" })).toThrow("WINNOW_OIDC_ISSUER");
});

test("the token for SCIM needs a provider and is long enough to be no guess", () => {
  const token = "0123456789abcdef0123456789abcdef";
  expect(oidcOf(WITH)?.scimToken).toBeNull();
  expect(oidcOf({ ...WITH, WINNOW_SCIM_TOKEN: token })?.scimToken).toBe(token);
  for (const wrong of [token.slice(1), `${token}ä`])
    expect(() => oidcOf({ ...WITH, WINNOW_SCIM_TOKEN: wrong })).toThrow("openssl rand -hex 32");
  expect(() => oidcOf({ WINNOW_SCIM_TOKEN: token })).toThrow("WINNOW_OIDC_ISSUER");
});

test("a group may be a distinguished name, and have a workspace", () => {
  expect(rolesOf("cn=it,dc=example,dc=com = admin; hr=reviewer @ acct_01;")).toEqual([
    { group: "cn=it,dc=example,dc=com", role: "admin", workspace: null },
    { group: "hr", role: "reviewer", workspace: "acct_01" },
  ]);
});

test.each(["accounting", "accounting=owner", "=admin", "a=admin@b@c", "a=admin@team"])("%j is refused with the allowed form", (value) => {
  expect(() => rolesOf(value)).toThrow("group=role@acct_…");
});

test("what is written as the form says is read as it was written", () => {
  const group = fc.string({ minLength: 1 }).filter((text) => text.trim() === text && text !== "" && !text.includes(";"));
  const entry = fc.record({ group, role: fc.constantFrom("admin", "reviewer", "viewer"), workspace: fc.constantFrom(null, "acct_01") });
  fc.assert(
    fc.property(fc.array(entry, { maxLength: 5 }), (entries) => {
      const value = entries.map((each) => `${each.group}=${each.role}${each.workspace === null ? "" : `@${each.workspace}`}`).join(";");
      expect(rolesOf(value) ?? []).toEqual(entries);
    }),
  );
});
