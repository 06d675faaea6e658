/** Training instances: for every single field of documents with known answers its candidates, and which of them are right. */
import type { Field } from "#contract/schema/field.ts";
import type { Document } from "#documents/document.ts";
import { withSums } from "#engines/local/assign.ts";
import type { Candidate } from "#engines/local/candidates/candidate.ts";
import { propose } from "#engines/local/candidates/propose.ts";
import { findingOf, needsModel, pageOf } from "#engines/local/engine.ts";
import { type Leaf, wantedBy } from "#engines/local/leaves.ts";
import { sheetsOf } from "#engines/local/page/sheet.ts";
import type { Features } from "#engines/local/weights.ts";
import { localeOf } from "#engines/values/locale.ts";
import { readLeaf } from "#results/read-leaf.ts";
import { type Row, type Scorer, schemaOf } from "../accuracy/predict.ts";

/** `right`: the candidate reads as the true value. When none is right the field is best left empty. */
export type Instance = { set: string; id: string; kind: string; candidates: { features: Features; right: boolean }[] };

/** Candidates used per field; later ones never win. */
const CANDIDATES_MAX = 30;

export function instancesOf(row: Row, document: Document, judge: Scorer["judge"]): Instance[] {
  const schema = schemaOf(row);
  const locale = localeOf(document);
  const wanted = wantedBy(schema);
  const page = pageOf(sheetsOf(document), wanted.leaves, locale);
  const leaves = wanted.leaves.filter((leaf) => !needsModel(leaf) && isTopLevel(leaf, schema.fields));
  const proposals = withSums(new Map(leaves.map((leaf) => [leaf, propose(leaf, page)] as const)), locale);
  return [...proposals].flatMap(([leaf, candidates]) => {
    const truth = row.truth[leaf.field.name];
    if (candidates.length === 0) return [];
    const isRight = (candidate: Candidate) => {
      const { result } = readLeaf(leaf.field, leaf.path, findingOf(leaf, { candidate, margin: 1 }), document, locale);
      return isPresent(truth) && judge(leaf.field, truth, result.value, row.accept?.[leaf.field.name]).state === "correct";
    };
    const judged = candidates.slice(0, CANDIDATES_MAX).map((candidate) => ({ features: candidate.features, right: isRight(candidate) }));
    return [{ set: row.set, id: row.id, kind: leaf.kind, candidates: judged }];
  });
}

const isTopLevel = (leaf: Leaf, fields: readonly Field[]): boolean => fields.includes(leaf.field);
const isPresent = (truth: unknown): boolean => truth !== null && truth !== undefined && truth !== "";
