/** How likely a document is of each class, by learned trees: some for templates of common kinds, others for those whose kind only their fields tell. */
import { chanceOf, type Trees } from "#engines/local/rank/trees.ts";
import { CLASS_FEATURES } from "./class-features.ts";

/** `common`: for classes whose name or description says a common kind (`kinds.json`). */
export type ClassTrees = { common: Trees; other: Trees };

/** The head says that it is a form of another number than the class's name: never of that class. */
const OWN_FORM = CLASS_FEATURES.indexOf("ownForm");
const KIND_KNOWN = CLASS_FEATURES.indexOf("kindKnown");

/** Probability, 0..1, each class by itself: those of several need not add up to 1. */
export function chanceOfClass(features: Float32Array, by: ClassTrees): number {
  if (features[OWN_FORM] === -1) return 0;
  return chanceOf(features, isCommon(features) ? by.common : by.other);
}

/** Whether the class of these features is of a common kind. */
export const isCommon = (features: Float32Array): boolean => features[KIND_KNOWN] === 1;

/** The place of the greatest; 0 where there is none. */
export const bestOf = (chances: readonly number[]): number =>
  chances.reduce((best, chance, i) => (chance > (chances[best] ?? 0) ? i : best), 0);
