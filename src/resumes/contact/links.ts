/** Links to profiles and pages of the person. */
import type { Finding } from "#engines/engine.ts";
import { pointAt } from "#resumes/findings/point-at.ts";
import { cut, type Piece } from "#resumes/page/piece.ts";
import type { Row } from "#resumes/page/row.ts";

export type FoundLink = { network: string | null; username: string | null; findings(path: string): Finding[] };

const NETWORKS: Readonly<Record<string, string>> = {
  linkedin: "LinkedIn",
  github: "GitHub",
  gitlab: "GitLab",
  xing: "Xing",
  twitter: "Twitter",
  x: "X",
  stackoverflow: "Stack Overflow",
  medium: "Medium",
  behance: "Behance",
  dribbble: "Dribbble",
  facebook: "Facebook",
  instagram: "Instagram",
  indeed: "Indeed",
  kaggle: "Kaggle",
  bitbucket: "Bitbucket",
};
const LINK =
  /(?<![@\p{L}\p{N}.])(?:https?:\/\/)?(?:[\w-]{1,63}\.){0,4}(linkedin|github|gitlab|xing|twitter|x|stackoverflow|medium|behance|dribbble|facebook|instagram|indeed|kaggle|bitbucket)\.(?:com|org|net|io)\/([\w\-./%@]*[\w/])/giu;
const LINKS_MAX = 12;

export function findLinks(rows: readonly Row[]): FoundLink[] {
  const links: FoundLink[] = [];
  const seen = new Set<string>();
  for (const row of rows) {
    if (!/\.(?:com|org|net|io)\//i.test(row.piece.text)) continue;
    for (const hit of row.piece.text.matchAll(LINK)) {
      const piece = cut(row.piece, hit.index, hit.index + hit[0].length);
      const parts = (hit[2] ?? "").split("/").filter((part) => part !== "");
      const username = parts.at(-1) ?? null;
      if (!piece || seen.has(hit[0]) || parts.length > 2 || links.length >= LINKS_MAX) continue;
      seen.add(hit[0]);
      links.push(linkOf(piece, NETWORKS[(hit[1] ?? "").toLowerCase()] ?? null, username));
    }
  }
  return links;
}

function linkOf(piece: Piece, network: string | null, username: string | null): FoundLink {
  return {
    network,
    username,
    findings: (path) => [
      ...(network ? [pointAt(`${path}/network`, piece, { value: network })] : []),
      ...(username ? [pointAt(`${path}/username`, piece, { value: username })] : []),
      pointAt(`${path}/url`, piece),
    ],
  };
}
