/** A résumé sent inside the JSON body, or named by the upload that brought it. */
import { z } from "zod";
import { UploadId } from "#contract/uploads.ts";

export const ResumeFile = z
  .object({
    filename: z
      .string()
      .min(1)
      .max(255)
      .nullish()
      .describe("Shown to people; the answer names the file by it. With `upload_id` it may be left out."),
    content_type: z
      .string()
      .max(255)
      .nullish()
      .describe("A hint only; the type is detected from the content. With `upload_id` it may be left out."),
    content: z
      .string()
      .nullish()
      .describe("The file as base64 or a `data:` URL, at most 10 MB decoded. Exactly one of this and `upload_id`."),
    upload_id: UploadId.nullish(),
  })
  .superRefine((file, context) => {
    const refuse = (key: keyof typeof file, message: string, type: string) =>
      context.addIssue({ code: "custom", path: [key], message, params: { type } });
    if (file.upload_id != null) {
      if (file.content != null) refuse("upload_id", "Send either `content` or `upload_id`, not both.", "too_many");
      return;
    }
    for (const key of ["filename", "content_type", "content"] as const) if (file[key] == null) refuse(key, "This is required.", "missing");
  })
  .meta({ id: "ResumeFile" });
export type ResumeFile = z.infer<typeof ResumeFile>;
