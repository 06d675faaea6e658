/**
 * Features of candidates and their weights. A candidate's features are numbers from 0 to 1; its score is their weighted sum plus what its
 * kind of value adds. The weights are learned from documents with known answers (`npm run train`).
 */
import type { Kind } from "#engines/concepts/concept.ts";
import weights from "./weights.json" with { type: "json" };

export const FEATURES = [
  /** Position of the value relative to the label. */
  "inline",
  "right",
  "below",
  /** Distance between label and value, as a share of the allowed maximum. */
  "far",
  /** The label has several words and is more specific. Full at three. */
  "labelLength",
  /** The label begins its cell. */
  "labelLeads",
  "colon",
  /** How well the text matches the kind of value. */
  "fit",
  /** The concept is the first one the field's name means, not one from its description. */
  "firstConcept",
  /** Other values between label and value. */
  "skipped",
  /** The label belongs to several concepts. */
  "ambiguousLabel",
  /** Free text directly behind a label without a colon: often only a sentence that uses the word. */
  "runningText",
  /** More words follow the label in its cell, so that it is a part of another label. */
  "labelRunsOn",
  /** Label and value are words of a sentence. */
  "inSentence",
  /** The block around it belongs to the asked-for party, or to another one. */
  "partyAgrees",
  "partyDiffers",
  /** The value is set bold or large. */
  "emphasis",
  /** Share of the label's words that the field's name or description has too. */
  "labelInName",
  /** The label's words are the field's name. */
  "labelIsName",
  /** Lower down in the document: totals come at the end. */
  "lateTotal",
  /** The payment or the change is right below: this is the sum that was paid. */
  "paidBelow",
  /** The change was given above. */
  "afterChange",
  /** The label has another value beside it; the value below belongs to the next row. */
  "besideTaken",
  /** The date is on one line with the number of the document: "Invoice 17 of 5 March". */
  "besideNumber",
  /** The number is the document's own by its title: the invoice number on an "INVOICE". */
  "ownNumber",
  /** Near the top of the first page: numbers and dates of the document itself. */
  "early",
  /** Another concept's label claims the same words more strongly. */
  "claimedByOther",
  /** Words with a colon in front of it in its cell announce it as something else. */
  "announcedByOther",
  /** Without a label: only its form and position. */
  "unlabelled",
  /** The sender's line above the address window of a letter, or the address block below it. */
  "letterWindow",
  /** The name is part of a web or mail address on the page. */
  "onWeb",
  /** Among the first lines of the first page: the letter head. */
  "letterhead",
  /** A field of the fillable form, not printed text. */
  "formField",
  /** On a filled-in form, the value is in none of its fields. */
  "outsideForm",
  /** An option's words are in the text; how often. */
  "mentioned",
  "mention",
  /** The words mean one of the field's options, or none of them. */
  "optionFits",
  "optionMisses",
  /** From the MRZ, and the check digit is right. */
  "mrz",
  "mrzChecked",
  /** A legal form such as Ltd or GmbH. */
  "legalForm",
  /** Follows from another answer: nothing was paid yet, so the total is due. */
  "derived",
  /** A sentence states it; and is about the topic, or about another one. */
  "clause",
  "clauseSupported",
  "clauseOpposed",
  /** Similarity of a printed label to the words of an unknown field. */
  "likeness",
  /** The field has a concept, none of whose own labels is on the page. */
  "secondBest",
  /** The same value for this concept is at several places. */
  "repeated",
  /** Agreement of net, tax and total. */
  "sumHolds",
  /** It is the sum of the amounts above it in its column. */
  "columnSum",
  /** The money given less the change is this sum. */
  "paidAgrees",
  /** A total of nothing. */
  "zeroTotal",
  /** In the foot of a page, where companies print their own numbers. */
  "footer",
  /** Page number as a share of the document, 0 on its first page. */
  "laterPage",
  /** Uncertainty of OCR for its least certain word. */
  "uncertain",
  /** Share of its words that are labels themselves. */
  "looksLikeLabel",
  /** Share of its words in small letters, where names are asked for. */
  "lowercase",
  "digitsInName",
  /** A word of it ends with a colon: a label with its value. */
  "labelInside",
  /** All its words are the name or description of a field of the schema: it is that field's label. */
  "namesField",
  /** An address without any digit; a text without any letter. */
  "noNumber",
  "noLetters",
  /** Share of the field's other words on the same line as label or value. */
  "contextInName",
  /** Below its label, at the same left edge. */
  "aligned",
  /** Right of the number that the field has on its form: "line 9". */
  "numberedLine",
  /** The label begins with the number that the field has on its form, or with another one. */
  "labelNumber",
  "otherNumber",
] as const;

export type Feature = (typeof FEATURES)[number];
export type Features = Partial<Record<Feature, number>>;
export type Weights = { features: Readonly<Record<Feature, number>>; kinds: Readonly<Record<Kind, number>> };

const WEIGHTS: Weights = weights;

/** Candidates below this score are not answers: it is the score of "not on the page". */
export const SCORE_MIN = 1.0;
/** A score higher by this makes a candidate e times as likely. */
export const SCORE_PER_E = 1 / 3;

export function candidateScore(features: Features): number {
  let score = 0;
  for (const [name, value] of Object.entries(features) as [Feature, number][]) score += WEIGHTS.features[name] * value;
  return score;
}

/** What this kind adds to its candidates' scores: some kinds are recognisable by themselves, such as dates. */
export const scoreOfKind = (kind: Kind): number => WEIGHTS.kinds[kind];
