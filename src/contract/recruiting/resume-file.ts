/** A résumé sent inside the JSON body. */
import { z } from "zod";

export const ResumeFile = z
  .object({
    filename: z.string().min(1).max(255).describe("Shown to people; the answer names the file by it."),
    content_type: z.string().max(255).describe("A hint only; the type is detected from the content."),
    content: z.string().describe("The file as base64 or a `data:` URL, at most 10 MB decoded."),
  })
  .meta({ id: "ResumeFile" });
export type ResumeFile = z.infer<typeof ResumeFile>;
