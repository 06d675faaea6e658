/** Going through a document by the keyboard: the least sure value first, then the next, then the next document. */
import { useEffect, useRef } from "react";
import type { Pointing } from "#document/pointing.ts";
import type { Reviewing } from "#document/reviewing.ts";
import { doubtfulOf, type Shown } from "#document/values.ts";

/** `below`: a value less sure than this is stopped at. */
export type ReviewSteps = {
  below: number;
  onDone: () => void;
  onSkip: () => void;
  onHelp: () => void;
  /** How many of the values to check are left, with the chosen one. */
  onProgress: (left: number, total: number) => void;
};

/** What each key does, as it is told. */
export const KEYS: readonly (readonly [keys: string, does: string])[] = [
  ["Enter", "Confirm the value and go to the next one; after the last one, the next document"],
  ["Shift + Enter", "Back to the value before"],
  ["J or ↓", "Next value in the list"],
  ["K or ↑", "Previous value in the list"],
  ["E", "Correct the value"],
  ["D", "Take the value from the page: draw a box around it"],
  ["U", "Undo the correction"],
  ["A", "Add a row to the table of the value"],
  ["X", "Remove the row of the value"],
  ["Alt + ↑ or ↓", "Move the row of the value up or down"],
  ["Esc", "Stop correcting or drawing"],
  ["Ctrl + Enter", "Confirm all values and open the next document"],
  ["S", "Skip this document for now"],
  ["?", "Show these keys"],
];

/** Wide enough for panels that scroll by themselves. */
const panels = matchMedia("(width >= 64rem)");

type Now = { values: readonly Shown[]; chosen: Shown | undefined; pointing: Pointing; reviewing: Reviewing };

export function useReviewSteps(steps: ReviewSteps | undefined, now: Now) {
  const { values, chosen, pointing } = now;
  /** In the order of the first look, so that a corrected value does not change what comes next. */
  const order = useRef<readonly string[] | null>(null);
  order.current ??= steps && values.length > 0 ? doubtfulOf(values, steps.below).map(({ pointer }) => pointer) : null;
  const queue = order.current ?? [];
  const at = chosen ? queue.indexOf(chosen.pointer) : -1;
  const choose = (pointer: string | undefined) => {
    if (pointer === undefined) return;
    pointing.select(pointer);
    const row = document.querySelector<HTMLElement>(`[data-value="${CSS.escape(pointer)}"]`);
    row?.focus({ preventScroll: true });
    // A narrow screen has the page above the values: it stays in view.
    if (panels.matches) row?.scrollIntoView({ block: "center" });
  };
  const step = (by: 1 | -1) => {
    const place = values.findIndex(({ pointer }) => pointer === chosen?.pointer);
    choose(values[place + by]?.pointer);
  };
  const passed = useRef(new Set<string>());
  const confirm = () => {
    if (chosen) passed.current.add(chosen.pointer);
    const rest = queue.filter((pointer) => !passed.current.has(pointer));
    const next = queue.slice(at + 1).find((pointer) => rest.includes(pointer)) ?? rest[0];
    if (next === undefined) steps?.onDone();
    else choose(next);
  };
  /** A value that nobody had to look at is corrected without the document being done. */
  const saved = () => {
    if (at >= 0) confirm();
  };
  const left = queue.filter((pointer) => !passed.current.has(pointer)).length;
  const { onProgress } = steps ?? {};
  useEffect(() => onProgress?.(left, queue.length), [onProgress, left, queue.length]);
  const [first] = queue;
  const opened = first ?? values[0]?.pointer;
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, when the values have come
  useEffect(() => {
    if (steps) choose(opened);
  }, [opened === undefined]);
  const back = () => choose(queue[at - 1]);
  useKeys(steps, { ...now, confirm, back, step });
  return { saved };
}

type Moves = Now & { confirm: () => void; back: () => void; step: (by: 1 | -1) => void };

function useKeys(steps: ReviewSteps | undefined, moves: Moves): void {
  const latest = useRef(moves);
  latest.current = moves;
  useEffect(() => {
    if (!steps) return;
    const press = (event: KeyboardEvent) => {
      if (isElsewhere(event, latest.current.chosen)) return;
      const does = doingOf(event, steps, latest.current);
      if (!does) return;
      event.preventDefault();
      does();
    };
    addEventListener("keydown", press);
    return () => removeEventListener("keydown", press);
  }, [steps]);
}

function doingOf(event: KeyboardEvent, steps: ReviewSteps, moves: Moves): (() => void) | undefined {
  const { reviewing, confirm, back, step } = moves;
  if (event.key === "Enter") return event.ctrlKey || event.metaKey ? steps.onDone : event.shiftKey ? back : confirm;
  if (event.altKey && (event.key === "ArrowUp" || event.key === "ArrowDown")) return () => moveRow(moves, event.key === "ArrowUp");
  if (event.ctrlKey || event.metaKey || event.altKey) return undefined;
  const doings: Record<string, () => void> = {
    j: () => step(1),
    arrowdown: () => step(1),
    k: () => step(-1),
    arrowup: () => step(-1),
    e: reviewing.edit,
    d: () => reviewing.draw(true),
    u: reviewing.undo,
    a: () => addRow(moves),
    x: () => removeRow(moves),
    escape: () => reviewing.draw(false),
    s: steps.onSkip,
    "?": steps.onHelp,
  };
  return doings[event.key.toLowerCase()];
}

function addRow({ chosen }: Moves): void {
  if (chosen?.row) document.querySelector<HTMLElement>(`[data-adds-to="${CSS.escape(chosen.row.list)}"]`)?.click();
}

/** A row goes down where the one below it goes up. */
function moveRow({ chosen }: Moves, up: boolean): void {
  const buttons = [...document.querySelectorAll<HTMLElement>("[data-moves-up]")].filter(
    ({ dataset: { movesUp } }) => chosen?.row !== undefined && movesUp?.startsWith(`${chosen.row.list}/`),
  );
  const place = buttons.findIndex(({ dataset: { movesUp } }) => movesUp === chosen?.row?.pointer);
  if (place >= 0) buttons[up ? place : place + 1]?.click();
}

/** Goes on to the value after it, as nothing is chosen in a row that is gone. */
function removeRow({ chosen, reviewing, values, pointing }: Moves): void {
  const { row } = chosen ?? {};
  if (!row) return;
  const place = values.findIndex(({ pointer }) => pointer === chosen?.pointer);
  const next = values.slice(place).find((shown) => shown.row?.pointer !== row.pointer) ?? values[0];
  if (next) pointing.select(next.pointer);
  reviewing.correct({ [row.pointer]: null }).catch(() => undefined);
}

/** Keys belong to who types in a field, has a dialog open, or stands on another button than the chosen value's. */
function isElsewhere({ target, key, ctrlKey, metaKey }: KeyboardEvent, chosen: Shown | undefined): boolean {
  if (!(target instanceof HTMLElement)) return false;
  if (target.closest("dialog, input, textarea, select, [contenteditable], [role=tablist]")) return true;
  const button = target.closest<HTMLElement>("button, a, summary");
  return key === "Enter" && !ctrlKey && !metaKey && button !== null && button.dataset.value !== chosen?.pointer;
}
