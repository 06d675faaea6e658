/** Where the files of a multipart body stand in the body of a route, as if they had been sent in its JSON. */
import { isRecord } from "#contract/schema/problems.ts";

/** `name`: of the part. `content`: in place of base64. `type`: as the sender called it. */
export type UploadedFile = { name: string; content: string; filename: string | null; type: string };
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

/** For a document with `file`, the part with that name; the others stand behind the `documents` of the request. */
export const batchUploads = (max: number): Uploads => ({
  max,
  into(body, files) {
    const left = [...files];
    const placed = listOf(body.documents).map((document) => {
      const at = isRecord(document) ? left.findIndex(({ name }) => name === document.file) : -1;
      const [part] = at < 0 ? [] : left.splice(at, 1);
      if (!part || !isRecord(document)) return document;
      const { file: _, ...rest } = document;
      return { filename: part.filename, ...rest, file_content: part.content };
    });
    const others = left.map(({ content, filename }) => ({ file_content: content, filename }));
    return { ...body, documents: [...placed, ...others] };
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
