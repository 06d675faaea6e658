/**
 * `\b` knows ASCII letters only: beside a letter beyond them it is no edge of a word, so that such an alternative never matches where it
 * should, or matches inside a word (ECMA-262, IsWordCharacter). `asWord` of language/phrases.ts is what to use.
 */
import { type AST, RegExpParser } from "@eslint-community/regexpp";

const LETTER = /[\p{L}\p{M}]/u;
const ASCII_MAX = 0x7f;

/** The letters and classes beyond ASCII that stand at a `\b`, as they are written; empty if there are none. */
export function lettersAtEdges(source: string, flags: string): string[] {
  const found: string[] = [];
  const { alternatives } = new RegExpParser().parsePattern(source, 0, source.length, {
    unicode: flags.includes("u"),
    unicodeSets: flags.includes("v"),
  });
  const visit = (alternative: AST.Alternative): void => {
    for (const [at, element] of alternative.elements.entries()) {
      if (element.type === "Assertion" && element.kind === "word") {
        found.push(...outermost(alternative.elements.slice(0, at).reverse(), "last"));
        found.push(...outermost(alternative.elements.slice(at + 1), "first"));
      }
      for (const each of alternativesOf(element)) visit(each);
    }
  };
  for (const each of alternatives) visit(each);
  return [...new Set(found)];
}

function alternativesOf(element: AST.Element): AST.Alternative[] {
  if (element.type === "Quantifier") return alternativesOf(element.element);
  return "alternatives" in element ? element.alternatives : [];
}

/** What may stand at the near end of these elements, the nearest first, and is a letter beyond ASCII. */
function outermost(elements: readonly AST.Element[], end: "first" | "last"): string[] {
  const found: string[] = [];
  for (const element of elements) {
    found.push(...lettersOf(element, end));
    if (!mayBeEmpty(element)) break;
  }
  return found;
}

function lettersOf(element: AST.Element, end: "first" | "last"): string[] {
  switch (element.type) {
    case "Character":
      return element.value > ASCII_MAX && LETTER.test(String.fromCodePoint(element.value)) ? [element.raw] : [];
    case "CharacterSet":
      return element.kind === "property" && !element.negate ? [element.raw] : [];
    case "CharacterClass":
      return element.negate ? [] : element.elements.some(isBeyond) ? [element.raw] : [];
    case "Quantifier":
      return lettersOf(element.element, end);
    case "Group":
    case "CapturingGroup":
      return element.alternatives.flatMap(({ elements }) => outermost(end === "first" ? elements : [...elements].reverse(), end));
    default:
      return [];
  }
}

function isBeyond(element: AST.CharacterClass["elements"][number]): boolean {
  if (element.type === "Character") return element.value > ASCII_MAX && LETTER.test(String.fromCodePoint(element.value));
  if (element.type === "CharacterClassRange") return element.max.value > ASCII_MAX;
  return element.type === "CharacterSet" && element.kind === "property" && !element.negate;
}

function mayBeEmpty(element: AST.Element): boolean {
  if (element.type === "Quantifier") return element.min === 0 || mayBeEmpty(element.element);
  if (element.type === "Group" || element.type === "CapturingGroup")
    return element.alternatives.some(({ elements }) => elements.every(mayBeEmpty));
  return element.type === "Assertion";
}
