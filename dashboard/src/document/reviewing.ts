/** Correcting what was read: one value at a time, typed or taken from the page; rows taken out and added. */
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { api, type Schemas, type Task, taskQuery } from "#api.ts";
import type { Bbox } from "#document/page-picture.tsx";
import { type Shown, textOf } from "#document/values.ts";

/** Where the value stands, drawn on the page. */
type Place = { page: number; bbox: Bbox };
type Corrections = NonNullable<Schemas["ReviewRequest"]["corrections"]>;

export type Reviewing = {
  /** What is typed for the chosen value; null while nobody types. */
  typed: string | null;
  type: (text: string | null) => void;
  /** Whether what is typed is another text than the value. */
  isChanged: boolean;
  /** Begins with the value as it stands. */
  edit: () => void;
  save: () => void;
  /** Back to what was read. */
  undo: () => void;
  isDrawing: boolean;
  draw: (on: boolean) => void;
  /** Takes the words inside the box for the chosen value. */
  take: (page: number, bbox: Bbox) => void;
  correct: (corrections: Corrections) => Promise<unknown>;
  busy: boolean;
  error: unknown;
};

/** `password`: of a locked PDF. `onSaved`: after a value was typed and saved. */
export function useReviewing(task: Task, chosen: Shown | undefined, password: string | null, onSaved: () => void): Reviewing {
  const queries = useQueryClient();
  const path = { task_id: task.task_id };
  const [typing, setTyping] = useState<{ pointer: string; text: string; at?: Place } | null>(null);
  const [drawsFor, setDrawsFor] = useState<string | null>(null);
  const pointer = chosen?.pointer ?? null;
  const correct = useMutation({
    mutationFn: (corrections: Corrections) => api.post("/api/extractor/v1/tasks/{task_id}/review", { path, body: { corrections } }),
    onSuccess: (record) => queries.setQueryData(taskQuery(task.task_id).queryKey, record),
  });
  const words = useMutation({
    mutationFn: ({ page, bbox }: { page: number; bbox: Bbox }) =>
      api.get("/api/extractor/v1/tasks/{task_id}/pages/{n}/words", {
        path: { ...path, n: page },
        ...(password === null ? {} : { header: { "document-password": password } }),
        query: { bbox: bbox.map((share) => share.toFixed(4)).join(",") },
      }),
    onSuccess: ({ text }, at) => {
      setDrawsFor(null);
      correct.reset();
      if (pointer !== null) setTyping({ pointer, text: text.replaceAll("\n", " "), at });
    },
  });
  const type = (text: string | null) => {
    correct.reset();
    setTyping((last) => (text === null || pointer === null ? null : { ...(last?.pointer === pointer ? last : {}), pointer, text }));
  };
  const current = chosen ? textOf(chosen.corrected === undefined ? chosen.result.value : chosen.corrected) : null;
  const typed = typing && typing.pointer === pointer ? typing.text : null;
  const save = async () => {
    if (!chosen || typed === null) return;
    await correct.mutateAsync(correctionOf(chosen, typed.trim() || null, typing?.at));
    setTyping(null);
    onSaved();
  };
  return {
    typed,
    type,
    isChanged: typed !== null && typed !== current,
    edit: () => type(current),
    save: () => void save().catch(() => undefined),
    undo: () => chosen && correct.mutate({ [chosen.pointer]: chosen.result.value }),
    isDrawing: drawsFor !== null && drawsFor === pointer,
    draw: (on) => setDrawsFor(on ? pointer : null),
    take: (page, bbox) => words.mutate({ page, bbox }),
    correct: correct.mutateAsync,
    busy: correct.isPending || words.isPending,
    error: correct.error ?? words.error,
  };
}

/** A value of an added row changes the row, which has no values of its own. */
function correctionOf({ pointer, added }: Shown, value: string | null, at: Place | undefined): Corrections {
  if (added) return { [added.pointer]: withPart(added.row, added.keys, value) as Corrections[string] };
  return { [pointer]: value !== null && at ? { value, at } : value };
}

/** The object with another value at the end of `keys`. */
export function withPart(object: Record<string, unknown>, [key = "", ...rest]: readonly string[], value: unknown): Record<string, unknown> {
  const inner = object[key];
  const next =
    rest.length === 0 ? value : withPart(typeof inner === "object" && inner ? (inner as Record<string, unknown>) : {}, rest, value);
  return { ...object, [key]: next };
}
