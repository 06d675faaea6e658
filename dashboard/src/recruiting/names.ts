/** Whether the people behind the applications of a position are shown. Hidden at first, so that skills are judged before names. */
import { useState } from "react";

const keyOf = (positionId: string) => `revealed ${positionId}`;

/** Kept for this tab only. */
export function useReveal(positionId: string): [boolean, (revealed: boolean) => void] {
  const [revealed, setRevealed] = useState(() => sessionStorage.getItem(keyOf(positionId)) === "yes");
  const set = (next: boolean) => {
    if (next) sessionStorage.setItem(keyOf(positionId), "yes");
    else sessionStorage.removeItem(keyOf(positionId));
    setRevealed(next);
  };
  return [revealed, set];
}

/** What somebody is called while hidden: the place in which the résumé came. */
export const calledOf = ({ name, filename, index }: { name: string; filename: string | null; index: number }, revealed: boolean) =>
  revealed ? name || filename || `Applicant ${index + 1}` : `Applicant ${index + 1}`;
