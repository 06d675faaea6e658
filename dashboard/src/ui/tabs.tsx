/** Tabs, by Radix: arrow keys move between them. */
import { Tabs as Radix } from "radix-ui";
import type { ReactNode } from "react";

export type Tab = { name: string; content: ReactNode };

/** Uncontrolled unless `value` is given. */
export function Tabs({
  tabs,
  label,
  value,
  onChange,
}: {
  tabs: readonly Tab[];
  label: string;
  value?: string;
  onChange?: (name: string) => void;
}) {
  return (
    <Radix.Root
      {...(value === undefined ? { defaultValue: tabs[0]?.name ?? "" } : { value })}
      {...(onChange ? { onValueChange: onChange } : {})}
    >
      <Radix.List aria-label={label} className="mb-3 flex gap-1 overflow-x-auto border-b">
        {tabs.map(({ name }) => (
          <Radix.Trigger
            key={name}
            value={name}
            className="-mb-px border-b-2 border-transparent px-3 py-2 text-sm text-muted hover:text-ink data-[state=active]:border-accent data-[state=active]:font-medium data-[state=active]:text-ink"
          >
            {name}
          </Radix.Trigger>
        ))}
      </Radix.List>
      {tabs.map(({ name, content }) => (
        <Radix.Content key={name} value={name}>
          {content}
        </Radix.Content>
      ))}
    </Radix.Root>
  );
}
