/** compose.yaml as Compose would read it with the variables of an .env file. */
import { readFileSync } from "node:fs";
import path from "node:path";
import { parseEnv } from "node:util";
import { parse } from "yaml";
import { ROOT } from "./dockerfile.ts";

export type ComposeService = {
  image: string;
  build?: string;
  environment: Record<string, string>;
  ports?: string[];
  networks: string[];
  volumes: string[];
  depends_on?: Record<string, { condition: string }>;
  restart: string;
  stop_grace_period: string;
  command?: string[];
  healthcheck?: { test: string[] };
};
export type ComposeFile = {
  services: Record<string, ComposeService>;
  volumes: object;
  networks: Record<string, { internal?: boolean } | null>;
};

/** `${NAME}`, `${NAME:-default}` and `${NAME:?message}`. */
const VARIABLE = /\$\{(\w+)(?::([-?])([^}]*))?\}/g;

const text = (name: string) => readFileSync(path.join(ROOT, name), "utf8");

/** Name and whether Compose refuses to start without it. */
export const variablesOf = (): { name: string; isRequired: boolean }[] =>
  [...text("compose.yaml").matchAll(VARIABLE)].map(([, name = "", kind]) => ({ name, isRequired: kind === "?" }));

export const exampleEnv = (): Record<string, string | undefined> => parseEnv(text(".env.example"));

/** Throws the message of the first variable that has to be there and is not. */
export function readCompose(env: Record<string, string | undefined>): ComposeFile {
  const file = filledIn(parse(text("compose.yaml"), { merge: true }), env) as ComposeFile;
  for (const service of Object.values(file.services)) {
    // A variable without a value is the one of the .env file, where that has one.
    const given = Object.entries(service.environment).map(([name, value]) => [name, value ?? env[name]] as const);
    service.environment = Object.fromEntries(given.flatMap(([name, value]) => (value === undefined ? [] : [[name, value]])));
  }
  return file;
}

/** Compose fills in strings after it has read them as YAML: what a variable holds stays text. */
function filledIn(value: unknown, env: Record<string, string | undefined>): unknown {
  if (Array.isArray(value)) return value.map((each) => filledIn(each, env));
  if (typeof value === "object" && value !== null)
    return Object.fromEntries(Object.entries(value).map(([name, each]) => [name, filledIn(each, env)]));
  if (typeof value !== "string") return value;
  return value.replace(VARIABLE, (_whole, name: string, kind: string, rest: string) => {
    if (kind === "?" && !env[name]) throw new Error(`${name}: ${rest}`);
    return env[name] || (kind === "-" ? rest : "");
  });
}

/** The example as an operator fills it in. */
export function filledEnv(): Record<string, string | undefined> {
  const secret = (name: string) => Buffer.from(name.padEnd(32, "0")).toString("hex");
  return Object.fromEntries(
    Object.entries(exampleEnv()).map(([name, value]) => [
      name,
      value === "" && variablesOf().some((each) => each.name === name && each.isRequired) ? secret(name) : value,
    ]),
  );
}
