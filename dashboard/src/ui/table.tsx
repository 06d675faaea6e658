/** Rows of things: a real table, which scrolls by itself where it is too wide. */
import type { ReactNode } from "react";

/** A head that begins with `~` is of a column that a phone has no room for; its cells have `wideLook`. */
export function Table({ heads, label, children }: { heads: readonly string[]; label: string; children: ReactNode }) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls has to be reachable by keyboard
    <section aria-label={label} tabIndex={0} className="relative overflow-x-auto rounded-xl border bg-surface">
      <table className="w-full text-left text-sm">
        <thead className="text-xs text-muted">
          <tr className="border-b">
            {heads.map((head, i) => (
              <th
                key={head || `column ${i}`}
                scope="col"
                className={`px-4 py-2.5 font-medium whitespace-nowrap ${head.startsWith("~") ? "hidden sm:table-cell" : ""}`}
              >
                {head.replace("~", "") || <span className="sr-only">Actions</span>}
              </th>
            ))}
          </tr>
        </thead>
        <tbody className="divide-y">{children}</tbody>
      </table>
    </section>
  );
}

export const cellLook = "px-4 py-3 align-middle";
export const wideLook = `${cellLook} hidden sm:table-cell`;
