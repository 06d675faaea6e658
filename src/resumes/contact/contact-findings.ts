/** The contact details of the header as findings: name, address, number, place, links, tagline. */

import type { Document } from "#documents/document.ts";
import { append } from "#documents/long-lists.ts";
import type { Finding } from "#engines/engine.ts";
import { fold } from "#language/fold.ts";
import { anyOf, asWord } from "#language/phrases.ts";
import { pointAt } from "#resumes/findings/point-at.ts";
import { titleScore } from "#resumes/lexicon/kinds-of-text.ts";
import type { SectionKind } from "#resumes/outline.ts";
import type { Row } from "#resumes/page/row.ts";
import { agree } from "./agree.ts";
import { type FoundEmail, findEmails, linkedEmails } from "./email.ts";
import { type FoundName, findName } from "./find-name.ts";
import { findLinks } from "./links.ts";
import { type FoundPhone, findPhones } from "./phone.ts";
import { placeFindings } from "./place.ts";

export type Contact = {
  name: FoundName | null;
  email: FoundEmail | null;
  phone: FoundPhone | null;
  otherEmails: string[];
  findings: Finding[];
};

export type ContactSight = {
  document: Document;
  rows: readonly Row[];
  bodySize: number;
  kindOfRow: readonly SectionKind[];
};

export function contactOf({ document, rows, bodySize, kindOfRow }: ContactSight): Contact {
  const emails = findEmails(rows).filter((email) => !isElsewhere(kindOfRow[email.row]));
  const links = findLinks(rows);
  const phones = findPhones(rows).filter((phone) => !isElsewhere(kindOfRow[phone.row]));
  const own = emails.filter((email) => isOwn(kindOfRow[email.row]));
  const firstHeading = kindOfRow.findIndex((kind) => !isOwn(kind));
  const name = findName(rows, {
    bodySize,
    firstHeading: firstHeading < 0 ? rows.length : firstHeading,
    handles: [
      ...(own.length > 0 ? own : emails).map((email) => email.address.split("@")[0] ?? ""),
      ...links.map((link) => link.username ?? ""),
    ],
    contactRows: [...emails, ...phones].map((found) => found.row),
  });
  const email = bestEmail(emails, name, rows, kindOfRow) ?? null;
  const phone = bestPhone(phones, email, kindOfRow);
  const findings: Finding[] = [];
  if (name) findings.push(pointAt("/basics/name", name.piece, { margin: name.lead, ...(name.value ? { value: name.value } : {}) }));
  if (email) findings.push(pointAt("/basics/email", email.piece));
  if (!email) append(findings, linkFindings(document));
  if (phone) findings.push(pointAt("/basics/phone", phone.piece));
  append(
    findings,
    links.flatMap((link, i) => link.findings(`/basics/profiles/${i}`)),
  );
  const header = rows.filter((_, i) => kindOfRow[i] === "header");
  append(findings, placeFindings(header));
  append(findings, labelFindings(header, name));
  const otherEmails = emails.map(({ address }) => address).filter((address) => email && fold(address) !== fold(email.address));
  return { name, email, phone, otherEmails: [...new Set(otherEmails)], findings };
}

/** Contacts in these sections belong to others: referees have addresses too. */
const isElsewhere = (kind: SectionKind | undefined) => kind === "references";
/**
 * Sections in which an address is taken only if it matches the name, and a number only beside that address: employers and schools have
 * both.
 */
const THEIRS: readonly SectionKind[] = ["work", "education", "projects", "volunteer"];
const isTheirs = (kind: SectionKind | undefined) => kind !== undefined && THEIRS.includes(kind);
const AGREEMENT_MIN = 0.5;
const isOwn = (kind: SectionKind | undefined) => kind === "header" || kind === "personal";

function bestEmail(
  emails: readonly FoundEmail[],
  name: FoundName | null,
  rows: readonly Row[],
  kinds: readonly SectionKind[],
): FoundEmail | undefined {
  const words = name?.piece.text.split(/\s+/) ?? [];
  const agreement = (email: FoundEmail) => agree(words, email.address.split("@")[0] ?? "");
  const score = (email: FoundEmail) => (isOwn(kinds[email.row]) ? 2 : 0) + 1.5 * agreement(email) - 0.001 * email.row;
  const theirs = (email: FoundEmail) => isTheirs(kinds[email.row]) && agreement(email) < AGREEMENT_MIN;
  const [best] = emails.filter((email) => !theirs(email)).sort((a, b) => score(b) - score(a));
  return best ?? soleEmail(emails, rows);
}

/** The only address of a résumé belongs to its author, unless a label says otherwise. */
function soleEmail(emails: readonly FoundEmail[], rows: readonly Row[]): FoundEmail | undefined {
  const [first] = emails;
  const isSole = emails.every(({ address }) => fold(address) === fold(first?.address ?? ""));
  return first && isSole && !OTHERS.test(rows[first.row]?.piece.text ?? "") ? first : undefined;
}

const OTHERS = new RegExp(asWord(anyOf("resumes", "other_people")), "iu");

/** The score of any single sign, wherever on the page. */
const PHONE_SCORE_MIN = 0.9;

/** The number with the highest score for being near the address, in the header, and labelled as a phone. */
function bestPhone(phones: readonly FoundPhone[], email: FoundEmail | null, kinds: readonly SectionKind[]): FoundPhone | null {
  const score = (phone: FoundPhone) =>
    (isOwn(kinds[phone.row]) ? 2 : 0) +
    (phone.labelled ? 1.5 : 0) +
    (phone.valid ? 0.5 : 0) +
    (email && Math.abs(phone.row - email.row) <= 3 ? 1 : 0) -
    0.002 * phone.row;
  const near = (phone: FoundPhone) => email !== null && Math.abs(phone.row - email.row) <= 2;
  const [best] = phones.filter((phone) => !isTheirs(kinds[phone.row]) || near(phone)).sort((a, b) => score(b) - score(a));
  return best && score(best) >= PHONE_SCORE_MIN ? best : null;
}

function linkFindings(document: Document): Finding[] {
  const [address] = linkedEmails(document);
  for (const page of document.pages) {
    const link = page.links?.find((each) => /^mailto:/i.test(each.url));
    if (link && address && link.text.trim() !== "")
      return [{ path: "/basics/email", raw: link.text, page: page.number, at: link.box, value: address }];
  }
  return [];
}

/** The profession printed below the name. */
function labelFindings(header: readonly Row[], name: FoundName | null): Finding[] {
  const row = header.find(
    ({ piece }) =>
      piece.words.length <= 10 &&
      titleScore(piece.text) > 0 &&
      !name?.piece.words.some((word) => piece.words.includes(word)) &&
      !/[@\d]/.test(piece.text),
  );
  return row ? [pointAt("/basics/label", row.piece)] : [];
}
