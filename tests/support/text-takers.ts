/** Every exported function of the source that takes a text first, found in the syntax tree: none can be forgotten. */
import { readFile } from "node:fs/promises";
import path from "node:path";
import { pathToFileURL } from "node:url";
import { parse } from "@swc/core";
import { sourceFiles } from "../../scripts/patterns/written.ts";

const SOURCE = path.resolve(import.meta.dirname, "../../src");

/** Parts of the source whose texts are the operator's, or our own. */
const NO_STRANGER: readonly string[] = [
  "main/",
  "cli/",
  "platform/postgres/",
  "platform/process/",
  "platform/metrics/",
  "platform/tracing.ts",
  "platform/secret-box.ts",
  "platform/blobs/",
  "documents/pool/",
  "documents/ocr/ppocr/onnx/",
  "documents/ocr/ppocr/weights/",
  "documents/tessdata.ts",
  "documents/too-deep.ts",
];

/** Single functions that need none of it, and why. */
const LEFT_OUT: ReadonlyMap<string, string> = new Map([
  ["memory/memory.ts scopeOf", "the id of a template"],
  ["contract/answer-failures.ts answeringFailures", "the name of a task"],
  ["engines/local/tables/rows-in.ts list", "makes a field for tests"],
  ["language/words-pattern.ts wordsPattern", "makes a pattern; lengths are the caller's"],
  ["language/all-in.ts allIn", "the pattern is the caller's"],
  ["language/fold.ts editDistance", "takes the product of two lengths; callers bound both"],
  ["platform/fetch/fetch-file.ts fetchFile", "asks the network; checkUrl and filenameOf see the text"],
  ["platform/fetch/checked-address.ts checkedAddress", "asks the name servers; isAllowedHost and LOCAL_NAME see the text"],
  ["platform/fetch/guarded-fetch.ts addressOf", "asks the name servers"],
  ["platform/fetch/guarded-fetch.ts guardedFetch", "asks the network; checkUrl sees the text"],
  ["accounts/passwords.ts hashPassword", "slow by purpose; a password's length is bounded"],
  ["accounts/passwords.ts verifyPassword", "slow by purpose; a password's length is bounded"],
  ["engines/local/suggest/value-type.ts typeOfValue", "needs a cell: seen by suggestSchema"],
  ["resumes/findings/education-findings.ts educationFindings", "the text is a pointer: seen by readResume"],
  ["resumes/findings/period-findings.ts periodFindings", "the text is a pointer: seen by readResume"],
  ["resumes/findings/point-at.ts pointAt", "the text is a pointer: seen by readResume"],
  ["platform/models/ask-usable.ts repairText", "the text is ours"],
  ["engines/llm/prompt.ts missingRowsText", "the text is a pointer"],
  ["documents/parts/part.ts nameIn", "the names are joined, and compared as wholes"],
  ["engines/einvoice/code-words.ts wordsOfCode", "the text is a pattern of a code list, and ours"],
  ["engines/einvoice/findings.ts findingOf", "the text is a pointer"],
  ["engines/einvoice/tables.ts rowsOf", "the text is a pointer"],
  ["http/roles.ts roleFor", "the method and address of one of our routes"],
  ["platform/sent-file.ts bytesOrFault", "seen by sentBytes"],
]);

/** What is given behind the text, where that is needed; each list is one call. */
const ARGUMENTS: ReadonlyMap<string, readonly (readonly unknown[])[]> = new Map<string, readonly (readonly unknown[])[]>([
  ["documents/kinds/delimited.ts delimiterOf", [[true], [false]]],
  ["contract/nearest.ts nearestName", [[["document_url", "pages", "type"]]]],
  ["contract/nearest.ts meantName", [[["document_url", "pages", "type"]]]],
  ["contract/unknown-property.ts messageWith", [[[]]]],
  ["engines/values/asked-form.ts printDate", [["DD/MM/YYYY"]]],
  ["documents/pdf/doubt/lost-letters.ts isMixedUp", [["A line of text.", false]]],
  ["documents/pdf/doubt/sampled-lines.ts likeness", [["A line of text."]]],
  ["engines/local/match/examples.ts exampleLikeness", [["CA-1661"]]],
  ["engines/values/asked-form.ts withoutUnasked", [[{ description: "digits only" }], [{ description: "without spaces, hyphens, commas" }]]],
  ["engines/values/date.ts readDate", [[true], [false], [null]]],
  ["engines/values/date-range.ts rangeStartsIn", [[null]]],
  ["engines/values/date.ts matchDate", [[null]]],
  ["engines/values/yearless.ts dayIn", [[{ only: 2026, written: "2026-02-03" }, null]]],
  ["language/fold.ts similarity", [["Berlin"]]],
  ["packets/kinds/kinds.ts withoutKinds", [[[{ id: "resume" }]]]],
  ["language/vectors.ts nearness", [["berlin"]]],
  ["engines/values/number-words.ts numberInWord", [[["en", "de"]]]],
  ["engines/values/number.ts readNumber", [[null], [".", true], [",", true]]],
  ["engines/local/unsigned.ts unsigned", [[{ name: "discount", type: "number" }]]],
  ["engines/values/options.ts optionFor", [[["yes", "no", "a".repeat(100_000), "a ".repeat(50_000)]]]],
  ["contract/pointer.ts child", [["key"]]],
  ["accounts/scim/profile.ts emailOf", [[{}]]],
  ["platform/bearer-token.ts hasToken", [["token"]]],
  ["engines/llm/prompt.ts hintsText", [[[{ path: "/a", kind: "absent" }]]]],
  ["engines/llm/prompt.ts windowText", [[{ lines: [], context: [] }]]],
  ["scoring/find-skill.ts compareText", [["Berlin"]]],
  ["scoring/profile/qualifications.ts qualificationsOf", [[[]]]],
  ["job-ads/base-form.ts baseFormOf", [["Python"]]],
  ["scoring/blind/commutes.ts commutesIn", [[[0], new Set(["en", "de"])]]],
  ["scoring/blind/organisations.ts isSkill", [[[]]]],
  ["scoring/blind/short-names.ts isShortFor", [["robin"]]],
  ["scoring/blind/short-names.ts initialsRanges", [[false, "R.A.L. wrote it."]]],
  ["scoring/blind/topics.ts isTopic", [[{ from: 0, to: 4 }]]],
  ["scoring/blind/ranges.ts rangesOfPart", [["a"], ["Berlin"]]],
  ["scoring/blind/languages-in.ts beforeSmallWords", [[1], [5_000], [100_000]]],
  ["scoring/blind/names-after.ts namesAfter", [[{ from: 0, to: 0 }]]],
  ["scoring/blind/topics.ts topicsOf", [[[{ from: 0, to: 1 }]]]],
  [
    "scoring/blind/ranges.ts without",
    [
      [
        [
          { from: 0, to: 1 },
          { from: 4_000, to: 5_000 },
        ],
        (from: number) => from,
      ],
    ],
  ],
  ["job-ads/title/title-noise.ts withoutPlace", [["Berlin"]]],
  ["skills/match/find-asked.ts openAsked", [[null, new Set()]]],
  ["skills/match/grammar.ts isTransparent", [["en"], ["de"]]],
  ["skills/match/word-families.ts rootOfWord", [["en"], ["de"]]],
  ["skills/phrase.ts openPhrase", [[true], [false]]],
  ["skills/reaches-end.ts restAfter", [[/\s/g]]],
  ["skills/reaches-end.ts reachesEnd", [[/\b/g, { charactersMax: 80, mark: /[.!?]/ }]]],
  ["skills/reservations-by-script.ts reservationByScript", [["漢"]]],
  [
    "skills/reservations.ts reservationOf",
    [
      [0, 1],
      [5_000, 5_001],
    ],
  ],
  [
    "skills/reservations.ts isWeak",
    [
      [0, 1],
      [5_000, 5_001],
    ],
  ],
  ["language/stems.ts isStopWord", [["en"]]],
  ["language/mrz.ts mrzDate", [["7408122F1204159ZE184226B<<<<<1", true]]],
  ["platform/fetch/check-url.ts checkUrl", [[{ allows: () => false }]]],
  ["platform/models/redact.ts redact", [[{ instructions: "Do it.", shown: "Total", apiKey: "key" }]]],
  ["webhooks/deliver.ts retryAfterOf", [[new Date(0)]]],
  ["webhooks/receiver.ts receiverId", [[{ origin: "https://example.com" }]]],
]);

export type TextTaker = { name: string; take: (text: string) => unknown };

/** Those that can be called, and the names of those that nobody said how to call. */
export async function textTakers(): Promise<{ takers: TextTaker[]; unknown: string[] }> {
  const takers: TextTaker[] = [];
  const unknown: string[] = [];
  for (const file of await sourceFiles(SOURCE)) {
    const place = path.relative(SOURCE, file);
    if (NO_STRANGER.some((part) => place.startsWith(part))) continue;
    for (const { name, alone } of await takingTextIn(file)) {
      const known = `${place} ${name}`;
      if (LEFT_OUT.has(known)) continue;
      const calls = ARGUMENTS.get(known) ?? (alone ? [[]] : null);
      if (calls === null) unknown.push(known);
      else takers.push({ name: known, take: await callerOf(file, name, calls) });
    }
  }
  return { takers, unknown };
}

async function callerOf(file: string, name: string, calls: readonly (readonly unknown[])[]): Promise<TextTaker["take"]> {
  const module: Record<string, unknown> = await import(pathToFileURL(file).href);
  const found = module[name];
  if (typeof found !== "function") throw new Error(`${file} has no function ${name}`);
  return async (text) => {
    for (const more of calls) await found(text, ...more);
  };
}

type Node = { type?: string; [key: string]: unknown };
type Parameter = { isText: boolean; isOptional: boolean };

/** `alone`: nothing but the text has to be given. */
async function takingTextIn(file: string): Promise<{ name: string; alone: boolean }[]> {
  const { body } = await parse(await readFile(file, "utf8"), { syntax: "typescript", target: "es2024" });
  return (body as unknown as Node[]).flatMap((item) => {
    if (item.type !== "ExportDeclaration") return [];
    return functionsOf(item.declaration as Node).flatMap(({ name, parameters: [first, ...others] }) =>
      first?.isText ? [{ name, alone: others.every(({ isOptional }) => isOptional) }] : [],
    );
  });
}

function functionsOf(declaration: Node): { name: string; parameters: Parameter[] }[] {
  if (declaration.type === "FunctionDeclaration") {
    const parameters = (declaration.params as { pat: Node }[]).map(({ pat }) => parameterOf(pat));
    return [{ name: (declaration.identifier as { value: string }).value, parameters }];
  }
  if (declaration.type !== "VariableDeclaration") return [];
  return (declaration.declarations as { id: { value: string }; init: Node | null }[]).flatMap(({ id, init }) =>
    init?.type === "ArrowFunctionExpression" ? [{ name: id.value, parameters: (init.params as Node[]).map(parameterOf) }] : [],
  );
}

function parameterOf(pattern: Node): Parameter {
  const hasDefault = pattern.type === "AssignmentPattern";
  const target = hasDefault ? (pattern.left as Node) : pattern;
  const annotation = target.typeAnnotation as { typeAnnotation: Node } | null | undefined;
  return { isText: annotation ? isText(annotation.typeAnnotation) : false, isOptional: hasDefault || target.optional === true };
}

function isText(type: Node): boolean {
  if (type.type === "TsUnionType") return (type.types as Node[]).some(isText);
  return type.type === "TsKeywordType" && type.kind === "string";
}
