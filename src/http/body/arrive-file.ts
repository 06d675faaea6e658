/** A body that is a file. It goes to a temporary file as it arrives, so that it costs no memory however slowly its sender is. */
import { createHash } from "node:crypto";
import type { IncomingHttpHeaders, IncomingMessage } from "node:http";
import type { FastifyRequest } from "fastify";
import { ApiError } from "#contract/errors.ts";
import { LIMITS } from "#contract/limits.ts";
import { openSpool } from "#platform/spool.ts";
import type { ArrivedFile } from "#uploads/receive-upload.ts";
import { takeOf } from "./hold-bytes.ts";
import { PLAIN } from "./json-body.ts";
import { eachChunk } from "./read-body.ts";

/** RFC 9530: `sha-256=:BASE64:`, among other algorithms. */
const SHA256 = /(?:^|[,\s])sha-256=:([A-Za-z0-9+/=]{1,100}):/;

/** `check` throws for a size that is not taken: that of Content-Length first, then that of what arrived. Throws ApiError 400, 429. */
export async function arriveFile(
  request: FastifyRequest,
  payload: IncomingMessage | undefined,
  check: (bytes: number) => void,
): Promise<ArrivedFile & AsyncDisposable> {
  const { headers } = request;
  if (headers["content-type"]?.startsWith("multipart/"))
    throw new ApiError("unsupported_content_type", { detail: "PUT the bytes of the file as they are, without a form around them." });
  if (!PLAIN.includes(headers["content-encoding"] ?? "")) throw new ApiError("unsupported_encoding");
  if (headers["content-length"] !== undefined || !payload) check(Number(headers["content-length"] ?? 0));
  await using own = new AsyncDisposableStack();
  const part = own.use(await openSpool()).begin();
  const [sha256, md5] = [createHash("sha256"), createHash("md5")];
  let bytes = 0;
  if (payload)
    await eachChunk(payload, (chunk) => {
      bytes += chunk.length;
      if (bytes > LIMITS.documentBytesMax) throw new ApiError("document_too_large");
      sha256.update(chunk);
      md5.update(chunk);
      return part.write(chunk);
    });
  check(bytes);
  const hash = sha256.digest();
  checkDigests(headers, { sha256: hash.toString("base64"), md5: md5.digest("base64") });
  const stack = own.move();
  const read = async () => {
    await takeOf(request)(bytes);
    return part.read();
  };
  return { bytes, sha256: hash.toString("hex"), read, [Symbol.asyncDispose]: () => stack.disposeAsync() };
}

/** Of the headers that say what should arrive. Throws ApiError 400. */
function checkDigests(headers: IncomingHttpHeaders, arrived: { sha256: string; md5: string }): void {
  const [, sha256] = SHA256.exec(String(headers["content-digest"] ?? "")) ?? [];
  const md5 = headers["content-md5"]?.toString().trim();
  for (const [header, told, is] of [
    ["Content-Digest", sha256, arrived.sha256],
    ["Content-MD5", md5, arrived.md5],
  ] as const)
    if (told !== undefined && told !== is)
      throw new ApiError("upload_damaged", { detail: `The bytes that arrived are not those of \`${header}\`. Send the whole file again.` });
}
