/** Where the applicant lives: a city with its region or country in the header. */
import { append } from "#documents/long-lists.ts";
import type { Finding } from "#engines/engine.ts";
import { fold } from "#language/fold.ts";
import { bared } from "#resumes/entries/head-cells.ts";
import { pointAt } from "#resumes/findings/point-at.ts";
import { isRegion, placeScore } from "#resumes/lexicon/kinds-of-text.ts";
import { COUNTRIES } from "#resumes/lexicon/places.ts";
import { cut, type Piece, split } from "#resumes/page/piece.ts";
import type { Row } from "#resumes/page/row.ts";

export function placeFindings(header: readonly Row[]): Finding[] {
  for (const row of header) {
    const pieces = row.cells.flatMap((cell) => split(cell, /\s{0,2}[|•·●]\s{0,2}|\s{1,2}[-–—]\s{1,2}/gu));
    const place = pieces.find((piece) => piece.words.length <= 9 && placeScore(piece.text.replace(/^\d.*?,\s{0,2}(?=.*,)/, "")) > 0);
    if (place) return partsOf(place);
  }
  return [];
}

function partsOf(place: Piece): Finding[] {
  const parts = split(place, /\s{0,2}[,،]\s{0,2}/gu).flatMap((part) => bared(part) ?? []);
  const last = parts.at(-1);
  if (!last) return [];
  const code = COUNTRIES.get(fold(last.text));
  const findings: Finding[] = [];
  if (code) findings.push(pointAt("/basics/location/countryCode", last, { value: code }));
  else if (parts.length > 1 && isRegion(last.text)) append(findings, regionFindings(last));
  const city = parts.at(-2) ?? (code ? undefined : last);
  if (city && !/\d/.test(city.text)) findings.push(pointAt("/basics/location/city", city));
  return findings;
}

/** `CO 80202` is a region and a postal code. */
function regionFindings(last: Piece): Finding[] {
  const code = /\s{1,2}(\d[\d-]{3,9})$/.exec(last.text);
  const region = code ? cut(last, 0, code.index) : last;
  const postal = code ? cut(last, code.index, last.text.length) : null;
  return [
    ...(region ? [pointAt("/basics/location/region", region)] : []),
    ...(postal ? [pointAt("/basics/location/postalCode", postal)] : []),
  ];
}
