/**
 * A caller's bucket, by the caller's key. Its host is checked as that of a document's URL is: the connection goes to an address that was
 * checked, credentials and endpoints of the service's own environment are never used, and no redirect is followed.
 */
import type { LookupFunction } from "node:net";
import { PassThrough, pipeline, Readable, Transform } from "node:stream";
import { awsEndpoint, type BucketSettings } from "#contract/buckets.ts";
import { LIMITS } from "#contract/limits.ts";
import { checkUrl } from "#platform/fetch/check-url.ts";
import { isAllowedHost } from "#platform/fetch/checked-address.ts";
import { addressOf, FetchFault, type FetchRules } from "#platform/fetch/guarded-fetch.ts";

const CONNECT_MS_MAX = 10_000;
const ANSWER_MS_MAX = 20_000;
/** A document, or a page of a list of a thousand long names. */
const ANSWER_BYTES_MAX = LIMITS.documentBytesMax + 2 * 1024 * 1024;

/** `etag`: changes with the content. `modifiedMs`: Unix time. */
export type BucketObject = { key: string; bytes: number; etag: string; modifiedMs: number };

export type GuardedBucket = AsyncDisposable & {
  /** Objects directly below the prefix, a page at a time. */
  list(prefix: string, signal: AbortSignal): AsyncIterable<BucketObject>;
  /** Null when it is gone or has another content. */
  get(key: string, etag: string, signal: AbortSignal): Promise<Buffer | null>;
  /** Its etag; null when there is none. */
  head(key: string): Promise<string | null>;
  put(key: string, body: string, type: string): Promise<void>;
  /** False when it is gone or has another content. */
  copy(from: { key: string; etag: string }, to: string): Promise<boolean>;
  delete(key: string): Promise<void>;
};

/** Throws FetchFault where the host is not allowed. No request is sent. */
export async function openGuardedBucket(settings: BucketSettings, rules: FetchRules): Promise<GuardedBucket> {
  const { region, bucket, access_key_id: accessKeyId, secret_access_key: secretAccessKey } = settings;
  const endpoint = checkedEndpoint(settings.endpoint ?? awsEndpoint(region), rules);
  const [sdk, http, https] = await Promise.all([import("@aws-sdk/client-s3"), import("node:http"), import("node:https")]);
  const options = { keepAlive: true, lookup: checkedLookup(rules) };
  const [httpAgent, httpsAgent] = [new http.Agent(options), new https.Agent(options)];
  const client = new sdk.S3Client({
    region,
    endpoint,
    forcePathStyle: true,
    credentials: { accessKeyId, secretAccessKey },
    requestHandler: {
      httpAgent,
      httpsAgent,
      connectionTimeout: CONNECT_MS_MAX,
      requestTimeout: ANSWER_MS_MAX,
      socketTimeout: ANSWER_MS_MAX,
      throwOnRequestTimeout: true,
    },
    // Not every compatible store supports the newer checksums.
    requestChecksumCalculation: "WHEN_REQUIRED",
    responseChecksumValidation: "WHEN_REQUIRED",
  });
  client.middlewareStack.add(
    (next) => async (args) => {
      const output = await next(args);
      const { response } = output as { response: { body?: unknown } };
      if (response.body instanceof Readable) response.body = limited(response.body);
      return output;
    },
    { step: "deserialize", priority: "low" },
  );
  const at = (key: string) => ({ Bucket: bucket, Key: key });
  return {
    async *list(prefix, signal) {
      const pages = sdk.paginateListObjectsV2({ client }, { Bucket: bucket, Prefix: prefix, Delimiter: "/" }, { abortSignal: signal });
      for await (const { Contents = [] } of pages)
        for (const { Key = "", Size = 0, ETag = "", LastModified } of Contents)
          yield { key: Key, bytes: Size, etag: ETag, modifiedMs: LastModified?.getTime() ?? 0 };
    },
    async get(key, etag, signal) {
      return unlessGone(async () => {
        const { Body, ETag } = await client.send(new sdk.GetObjectCommand({ ...at(key), IfMatch: etag }), { abortSignal: signal });
        const bytes = Buffer.from((await Body?.transformToByteArray()) ?? []);
        return ETag === etag ? bytes : null;
      });
    },
    head: (key) => unlessGone(async () => (await client.send(new sdk.HeadObjectCommand(at(key)))).ETag ?? ""),
    async put(key, body, type) {
      const Body = Buffer.from(body);
      await client.send(new sdk.PutObjectCommand({ ...at(key), Body, ContentLength: Body.byteLength, ContentType: type }));
    },
    async copy({ key, etag }, to) {
      const source = `${bucket}/${key}`.split("/").map(encodeURIComponent).join("/");
      const copied = () => client.send(new sdk.CopyObjectCommand({ ...at(to), CopySource: source, CopySourceIfMatch: etag }));
      return (await unlessGone(copied)) !== null;
    },
    async delete(key) {
      await client.send(new sdk.DeleteObjectCommand(at(key)));
    },
    async [Symbol.asyncDispose]() {
      client.destroy();
      for (const agent of [httpAgent, httpsAgent]) agent.destroy();
    },
  };
}

/** Throws FetchFault. */
function checkedEndpoint(text: string, rules: FetchRules): string {
  const verdict = checkUrl(text, rules.allowed);
  if (!verdict.ok) throw new FetchFault("refused", verdict.why);
  const { url, host } = verdict;
  if (url.protocol !== "https:" && !isAllowedHost(rules.allowed, host))
    throw new FetchFault(
      "refused",
      "Buckets are reached by https. The server's operator can allow the host otherwise with WINNOW_ALLOW_HOSTS.",
    );
  if (url.pathname !== "/" || url.search !== "" || url.hash !== "")
    throw new FetchFault("refused", "Give the URL of the server alone; the bucket and the folder in it have their own fields.");
  return url.origin;
}

/** Resolves to an address that was checked, and to no other. A host that is an address was checked with the endpoint. */
const checkedLookup =
  (rules: FetchRules): LookupFunction =>
  (host, { all }, done) => {
    addressOf(host, rules, AbortSignal.timeout(CONNECT_MS_MAX)).then(
      (address) => {
        const family = address.includes(":") ? 6 : 4;
        if (all) done(null, [{ address, family }]);
        else done(null, address, family);
      },
      (error: Error) => done(error, ""),
    );
  };

/** Fails after so many bytes, as the caller names the server. */
function limited(body: Readable): Readable {
  let bytes = 0;
  const count = new Transform({
    transform(chunk: Buffer, _, done) {
      bytes += chunk.length;
      done(bytes > ANSWER_BYTES_MAX ? new FetchFault("too_large", "The answer of the bucket's server is too large.") : null, chunk);
    },
  });
  return pipeline(body, count, new PassThrough(), () => undefined);
}

/** 404, and 412 where another content was expected. */
async function unlessGone<T>(work: () => Promise<T>): Promise<T | null> {
  try {
    return await work();
  } catch (error) {
    if (["NoSuchKey", "NotFound", "PreconditionFailed"].includes((error as Error).name)) return null;
    throw error;
  }
}

const SERVER_TEXT_CHARACTERS_MAX = 300;

/** In words for the account. */
export function whyOfBucket(error: unknown): string {
  if (error instanceof FetchFault) return error.message;
  const { name, message, $metadata } = error as { name?: string; message?: string; $metadata?: { httpStatusCode?: number } };
  const cause = (error as { cause?: unknown }).cause;
  if (cause instanceof FetchFault) return cause.message;
  const status = $metadata?.httpStatusCode;
  if (status === undefined) return "The server of the bucket could not be reached.";
  const told = String(message ?? "")
    .replaceAll("\u0000", "")
    .slice(0, SERVER_TEXT_CHARACTERS_MAX);
  return `The server of the bucket answered ${status} ${String(name ?? "").slice(0, 60)}: ${told}`;
}
