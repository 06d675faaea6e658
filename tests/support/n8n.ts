/** What n8n gives a node, as far as Winnow's nodes use it (n8n-workflow 2.41, IExecuteFunctions and IWebhookFunctions). */
import { createRequire } from "node:module";
import path from "node:path";

const load = createRequire(import.meta.url);
const FOLDER = path.resolve(import.meta.dirname, "../../clients/n8n");

/** A package's file, as n8n loads it. */
export const loadNode = (file: string) => load(path.join(FOLDER, file));

type Parameters = Record<string, unknown>;
type Property = { name: string; default: unknown; displayOptions?: { show?: Record<string, unknown[]>; hide?: Record<string, unknown[]> } };
export type Item = { json: object; binary?: Record<string, { bytes: Buffer; fileName?: string; mimeType: string }> };
type Options = {
  method: string;
  url: string;
  headers: Record<string, string>;
  qs?: Record<string, string>;
  body?: object;
  returnFullResponse: true;
};

/** Settings that are not given have their defaults, of those that the panel shows. */
function settingOf(properties: readonly Property[], given: Parameters, name: string): unknown {
  if (name in given) return given[name];
  const shown = properties.find((each) => each.name === name && isShown(each, properties, given));
  if (!shown) throw new Error(`Could not get parameter: ${name}`);
  return shown.default;
}

function isShown({ displayOptions: { show = {}, hide = {} } = {} }: Property, properties: readonly Property[], given: Parameters): boolean {
  const has = ([name, values]: [string, unknown[]]) => {
    try {
      return values.includes(settingOf(properties, given, name));
    } catch {
      return false;
    }
  };
  return Object.entries(show).every(has) && !Object.entries(hide).some(has);
}

export function nodeContext(
  properties: readonly Property[],
  given: Parameters,
  items: readonly Item[],
  { url, key, executionId = "1", continueOnFail = false }: { url: string; key: string; executionId?: string; continueOnFail?: boolean },
) {
  return {
    getInputData: () => items,
    getNodeParameter: (name: string, _index?: number, fallback?: unknown) => {
      try {
        return settingOf(properties, given, name);
      } catch (error) {
        if (fallback === undefined) throw error;
        return fallback;
      }
    },
    getCredentials: async () => ({ baseUrl: url, apiKey: key }),
    getExecutionId: () => executionId,
    getNode: () => ({ id: "node", name: "Winnow" }),
    continueOnFail: () => continueOnFail,
    helpers: {
      assertBinaryData: (index: number, property: string) => {
        const binary = items[index]?.binary?.[property];
        if (!binary) throw new Error(`This operation expects the node's input data to contain a binary file '${property}'`);
        return binary;
      },
      getBinaryDataBuffer: async (index: number, property: string) => items[index]?.binary?.[property]?.bytes,
      /** With the header that the credentials' `authenticate` says. */
      async httpRequestWithAuthentication(_credentials: string, { method, url: to, headers, qs, body }: Options) {
        const address = new URL(to);
        for (const [name, value] of Object.entries(qs ?? {})) address.searchParams.set(name, String(value));
        const answer = await fetch(address, {
          method,
          headers: { ...headers, authorization: `Bearer ${key}`, ...(body ? { "content-type": "application/json" } : {}) },
          ...(body ? { body: JSON.stringify(body) } : {}),
        });
        return { statusCode: answer.status, headers: Object.fromEntries(answer.headers), body: await answer.json() };
      },
    },
  };
}
