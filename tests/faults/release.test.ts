/** What a release is made of: dependencies that are named and may be used, and no secret. */
import { spawnSync } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import path from "node:path";
import { expect, test } from "vitest";
import { isApiKeyShape } from "#accounts/api-key.ts";

const ROOT = path.resolve(import.meta.dirname, "../..");
const run = (command: string, ...args: string[]) => spawnSync(command, args, { cwd: ROOT, encoding: "utf8", maxBuffer: 64 * 1024 * 1024 });
const json = (file: string) => JSON.parse(readFileSync(path.join(ROOT, file), "utf8"));

type Licence = { license?: { id?: string; name?: string }; expression?: string };
type Component = { name: string; version: string; purl: string; licenses?: Licence[] };

/** Licences that allow use and passing on beside Apache-2.0. */
const ALLOWED = [
  "Apache-2.0",
  "MIT",
  "ISC",
  "BSD-2-Clause",
  "BSD-3-Clause",
  "BlueOak-1.0.0",
  "Unlicense",
  "CC0-1.0",
  "0BSD",
  "BSL-1.0",
  "MIT-0",
  "Bitstream-Vera",
];
/** libvips and libheif are libraries of their own that can be replaced; the other builds the dashboard. All are used as they come. */
const ALLOWED_OF: [names: RegExp, licence: string][] = [
  [/^@img\/sharp/, "LGPL-3.0-or-later"],
  [/^libheif-js$/, "LGPL-3.0"],
  [/^lightningcss/, "MPL-2.0"],
];
/** What their files say whose package.json does not. */
const KNOWN: Record<string, string> = { "js-clipper@1.0.1": "BSL-1.0", "nub@0.0.0": "MIT", "dejavu-fonts-ttf@2.37.3": "Bitstream-Vera" };

/** One of several by choice, or all that are asked for together. */
function isAllowed({ name, version, licenses = [] }: Component): boolean {
  const [first] = licenses;
  const text = first?.expression ?? first?.license?.id ?? first?.license?.name ?? KNOWN[`${name}@${version}`] ?? "";
  const allowed = (id: string) => ALLOWED.includes(id) || ALLOWED_OF.some(([names, licence]) => names.test(name) && id === licence);
  const bare = text.replace(/^\(|\)$/g, "");
  return / or /i.test(bare) ? bare.split(/ or /i).some(allowed) : bare.split(" AND ").every(allowed);
}

test("Z12: the bill of materials names each production dependency, with a licence that may be used", () => {
  const { stdout, stderr } = run("npm", "run", "--silent", "sbom");
  const bill: { bomFormat: string; components: Component[] } = JSON.parse(stdout || JSON.stringify({ stderr }));
  expect(bill.bomFormat).toBe("CycloneDX");
  const named = new Set(bill.components.map(({ name, version }) => `${name}@${version}`));
  const locked: Record<string, { version?: string; dev?: boolean; devOptional?: boolean; peer?: boolean; link?: boolean }> =
    json("package-lock.json").packages;
  const needed = Object.entries(locked).flatMap(([at, { version, dev, devOptional, peer, link }]) => {
    const from = at.lastIndexOf("node_modules/");
    return from < 0 || dev || devOptional || peer || link ? [] : [`${at.slice(from + "node_modules/".length)}@${version}`];
  });
  expect(needed.length).toBeGreaterThan(100);
  expect(needed.filter((each) => !named.has(each))).toEqual([]);
  for (const name of Object.keys(json("package.json").dependencies))
    expect([...named].some((each) => each.startsWith(`${name}@`))).toBe(true);
  const used = bill.components.filter(({ name, version }) => needed.includes(`${name}@${version}`));
  expect(used.filter((component) => !isAllowed(component)).map(({ name, version, licenses }) => ({ name, version, licenses }))).toEqual([]);
});

/** Keys as their makers shape them. */
const SECRETS: Record<string, RegExp> = {
  "a private key": /-----BEGIN (?:[A-Z]+ )*PRIVATE KEY-----\s*[A-Za-z0-9+/]{40}/g,
  AWS: /\b(?:AKIA|ASIA)[0-9A-Z]{16}\b/g,
  GitHub: /\b(?:gh[pousr]_[A-Za-z0-9]{36}|github_pat_\w{60})/g,
  GitLab: /\bglpat-[\w-]{20}/g,
  Slack: /\bxox[abprs]-[\w-]{24}/g,
  Stripe: /\b[rs]k_live_\w{24}/g,
  OpenAI: /\bsk-(?:proj-|svcacct-)?[A-Za-z0-9_-]{40}/g,
  Anthropic: /\bsk-ant-[a-z]+\d\d-[\w-]{40}/g,
  Google: /\bAIza[\w-]{35}/g,
  npm: /\bnpm_[A-Za-z0-9]{36}\b/g,
  "a web token": /\beyJ[\w-]{20,}\.eyJ[\w-]{20,}\.[\w-]{20,}/g,
  "a webhook secret": /\bwhsec_[A-Za-z0-9+/]{32}/g,
};

/** Kinds of secrets in a text, and where. */
function secretsIn(text: string): string[] {
  const own = (text.match(/\bwnw_[0-9A-Za-z]{49}\b/g) ?? []).filter(isApiKeyShape).map(() => "Winnow");
  return [...own, ...Object.entries(SECRETS).flatMap(([kind, shape]) => [...text.matchAll(shape)].map(() => kind))];
}

test("Z12: a planted secret of each kind is found", () => {
  const letters = "aB3".repeat(40);
  const planted = [
    `-----BEGIN RSA ${"PRIVATE"} KEY-----\n${letters}`,
    `AKIA${"Q7".repeat(8)}`,
    `ghp_${letters.slice(0, 36)}`,
    `glpat-${letters.slice(0, 20)}`,
    `xoxb-${letters.slice(0, 24)}`,
    `sk_live_${letters.slice(0, 24)}`,
    `sk-proj-${letters.slice(0, 48)}`,
    `sk-ant-api03-${letters.slice(0, 80)}`,
    `AIza${letters.slice(0, 35)}`,
    `npm_${letters.slice(0, 36)}`,
    `eyJ${letters}.eyJ${letters}.${letters}`,
    `whsec_${letters.slice(0, 32)}`,
  ];
  expect(planted.filter((text) => secretsIn(text).length === 0)).toEqual([]);
});

test.runIf(existsSync(path.join(ROOT, ".git")))("Z12: no file of the repository holds a secret", () => {
  const files = run("git", "ls-files", "-z")
    .stdout.split("\0")
    .filter((file) => file !== "" && existsSync(path.join(ROOT, file)));
  expect(files.length).toBeGreaterThan(500);
  const found = files.flatMap((file) => secretsIn(readFileSync(path.join(ROOT, file), "latin1")).map((kind) => `${kind} in ${file}`));
  expect(found).toEqual([]);
});

test.runIf(process.env.STORM)("Z12: the registry knows of no serious fault in a production dependency", (context) => {
  const { stdout } = run("npm", "audit", "--omit", "dev", "--json");
  const report: { metadata?: { vulnerabilities: { high: number; critical: number } } } = JSON.parse(stdout || "{}");
  if (!report.metadata) return context.skip("the registry did not answer");
  expect(report.metadata.vulnerabilities).toMatchObject({ high: 0, critical: 0 });
});
