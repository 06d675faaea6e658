/** Rows of things: a real table, which scrolls by itself where it is too wide. */
import type { ReactNode } from "react";

/** `wide`: a phone has no room for the column; its cells have `wideLook`. `number`: its cells have `numberLook` besides. */
export type Head = string | { name: ReactNode; key?: string; wide?: boolean; number?: boolean };

export function Table({ heads, label, children }: { heads: readonly Head[]; label: string; children: ReactNode }) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls has to be reachable by keyboard
    <section aria-label={label} tabIndex={0} className="overflow-x-auto rounded-xl border bg-surface">
      <table className="w-full text-left text-sm">
        <thead className="text-xs text-muted">
          <tr className="border-b">
            {heads.map((head, i) => {
              const { name, key, wide = false, number = false } = typeof head === "string" ? { name: head } : head;
              return (
                <th
                  key={key ?? (typeof name === "string" && name ? name : `column ${i}`)}
                  scope="col"
                  className={`px-4 py-2.5 font-medium whitespace-nowrap ${wide ? "hidden sm:table-cell" : ""} ${number ? "text-right" : ""}`}
                >
                  {name || <span className="sr-only">Actions</span>}
                </th>
              );
            })}
          </tr>
        </thead>
        <tbody className="divide-y">{children}</tbody>
      </table>
    </section>
  );
}

export const cellLook = "px-4 py-3 align-middle";
export const wideLook = `${cellLook} hidden sm:table-cell`;
export const numberLook = "text-right tabular-nums";
