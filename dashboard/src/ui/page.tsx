/** The frame of every screen: one heading, what it is for, what can be done. */
import { type ReactNode, useEffect } from "react";

type PageProps = {
  title: string;
  lead?: ReactNode;
  actions?: ReactNode;
  /** On a wide screen the last part takes what is left of the window, and scrolls inside it. */
  fills?: boolean;
  children: ReactNode;
};

const FILLING = "max-w-[110rem] lg:flex lg:h-dvh lg:min-h-[40rem] lg:flex-col lg:py-5";

export function Page({ title, lead, actions, fills = false, children }: PageProps) {
  useEffect(() => {
    document.title = `${title} · Winnow`;
  }, [title]);
  return (
    <div className={`mx-auto w-full px-4 py-6 sm:px-8 ${fills ? FILLING : "max-w-7xl sm:py-8"}`}>
      <header className={`flex flex-wrap items-end justify-between gap-x-6 gap-y-3 ${fills ? "mb-4" : "mb-6"}`}>
        <div className="min-w-0">
          <h1 className={`font-semibold tracking-tight break-words ${fills ? "text-xl" : "text-2xl"}`}>{title}</h1>
          {lead && <div className="mt-1 max-w-2xl text-sm text-muted">{lead}</div>}
        </div>
        {actions && <div className="flex flex-wrap items-center gap-2">{actions}</div>}
      </header>
      {children}
    </div>
  );
}

export function Card({
  title,
  actions,
  children,
  className = "",
}: {
  title?: string;
  actions?: ReactNode;
  children: ReactNode;
  className?: string;
}) {
  return (
    <section className={`rounded-xl border bg-surface ${className}`} aria-label={title}>
      {title && (
        <header className="flex min-h-[3.25rem] flex-wrap items-center justify-between gap-2 border-b px-4 py-1.5">
          <h2 className="text-sm font-semibold">{title}</h2>
          {actions}
        </header>
      )}
      <div className="p-4">{children}</div>
    </section>
  );
}
