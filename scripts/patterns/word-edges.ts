/**
 * `\b` knows ASCII letters only: beside a letter beyond them it is no edge of a word, so that such an alternative never matches where it
 * should, or matches inside a word (ECMA-262, IsWordCharacter). `asWord` of language/phrases.ts is what to use.
 */
import { type AST, RegExpParser, visitRegExpAST } from "@eslint-community/regexpp";

const LETTER = /[\p{L}\p{M}]/u;
const ASCII_MAX = 0x7f;

type End = "first" | "last";

/** The letters and classes beyond ASCII that stand at a `\b`, as they are written; empty if there are none. */
export function lettersAtEdges(source: string, flags: string): string[] {
  const found: string[] = [];
  const pattern = new RegExpParser().parsePattern(source, 0, source.length, {
    unicode: flags.includes("u"),
    unicodeSets: flags.includes("v"),
  });
  visitRegExpAST(pattern, {
    onAssertionEnter(assertion) {
      if (assertion.kind === "word") found.push(...besides(assertion, "last"), ...besides(assertion, "first"));
    },
  });
  return [...new Set(found)];
}

/** What stands before (its "last") or after the element (its "first"), also beyond the group that the element opens or closes. */
function besides(element: AST.Element, end: End): string[] {
  const { parent } = element;
  if (parent.type === "Quantifier") return besides(parent, end);
  if (parent.type !== "Alternative") return [];
  const at = parent.elements.indexOf(element);
  const there = end === "first" ? parent.elements.slice(at + 1) : parent.elements.slice(0, at).reverse();
  const found = outermost(there, end);
  const group = parent.parent;
  if (!there.every(mayBeEmpty) || (group.type !== "Group" && group.type !== "CapturingGroup")) return found;
  return [...found, ...besides(group, end)];
}

/** What may stand at the near end of these elements, the nearest first, and is a letter beyond ASCII. */
function outermost(elements: readonly AST.Element[], end: End): string[] {
  const found: string[] = [];
  for (const element of elements) {
    found.push(...lettersOf(element, end));
    if (!mayBeEmpty(element)) break;
  }
  return found;
}

function lettersOf(element: AST.Element, end: End): string[] {
  switch (element.type) {
    case "Character":
    case "CharacterSet":
      return isBeyond(element) ? [element.raw] : [];
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

function isBeyond(element: AST.CharacterSet | AST.CharacterClass["elements"][number]): boolean {
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
