/** Where the files of a multipart body stand in the body of a route, as if they had been sent in its JSON. */
import { isRecord } from "#contract/schema/problems.ts";

/** `content`: in place of base64. `type`: as the sender called it. */
export type UploadedFile = { content: string; filename: string | null; type: string };
type Body = Record<string, unknown>;
/** `max`: most files. `into`: the body with them. */
export type Uploads = { max: number; into(body: Body, files: readonly UploadedFile[]): Body };

const listOf = (value: unknown): unknown[] => (Array.isArray(value) ? value : []);

/** One file, as `document`. */
export const DOCUMENT_UPLOAD: Uploads = {
  max: 1,
  into(body, [file]) {
    if (!file) return body;
    const named = isRecord(body.document) ? body.document : {};
    return { ...body, document: { filename: file.filename, ...named, file_content: file.content } };
  },
};

/** Behind the `documents` of the request. */
export const batchUploads = (max: number): Uploads => ({
  max,
  into(body, files) {
    const documents = files.map(({ content, filename }) => ({ file_content: content, filename }));
    return { ...body, documents: [...listOf(body.documents), ...documents] };
  },
});

/** As `files`. */
export const resumeUploads = (max: number): Uploads => ({
  max,
  into(body, files) {
    if (files.length === 0) return body;
    const resumes = files.map(({ content, filename, type }, i) => ({
      filename: filename ?? `resume-${i + 1}`,
      content_type: type,
      content,
    }));
    return { ...body, files: [...listOf(body.files), ...resumes] };
  },
});
