/** Holds every answer of the API against openapi.json: a status or shape that is not written there fails the test that saw it. */
import { readFileSync } from "node:fs";
import { Ajv2020, type ValidateFunction } from "ajv/dist/2020.js";

type Reply = { content?: Record<string, { schema?: object }> };
type Parameter = { in: "query" | "path" | "header"; name: string; required?: boolean; schema: object };
type Operation = {
  responses: Record<string, Reply>;
  parameters?: Parameter[];
  requestBody?: { content: Record<string, { schema: { $ref: string } }> };
};
type Description = {
  openapi: string;
  info: { version: string };
  paths: Record<string, Record<string, Operation>>;
  components: { schemas: Record<string, object> };
};

export const openapi: Description = JSON.parse(readFileSync(new URL("../../openapi.json", import.meta.url), "utf8"));

/** `GET /api/extractor/v1/tasks/{task_id}` and the like. */
export const operations = Object.entries(openapi.paths).flatMap(([path, methods]) =>
  Object.entries(methods).map(([method, { responses, parameters = [], requestBody }]) => ({
    name: `${method.toUpperCase()} ${path}`,
    method: method.toUpperCase(),
    path,
    pattern: new RegExp(`^${path.replace(/[.]/g, "\\.").replace(/\{\w+\}/g, "[^/]+")}$`),
    responses,
    parameters,
    /** The name of the body's schema; null where there is none. */
    body: requestBody?.content["application/json"]?.schema.$ref.split("/").at(-1) ?? null,
  })),
);

const ajv = new Ajv2020({ strict: false, validateFormats: false, allErrors: false });
ajv.addSchema({ $id: "winnow", components: openapi.components });
const checks = new Map<string, ValidateFunction>();

/** Throws when the answer is not one that the description allows. Addresses it does not know are not judged. */
export function expectDescribed(method: string, path: string, answer: { status: number; json: unknown; contentType: string }): void {
  const bare = path.split("?")[0] ?? "";
  const found = operations.find((operation) => operation.method === method && operation.pattern.test(bare));
  if (!found) return;
  const reply = found.responses[String(answer.status)];
  if (!reply) throw new Error(`${found.name} answered ${answer.status}, which openapi.json does not name`);
  const types = Object.keys(reply.content ?? {});
  const type = answer.contentType.split(";")[0] ?? "";
  if (types.length > 0 && !types.includes(type))
    throw new Error(`${found.name} answered ${answer.status} as ${type}; openapi.json says ${types}`);
  const schema = reply.content?.["application/json"]?.schema;
  if (!schema || type !== "application/json") return;
  const key = `${found.name} ${answer.status}`;
  const check = checks.get(key) ?? ajv.compile(rooted(schema));
  checks.set(key, check);
  if (!check(answer.json)) throw new Error(`${key} is not as openapi.json says: ${ajv.errorsText(check.errors)}`);
}

/** References into the description, as references into the schema it was added as. */
function rooted(schema: object): object {
  return JSON.parse(JSON.stringify(schema).replaceAll('"#/components/', '"winnow#/components/'));
}
