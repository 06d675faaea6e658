/** What is stored of a reviewed document's lesson, and the layout that a document to be read asks for. */
import { z } from "zod";
import type { Example } from "#engines/remembered.ts";
import type { Mark } from "#structure/layout/marks.ts";

/** Sealed. `sha256`: of its document, which is not read again with its own review. */
export type StoredLesson = { marks: Mark[]; example: Example; sha256: string | null };

const MarkShape = z.tuple([z.int(), z.int(), z.int(), z.int()]).readonly();
/** The marks of a page as its reader's child sends them: checked, as the child has read an untrusted file. */
export const Marks = z.array(MarkShape).max(400);
/** The layout of a document as its reader's child sends it. */
export const Layout = z.object({ marks: Marks, signature: z.string().regex(/^[01]{1024}$/) });
export type Layout = z.infer<typeof Layout>;
