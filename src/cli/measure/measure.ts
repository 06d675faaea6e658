/** `winnow measure FOLDER`: accuracy on the user's own labelled documents. docs/cli.md explains the figures. */
import { extractFile } from "#cli/extract-file.ts";
import { EXIT, FileError, failureOf } from "#cli/failures.ts";
import { type CommandOutput, printNote } from "#cli/output.ts";
import { openProgress } from "#cli/progress.ts";
import { openReaderHere, readDocumentFile } from "#cli/with-reader.ts";
import type { ProviderName } from "#contract/providers.ts";
import { TaskFailure } from "#contract/task-errors.ts";
import type { DocumentReader } from "#documents/read-document.ts";
import { compare } from "./compare.ts";
import { findLabelledFiles, type LabelledFile } from "./labelled-files.ts";
import { percent, reportLines } from "./report.ts";
import { type Measured, measuredScoreOf } from "./score.ts";

/** `atLeast`: required accuracy in per cent. */
type Options = { provider?: ProviderName; atLeast?: number };

export async function measure(folder: string, { provider, atLeast }: Options, signal: AbortSignal): Promise<CommandOutput> {
  const { files, notes } = await findLabelledFiles(folder);
  const documents: Measured[] = [];
  {
    for (const note of notes) printNote(note);
    await using reader = await openReaderHere();
    using progress = openProgress(files.length, files[0]?.file ?? "");
    for (const [i, file] of files.entries()) {
      documents.push(await measureOne(reader, file, provider, signal));
      progress.advance(files[i + 1]?.file ?? "");
    }
    progress.done(`${files.length} documents measured`);
  }
  const score = measuredScoreOf(documents);
  const noneRead = score.failed.length === score.documents;
  const isBelow = atLeast !== undefined && 100 * (score.accuracy ?? 0) < atLeast;
  return {
    record: score,
    lines: reportLines(score),
    notes: isBelow ? [`The accuracy of ${percent(score.accuracy)} % is below the ${atLeast} % of --at-least.`] : [],
    exitCode: isBelow || noneRead ? EXIT.failed : EXIT.done,
  };
}

async function measureOne(
  reader: DocumentReader,
  labelled: LabelledFile,
  provider: ProviderName | undefined,
  signal: AbortSignal,
): Promise<Measured> {
  const { file, path, schema, label } = labelled;
  const t0 = performance.now();
  try {
    const { data, fields } = await extractFile(reader, await readDocumentFile(path), { schema, warnings: [], provider }, signal);
    return { file, verdicts: compare(schema, label, data), fields, ms: performance.now() - t0, failure: null };
  } catch (error) {
    if (signal.aborted || !(error instanceof TaskFailure || error instanceof FileError)) throw error;
    const { code, message } = failureOf(error);
    return { file, verdicts: compare(schema, label, null), fields: {}, ms: performance.now() - t0, failure: { code, message } };
  }
}
