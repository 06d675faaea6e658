/**
 * Which value is pointed at and which was chosen, told only to whoever shows it: on a long document thousands of rows and boxes stay as
 * they are while a hand moves over them.
 */
import { useSyncExternalStore } from "react";

export type PointState = "" | "active" | "selected";

export class Pointing {
  #active: string | null = null;
  #selected: string | null = null;
  readonly #listeners = new Map<string, Set<() => void>>();
  readonly #onSelect = new Set<() => void>();

  get selected(): string | null {
    return this.#selected;
  }

  point(id: string | null): void {
    const before = this.#active;
    this.#active = id;
    this.#tell(before, id);
  }

  select(id: string): void {
    const before = this.#selected;
    this.#selected = id;
    this.#tell(before, id);
    for (const listener of this.#onSelect) listener();
  }

  stateOf(id: string): PointState {
    return id === this.#selected ? "selected" : id === this.#active ? "active" : "";
  }

  subscribe(id: string, listener: () => void): () => void {
    const all = this.#listeners.get(id) ?? new Set();
    this.#listeners.set(id, all.add(listener));
    return () => all.delete(listener);
  }

  subscribeToSelected(listener: () => void): () => void {
    this.#onSelect.add(listener);
    return () => this.#onSelect.delete(listener);
  }

  #tell(...ids: (string | null)[]): void {
    for (const id of new Set(ids)) if (id !== null) for (const listener of this.#listeners.get(id) ?? []) listener();
  }
}

export const usePointState = (pointing: Pointing, id: string): PointState =>
  useSyncExternalStore(
    (listener) => pointing.subscribe(id, listener),
    () => pointing.stateOf(id),
  );

export const useSelected = (pointing: Pointing): string | null =>
  useSyncExternalStore(
    (listener) => pointing.subscribeToSelected(listener),
    () => pointing.selected,
  );
