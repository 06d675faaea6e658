/** A task as a second reader is to see it: values that others corrected look as if they had been read so, and are checked like all others. */
import type { Task } from "#api.ts";

/** `me`: the reader's address. Rows that were added or taken out stay as they are. */
export function asLeft(task: Task, me: string): Task {
  const { fields, reviewed } = task;
  if (!fields || !reviewed) return task;
  const others = Object.entries(reviewed.values).filter(([path, { by }]) => by !== me && Object.hasOwn(fields, path));
  const values = Object.fromEntries(Object.entries(reviewed.values).filter(([path]) => !others.some(([other]) => other === path)));
  const left = Object.fromEntries(others.flatMap(([path, { value }]) => (fields[path] ? [[path, { ...fields[path], value }]] : [])));
  return { ...task, fields: { ...fields, ...left }, reviewed: { ...reviewed, values } };
}
