/** `winnow measure FOLDER`: accuracy on the user's own labelled documents, of one engine or several. docs/cli.md explains the figures. */
import { extractFile } from "#cli/extract-file.ts";
import { EXIT, FileError, failureOf } from "#cli/failures.ts";
import { type CommandOutput, printNote } from "#cli/output.ts";
import { openProgress } from "#cli/progress.ts";
import { openReaderHere, readDocumentFile } from "#cli/with-reader.ts";
import type { EngineName } from "#contract/providers.ts";
import { TaskFailure } from "#contract/task-errors.ts";
import type { DocumentReader } from "#documents/read-document.ts";
import { vendorOf } from "#engines/versions.ts";
import { readConfig } from "#platform/config.ts";
import { type Models, openModels } from "#platform/models/models.ts";
import { compare } from "#results/measure/compare.ts";
import { type Measured, measuredScoreOf, type Price } from "#results/measure/score.ts";
import { comparisonLines, differencesOf, type EngineScore } from "./engines.ts";
import { findLabelledFiles, type LabelledFile } from "./labelled-files.ts";
import { percent, reportLines } from "./report.ts";

/** `atLeast`: required accuracy of each engine in per cent. Without provider: the configured default. */
type Options = { provider?: readonly EngineName[]; price?: Price; atLeast?: number };

export async function measure(folder: string, { provider, price, atLeast }: Options, signal: AbortSignal): Promise<CommandOutput> {
  const { files, notes } = await findLabelledFiles(folder);
  const config = readConfig();
  const providers = provider ?? [config.defaultProvider];
  for (const note of notes) printNote(note);
  await using models = openModels(config.models, null);
  const model = (name: EngineName) => {
    const vendor = vendorOf(name, models);
    return vendor === "local" ? null : models.modelFor(vendor, null).name;
  };
  const named = providers.map((name) => ({ provider: name, model: model(name) }));
  const by = await measureAll(files, providers, models, signal);
  const scores = named.map((engine): EngineScore => ({ ...engine, ...measuredScoreOf(by.get(engine.provider) ?? [], price ?? null) }));
  const below = scores.filter(({ accuracy }) => atLeast !== undefined && 100 * (accuracy ?? 0) < atLeast);
  const isUnread = scores.some(({ failed, documents }) => failed.length === documents);
  const [first] = scores;
  const differences = differencesOf(by);
  const isOne = scores.length === 1 && first !== undefined;
  return {
    record: isOne ? first : { engines: scores, differences },
    lines: isOne ? reportLines(first) : comparisonLines(scores, differences),
    notes: below.map(
      (each) =>
        `The accuracy of ${percent(each.accuracy)} %${isOne ? "" : ` of ${each.provider}`} is below the ${atLeast} % of --at-least.`,
    ),
    exitCode: below.length > 0 || isUnread ? EXIT.failed : EXIT.done,
  };
}

/** Each file by each engine, before the next file. */
async function measureAll(
  files: readonly LabelledFile[],
  providers: readonly EngineName[],
  models: Models,
  signal: AbortSignal,
): Promise<Map<EngineName, Measured[]>> {
  const by = new Map(providers.map((provider) => [provider, [] as Measured[]]));
  const called = ({ file }: LabelledFile, provider: EngineName) => (providers.length === 1 ? file : `${file}, ${provider}`);
  const work = files.flatMap((file) => providers.map((provider) => ({ file, provider })));
  const names = work.map(({ file, provider }) => called(file, provider));
  await using reader = await openReaderHere();
  using progress = openProgress(work.length, names[0] ?? "");
  for (const [i, { file, provider }] of work.entries()) {
    by.get(provider)?.push(await measureOne(reader, file, { provider, models }, signal));
    progress.advance(names[i + 1] ?? "");
  }
  progress.done(`${files.length} documents measured`);
  return by;
}

async function measureOne(
  reader: DocumentReader,
  labelled: LabelledFile,
  by: { provider: EngineName; models: Models },
  signal: AbortSignal,
): Promise<Measured> {
  const { file, path, schema, label } = labelled;
  const t0 = performance.now();
  const ms = () => performance.now() - t0;
  try {
    const { data, fields, usage } = await extractFile(reader, await readDocumentFile(path), { schema, warnings: [], ...by }, signal);
    return { file, verdicts: compare(schema, label, data), fields, ms: ms(), usage, failure: null };
  } catch (error) {
    if (signal.aborted || !(error instanceof TaskFailure || error instanceof FileError)) throw error;
    const { code, message } = failureOf(error);
    return { file, verdicts: compare(schema, label, null), fields: {}, ms: ms(), usage: null, failure: { code, message } };
  }
}
