/** The rules and the dashboard that are shipped for Prometheus and Grafana ask for what the service tells. */
import { readFile } from "node:fs/promises";
import path from "node:path";
import { parser } from "@prometheus-io/lezer-promql";
import { beforeAll, expect, test } from "vitest";
import { parse } from "yaml";
import { type SharedService, sharedService } from "../support/shared-service.ts";

const DEPLOY = path.resolve(import.meta.dirname, "../../deploy");
type Rule = { alert: string; expr: string; annotations: { summary: string; action: string } };
type Panel = { title: string; description?: string; targets?: { expr: string }[] };

const rules: Rule[] = parse(await readFile(path.join(DEPLOY, "prometheus/alerts.yml"), "utf8")).groups.flatMap(
  (group: { rules: Rule[] }) => group.rules,
);
const panels: Panel[] = JSON.parse(await readFile(path.join(DEPLOY, "grafana/winnow.json"), "utf8")).panels;
const asked = [
  ...rules.map(({ alert, expr }) => [alert, expr] as const),
  ...panels.flatMap(({ title, targets = [] }) => targets.map(({ expr }) => [title, expr] as const)),
];

let service: SharedService;
let told: Set<string>;
beforeAll(async () => {
  service = await sharedService();
  const { text } = await (await service.account()).get("/metrics");
  told = new Set(
    [...text.matchAll(/^# TYPE (\w+) (\w+)/gm)].flatMap(([, name = "", type]) => (type === "histogram" ? [`${name}_bucket`] : [name])),
  );
});

test.each(asked)("%s is PromQL over metrics that there are: %s", (_name, expr) => {
  const written = expr.replaceAll("$__rate_interval", "5m");
  const faults: string[] = [];
  parser.parse(written).iterate({
    enter: ({ type, from, to }) => {
      if (type.isError) faults.push(`at ${from}: ${written.slice(from, to + 20)}`);
    },
  });
  expect(faults).toEqual([]);
  const names = [...written.matchAll(/\bwinnow_\w+/g)].map(([name]) => name);
  expect(names.length).toBeGreaterThan(0);
  expect(names.filter((name) => !told.has(name))).toEqual([]);
});

test("each rule says what is wrong and what to do", () => {
  expect(rules.length).toBeGreaterThan(5);
  for (const { annotations } of rules) expect([annotations.summary, annotations.action].every((text) => text?.length > 20)).toBe(true);
});
