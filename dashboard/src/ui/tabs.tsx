/** Tabs, by Radix: arrow keys move between them. */
import { Tabs as Radix } from "radix-ui";
import type { ReactNode } from "react";

export type Tab = { name: string; content: ReactNode };

type TabsProps = {
  tabs: readonly Tab[];
  label: string;
  /** Uncontrolled unless it is given. */
  value?: string;
  onChange?: (name: string) => void;
  /** The tabs are a panel's head: its content scrolls below them. */
  panel?: boolean;
};

export function Tabs({ tabs, label, value, onChange, panel = false }: TabsProps) {
  return (
    <Radix.Root
      {...(value === undefined ? { defaultValue: tabs[0]?.name ?? "" } : { value })}
      {...(onChange ? { onValueChange: onChange } : {})}
      className={panel ? "flex min-h-0 flex-1 flex-col" : ""}
    >
      <Radix.List
        aria-label={label}
        className={`flex shrink-0 gap-1 overflow-x-auto border-b [scrollbar-width:none] ${panel ? "sticky top-14 z-10 h-11 rounded-t-xl bg-surface px-2 lg:static" : "sticky top-14 z-10 mb-3 h-10 bg-surface lg:top-0"}`}
      >
        {tabs.map(({ name }) => (
          <Radix.Trigger
            key={name}
            value={name}
            className="border-y-2 border-transparent px-3 text-sm whitespace-nowrap text-muted hover:text-ink data-[state=active]:border-b-accent data-[state=active]:font-medium data-[state=active]:text-ink"
          >
            {name}
          </Radix.Trigger>
        ))}
      </Radix.List>
      {tabs.map(({ name, content }) => (
        <Radix.Content key={name} value={name} className={panel ? "min-h-0 flex-1 outline-none lg:overflow-y-auto" : "outline-none"}>
          {content}
        </Radix.Content>
      ))}
    </Radix.Root>
  );
}
