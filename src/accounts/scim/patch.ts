/** Makes of a patch what the providers mean by it: they send more attributes than are kept, and spell some values in a way of their own. */

type Operation = { op?: unknown; path?: unknown; value?: unknown };

const CORE = /^urn:ietf:params:scim:schemas:core:2\.0:(?:User|Group):/i;
/** An address of a kind, as Microsoft Entra ID names it whether or not there is one. */
const ADDRESS_OF = /^emails\[type eq "(\w+)"\]\.value$/i;

/** `attributes`: those that are kept. `emailTypes`: the kinds of addresses that there are. What is not a patch stays as it is. */
export function plainPatch(body: unknown, attributes: readonly string[], emailTypes: readonly string[]): unknown {
  if (typeof body !== "object" || body === null || !("Operations" in body) || !Array.isArray(body.Operations)) return body;
  const kept = new Set(attributes.map((name) => name.toLowerCase()));
  return { ...body, Operations: body.Operations.flatMap((operation: unknown) => plainOperation(operation, kept, emailTypes)) };
}

function plainOperation(operation: unknown, kept: ReadonlySet<string>, emailTypes: readonly string[]): unknown[] {
  if (typeof operation !== "object" || operation === null) return [operation];
  const { path, value } = operation as Operation;
  if (typeof path === "string") {
    const plain = path.replace(CORE, "");
    if (!kept.has(rootOf(plain))) return [];
    const type = ADDRESS_OF.exec(plain)?.[1];
    if (type !== undefined && !emailTypes.includes(type)) return [{ op: "add", path: "emails", value: [{ type, value }] }];
    return [{ ...operation, path: plain, ...(value === undefined ? {} : { value: plainValue(plain, value) }) }];
  }
  if (path !== undefined || typeof value !== "object" || value === null || Array.isArray(value)) return [operation];
  const entries = Object.entries(value).map(([key, each]) => [key.replace(CORE, ""), each] as const);
  const left = entries.filter(([key]) => kept.has(rootOf(key)));
  return left.length === 0 ? [] : [{ ...operation, value: Object.fromEntries(left.map(([key, each]) => [key, plainValue(key, each)])) }];
}

const rootOf = (path: string): string => (/^\w+/.exec(path)?.[0] ?? path).toLowerCase();

/** Entra ID writes "True" and "False". */
const plainValue = (path: string, value: unknown): unknown => {
  if (rootOf(path) !== "active" || typeof value !== "string") return value;
  const word = value.toLowerCase();
  return word === "true" || word === "false" ? word === "true" : value;
};
