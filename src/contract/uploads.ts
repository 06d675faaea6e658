/** Uploads: a file is put to an address of its own first, and then named by its id wherever a document is taken. */
import { z } from "zod";
import { requestWarnings } from "./task.ts";

/** An upload and its address last this long. */
export const UPLOAD_HOURS = 24;

export const UploadId = z
  .string()
  .min(1)
  .max(200)
  .describe("Id of an upload whose file has arrived. It may be named any number of times until the upload expires.");

export const UploadBody = z
  .object({
    filename: z.string().max(255).nullish().describe("Shown in lists, unless the request that names the upload gives another."),
    size_bytes: z.int().min(1).nullish().describe("Size of the file, at most 10 MB. A file of another size is then refused."),
    content_type: z
      .string()
      .max(255)
      .regex(/^[ -~]+$/, "A media type, such as `application/pdf`.")
      .nullish()
      .describe("Content-Type that the answer tells the client to send with the PUT. The server detects the type from the content."),
  })
  .meta({ id: "UploadRequest" });
export type UploadBody = z.infer<typeof UploadBody>;

export const UPLOAD_STATES = ["waiting", "ready"] as const;

export const UploadRecord = z
  .object({
    upload_id: z.string(),
    status: z.enum(UPLOAD_STATES).describe("`waiting`: the file has not arrived. `ready`: it may be named in requests."),
    filename: z.string().nullable(),
    size_bytes: z.int().nullable().describe("As announced, then as it arrived."),
    sha256: z.string().nullable(),
    mime_type: z.string().nullable().describe("By its content; null until it has arrived."),
    created_at: z.string(),
    expires_at: z.string().describe("The file is deleted then. Tasks that were made of it keep theirs."),
    ...requestWarnings,
  })
  .meta({ id: "Upload" });
export type UploadRecord = z.infer<typeof UploadRecord>;

export const UploadReply = UploadRecord.extend({
  url: z.string().describe("Address to PUT the bytes to. It is signed, so the PUT needs no key, and it allows nothing but this PUT."),
  headers: z.record(z.string(), z.string()).describe("Headers to send with the PUT."),
}).meta({ id: "UploadResponse" });
export type UploadReply = z.infer<typeof UploadReply>;
