/**
 * Every number the local engine decides by, in one table: what each named feature of a candidate adds to its score.
 * A candidate's features are numbers from 0 to 1; the score is their weighted sum. Set by hand on the development data.
 */

export const WEIGHTS = {
  /** Where the value stands, seen from the label. */
  inline: 1.0,
  right: 0.95,
  below: 0.75,
  /** Share of the allowed distance that lies between label and value. */
  far: -0.35,
  /** The label has several words; it says more. Full at three. */
  labelLength: 0.3,
  /** The label begins its cell. */
  labelLeads: 0.25,
  colon: 0.1,
  /** How much the print looks like the kind of value. */
  fit: 0.6,
  /** The concept is the first one the field's name means, not one from its description. */
  firstConcept: 0.25,
  /** The other values between label and value. */
  skipped: -0.25,
  /** The label belongs to several concepts. */
  ambiguousLabel: -0.15,
  /** Free text directly behind a label without a colon: often only a sentence that uses the word. */
  runningText: -0.55,
  /** More words follow the label in its cell, so that it is a part of another label. */
  labelRunsOn: -0.45,
  /** Label and value are words of a sentence. */
  inSentence: -0.5,
  /** The block around it belongs to the asked-for party, or to another one. */
  partyAgrees: 0.5,
  partyDiffers: -0.9,
  /** The value is set bold or large. */
  emphasis: 0.1,
  /** Share of the label's words that the field's name or description has too. */
  labelInName: 0.4,
  /** The label's words are the field's name. */
  labelIsName: 0.3,
  /** Lower down on the document: totals stand at the end. */
  lateTotal: 0.3,
  /** What was paid, or the change, stands right below: this is the sum that was paid. */
  paidBelow: 0.4,
  /** The change was given above. */
  afterChange: -0.8,
  /** The label has another value beside it; what stands below belongs to the next row. */
  besideTaken: -0.6,
  /** The date stands in one line with the number of the document: "Invoice 17 of 5 March". */
  besideNumber: 0.6,
  /** Near the top of the first page: numbers and dates of the document itself. */
  early: 0.15,
  /** Another concept's label claims the same words more strongly. */
  claimedByOther: -0.6,
  /** Without any label: only what the value is and where it stands. */
  unlabelled: 0.55,
  /** The sender's line above the address window of a letter, or the address block below it. */
  letterWindow: 0.7,
  /** The name is part of a web or mail address on the page. */
  onWeb: 0.6,
  /** Among the first lines of the first page: the letter head. */
  letterhead: 0.95,
  /** A field of the fillable form, not printed text. */
  formField: 0.8,
  /** On a filled-in form the value stands in none of its fields. */
  outsideForm: -0.8,
  /** An option's words stand in the text; how often. */
  mentioned: 0.75,
  mention: 0.6,
  /** The words mean one of the field's options, or none of them. */
  optionFits: 0.3,
  optionMisses: -2,
  /** A place of the machine-readable zone, and its check digit holds. */
  zone: 2,
  zoneChecked: 0.6,
  /** A legal form such as Ltd or GmbH. */
  legalForm: 0.45,
  /** Follows from another answer: nothing is paid yet, so the total is due. */
  derived: 1.1,
  /** A sentence says it; and speaks of the matter, or of another one. */
  clause: 1.2,
  clauseSupported: 0.5,
  clauseOpposed: -0.5,
  /** Likeness of a printed label to the words of an unknown field. */
  likeness: 1.0,
  /** The field has a concept, none of whose own labels is on the page. */
  secondBest: -0.4,
  /** The same value for this concept stands at several places. */
  repeated: 0.15,
  /** Agreement of net, tax and total. */
  sumHolds: 0.8,
} as const;

export type Feature = keyof typeof WEIGHTS;
export type Features = Partial<Record<Feature, number>>;

/** Candidates below this score are no answer. */
export const SCORE_MIN = 1.0;
/** A lead of this much over the runner-up is a full margin. */
export const FULL_LEAD = 1.5;

export function scoreOf(features: Features): number {
  let score = 0;
  for (const [name, value] of Object.entries(features) as [Feature, number][]) score += WEIGHTS[name] * value;
  return score;
}
