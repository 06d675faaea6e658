/**
 * Bodies in multipart/form-data, for routes that take documents: files as they are, the rest as a JSON part `request` or as fields. Files go to
 * a temporary file as they arrive, and become what base64 in a JSON body would be.
 */
import type { IncomingMessage } from "node:http";
import { finished } from "node:stream/promises";
import type { BusboyFileStream, BusboyHeaders, BusboyInstance } from "@fastify/busboy";
import type { FastifyRequest } from "fastify";
import { z } from "zod";
import { ApiError, invalid } from "#contract/errors.ts";
import { LIMITS } from "#contract/limits.ts";
import { once } from "#contract/memo.ts";
import { isRecord } from "#contract/schema/problems.ts";
import type { App } from "#http/app.ts";
import { markPart } from "#platform/sent-file.ts";
import { openSpool, type SpoolPart } from "#platform/spool.ts";
import { checkText, PLAIN, parseJson } from "./json-body.ts";
import { eachChunk, requestHash } from "./read-body.ts";
import type { UploadedFile, Uploads } from "./uploads.ts";

declare module "fastify" {
  interface FastifyRequest {
    /** The files of a multipart body, kept until the handler has answered; null for other bodies. */
    uploaded: AsyncDisposableStack | null;
  }
  interface FastifyContextConfig {
    /** Where files stand in this route's body; absent: it takes none as parts. */
    uploads?: Uploads;
    /** Properties of the body that are no texts; as a field they are JSON. */
    jsonFields?: () => ReadonlySet<string>;
  }
}

/** The part with everything but the files. */
const REQUEST = "request";
const FIELDS_MAX = 100;
const NAME_BYTES_MAX = 200;
/** Of a part: `Content-Disposition`, `Content-Type`, and what clients add. */
const HEADERS_MAX = 20;
/** A handler ends within this time when its caller is gone. */
const GONE_MS = 30_000;

/** Has to be added before the routes. */
export function addMultipartBody(app: App): void {
  app.decorateRequest("uploaded", null);
  app.addHook("onRoute", (route) => {
    const body = route.schema?.body;
    if (route.config?.uploads && body instanceof z.ZodType) route.config = { ...route.config, jsonFields: once(() => jsonFieldsOf(body)) };
  });
  app.addContentTypeParser("multipart/form-data", async (request: FastifyRequest, payload: IncomingMessage) => {
    const { uploads, jsonFields } = request.routeOptions.config;
    if (!uploads) throw new ApiError("unsupported_content_type");
    if (!PLAIN.includes(request.headers["content-encoding"] ?? "")) throw new ApiError("unsupported_encoding");
    const uploaded = new AsyncDisposableStack();
    request.uploaded = uploaded;
    try {
      const { body, files } = await readParts(request, payload, uploads.max, uploaded);
      return uploads.into(bodyOf(body, jsonFields?.() ?? new Set()), files);
    } catch (error) {
      await uploaded.disposeAsync();
      throw error;
    }
  });
  app.addHook("onSend", async ({ uploaded }, _reply, payload) => {
    await uploaded?.disposeAsync();
    return payload;
  });
  // A handler whose caller is gone may still need them, and may send nothing.
  app.addHook("onResponse", async ({ uploaded }) => {
    if (uploaded?.disposed === false) setTimeout(() => void uploaded.disposeAsync().catch(() => undefined), GONE_MS).unref();
  });
}

type Node = { $ref?: string; type?: string; anyOf?: Node[]; properties?: Record<string, Node> };

function jsonFieldsOf(body: z.ZodType): ReadonlySet<string> {
  const root: Node & { $defs?: Record<string, Node> } = z.toJSONSchema(body, { io: "input", unrepresentable: "any" }) as never;
  const found = (node: Node): Node => (node.$ref === undefined ? node : (root.$defs?.[node.$ref.split("/").at(-1) ?? ""] ?? {}));
  const isText = (node: Node): boolean => {
    const { type, anyOf = [] } = found(node);
    return type === "string" || anyOf.some(isText);
  };
  const { properties = {} } = found(root);
  return new Set(Object.keys(properties).filter((name) => !isText(properties[name] ?? {})));
}

type Parts = { body: Map<string, string>; files: UploadedFile[] };

/** Throws ApiError 400, 422 and 429, and the stream's error. */
async function readParts(
  request: FastifyRequest,
  payload: IncomingMessage,
  filesMax: number,
  uploaded: AsyncDisposableStack,
): Promise<Parts> {
  const spool = uploaded.use(await openSpool());
  const parser = await parserOf(request.headers as BusboyHeaders, filesMax);
  const parts: Parts = { body: new Map(), files: [] };
  const hash = request.headers["idempotency-key"] === undefined ? null : requestHash(request);
  let failed = false;
  const { promise: failing, reject } = Promise.withResolvers<never>();
  failing.catch(() => undefined);
  const fail = (error: unknown) => {
    failed = true;
    reject(error);
  };
  let storing: Promise<void> = Promise.resolve();
  parser.on("field", (name, value, nameCut, valueCut) => {
    if (nameCut || valueCut) fail(new ApiError("body_too_large"));
    hash?.update(`${name}\n${value.length}\n${value}`);
    parts.body.set(name, value);
  });
  parser.on("file", (name, stream, filename, _encoding, type) => {
    storing = storing
      .then(() => stored(spool.begin(), stream, (chunk) => hash?.update(chunk)))
      .then((part) => {
        hash?.update(`${name}\n${filename}\n${part.bytes}\n`);
        parts.files.push(uploadedOf(uploaded, part, { name, filename: filename || null, type }));
      });
    storing.catch(fail);
  });
  parser.on("filesLimit", () => fail(tooMany(filesMax)));
  for (const limit of ["fieldsLimit", "partsLimit"]) parser.on(limit, () => fail(new ApiError("body_too_large")));
  const ended = finished(parser, { readable: false }).catch((cause: unknown) => fail(new ApiError("malformed_multipart", { cause })));
  await written(request, payload, parser, failing);
  await Promise.race([ended, failing]);
  await storing.catch(fail);
  if (failed) await failing;
  request.requestHash = hash?.digest() ?? null;
  return parts;
}

async function parserOf(headers: BusboyHeaders, filesMax: number): Promise<BusboyInstance> {
  const { Busboy } = await import("@fastify/busboy");
  try {
    return new Busboy({
      headers,
      isPartAFile: (name, type, filename) => name !== REQUEST && (type === "application/octet-stream" || filename !== undefined),
      limits: {
        fieldNameSize: NAME_BYTES_MAX,
        fieldSize: LIMITS.bodyBytesMax,
        fields: FIELDS_MAX,
        files: filesMax,
        // One more than is taken tells that there is more.
        fileSize: LIMITS.documentBytesMax + 1,
        headerPairs: HEADERS_MAX,
      },
    });
  } catch (cause) {
    throw new ApiError("malformed_multipart", { cause });
  }
}

/** Gives the body to the parser, as fast as that stores it, at most the route's limit. */
async function written(request: FastifyRequest, payload: IncomingMessage, parser: BusboyInstance, failing: Promise<never>): Promise<void> {
  let bytes = 0;
  try {
    await eachChunk(payload, (chunk) => {
      bytes += chunk.length;
      if (bytes > (request.routeOptions.bodyLimit ?? 0)) throw new ApiError("body_too_large");
      return Promise.race([new Promise<void>((resolve) => parser.write(chunk, () => resolve())), failing]);
    });
    parser.end();
  } catch (error) {
    parser.destroy(error instanceof Error ? error : undefined);
    throw error;
  }
}

type Stored = SpoolPart & { bytes: number; isCut: boolean };

async function stored(part: SpoolPart, stream: BusboyFileStream, onChunk: (chunk: Buffer) => void): Promise<Stored> {
  let bytes = 0;
  for await (const chunk of stream as AsyncIterable<Buffer>) {
    onChunk(chunk);
    bytes += chunk.length;
    await part.write(chunk);
  }
  return { ...part, bytes, isCut: stream.truncated || bytes > LIMITS.documentBytesMax };
}

function uploadedOf(uploaded: AsyncDisposableStack, part: Stored, { name, filename, type }: Omit<UploadedFile, "content">): UploadedFile {
  if (filename !== null) checkText(filename);
  // As an empty text in JSON.
  if (part.bytes === 0) return { name, content: "", filename, type };
  const { mark } = uploaded.use(
    markPart(async () => {
      if (part.isCut) throw new ApiError("document_too_large");
      return part.read();
    }),
  );
  return { name, content: mark, filename, type };
}

/** `request` as JSON, then the fields, of which those that are no texts are JSON. Throws ApiError 400, 422. */
function bodyOf(fields: ReadonlyMap<string, string>, jsonFields: ReadonlySet<string>): Record<string, unknown> {
  const text = fields.get(REQUEST);
  const request = text === undefined ? {} : parseJson(Buffer.from(text));
  if (!isRecord(request)) throw invalid(["body", REQUEST], "The part `request` is a JSON object.");
  const others = [...fields].filter(([name]) => name !== REQUEST);
  const values = others.map(([name, value]): [string, unknown] => {
    checkText(name);
    if (jsonFields.has(name)) return [name, parseJson(Buffer.from(value))];
    checkText(value);
    return [name, value];
  });
  return { ...request, ...Object.fromEntries(values) };
}

const tooMany = (max: number): ApiError => invalid(["body"], max === 1 ? "Send one file." : `Send at most ${max} files.`, "too_many");
