/** Page images: what the routes for tasks and applications share. */
import type { FastifyReply } from "fastify";
import { z } from "zod";
import { ApiError } from "#contract/errors.ts";
import { wholeNumber } from "#contract/json.ts";
import { LOCKED_PDF, TaskFailure } from "#contract/task-errors.ts";

export const pageNumber = wholeNumber(1, 9_999_999).describe("1-based page number.");
export const pageQuery = z.object({ width: wholeNumber(50, 3000, 1200).describe("Pixels") });
/** A PDF's password is not stored, so it has to be sent with each request for a page. */
export const pageHeaders = z.looseObject({
  "document-password": z.string().max(1000).optional().describe("Of a PDF that is locked."),
});
export const pageReply = { description: "The page", content: { "image/png": { schema: z.any() } } };

/** Few page images of 3,000 pixels are larger. */
export const PAGE_BYTES_MAX = 4 * 2 ** 20;

/** Path suffix below the resource that has the pages. */
export const PAGE_ADDRESS = "/pages/:n(^\\d{1,7}).png";

/** `keep`: whether the browser may cache it; false for a page opened with a password. */
export const sendPage = (reply: FastifyReply, png: Buffer, keep = true): FastifyReply =>
  reply
    .type("image/png")
    .header("cache-control", keep ? "private, max-age=300" : "no-store")
    .send(png);

const OF_A_PDF = new Set<string>(Object.values(LOCKED_PDF));
const LOCKED = "The PDF is protected by a password, which is not kept. Send it in the `document-password` header.";

/** A problem with the file or the page number is reported as a missing page. Throws ApiError 404, and 400 for a file protected by a password. */
export async function withPage<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof TaskFailure && error.code === "encrypted_document") {
      throw new ApiError("encrypted_document", { detail: OF_A_PDF.has(error.publicMessage) ? LOCKED : error.publicMessage });
    }
    if (error instanceof TaskFailure && error.code !== "internal") throw new ApiError("not_found", { detail: error.publicMessage });
    throw error;
  }
}
