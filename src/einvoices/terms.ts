/** The table of business terms: `terms.json`, with the beginnings of its paths written out and the terms of each party numbered. */
import type { Group, Party, Paths, Term, TermKind } from "./term.ts";
import table from "./terms.json" with { type: "json" };

type WrittenTerm = Paths & { id: string; kind: string; party?: string; asks: string[] };
type WrittenGroup = Paths & { id: string; asks: string[]; terms: WrittenTerm[]; groups?: WrittenGroup[] };
type WrittenParty = Paths & { party: string; ids: Record<string, string> };

const BEGINNING = /\$\w+(?=\/|\[| |$)/g;
const beginnings: Readonly<Record<string, string>> = table.paths;

/** Other names with a dollar sign are those of conditions. */
const written = (path: string): string => path.replace(BEGINNING, (name) => beginnings[name] ?? name);

function pathsOf({ cii, ubl, it }: Paths): Paths {
  return {
    ...(cii === undefined ? {} : { cii: written(cii) }),
    ...(ubl === undefined ? {} : { ubl: written(ubl) }),
    ...(it === undefined ? {} : { it: written(it) }),
  };
}

// The casts: a test holds the table to the kinds and parties that there are.
function termOf(term: WrittenTerm): Term {
  const { id, kind, party, asks } = term;
  return { id, kind: kind as TermKind, asks, ...(party === undefined ? {} : { party: party as Party }), ...pathsOf(term) };
}

function groupOf(group: WrittenGroup): Group {
  const { id, asks, terms, groups } = group;
  return { id, asks, terms: terms.map(termOf), ...pathsOf(group), ...(groups === undefined ? {} : { groups: groups.map(groupOf) }) };
}

/** What is no term of the standard, but put together of one. */
const COMPOSED: Readonly<Record<string, string>> = { address: "street", "tax id": "vat" };

const ADDRESS = "PostalAddress";
/** Deliveries have other paths in UBL. */
const UBL_DELIVERY: Readonly<Record<string, string>> = { name: "DeliveryParty/PartyName/Name", id: "DeliveryLocation/ID" };

function ofParty(place: WrittenParty): Term[] {
  return table.of_party.flatMap(({ key, kind, asks, ...paths }: { key: string; kind: string; asks: string[] } & Paths): Term[] => {
    const number = place.ids[key];
    const needed = COMPOSED[key];
    if (number === undefined && (needed === undefined || place.ids[needed] === undefined)) return [];
    const id = number === undefined ? `X-${place.party}-${key}` : `BT-${number}`;
    const own = place.party === "receiver" ? (UBL_DELIVERY[key] ?? paths.ubl?.replaceAll(ADDRESS, "DeliveryLocation/Address")) : paths.ubl;
    return [termOf({ id, kind, party: place.party, asks, ...belowParty(place, { ...paths, ...(own === undefined ? {} : { ubl: own }) }) })];
  });
}

function belowParty(place: Paths, { cii, ubl, it }: Paths): Paths {
  return {
    ...(cii === undefined || place.cii === undefined ? {} : { cii: below(place.cii, cii) }),
    ...(ubl === undefined || place.ubl === undefined ? {} : { ubl: below(place.ubl, ubl) }),
    ...(it === undefined || place.it === undefined ? {} : { it: below(place.it, it) }),
  };
}

/** Each path of the expression, below another one. */
function below(start: string, paths: string): string {
  const each = (option: string) => option.split(" + ").map((path) => `${start}/${path}`);
  return paths
    .split(" | ")
    .map((option) => each(option).join(" + "))
    .join(" | ");
}

export const DOCUMENT_TERMS: readonly Term[] = table.document.map(termOf);
export const PARTY_TERMS: readonly Term[] = table.parties.flatMap((place: Omit<WrittenParty, "ids"> & { ids: object }) =>
  ofParty({ ...place, ids: { ...place.ids } as Record<string, string> }),
);
/** Terms that occur once for the document. */
export const SINGLE_TERMS: readonly Term[] = [...DOCUMENT_TERMS, ...PARTY_TERMS];
export const LINE_GROUP: Group = groupOf(table.lines);
export const DOCUMENT_GROUPS: readonly Group[] = table.groups.map(groupOf);
