/** The frame of the screens before signing in. */
import type { ReactNode } from "react";
import { Logo } from "#app/logo.tsx";

export function Door({ title, lead, children }: { title: string; lead?: ReactNode; children: ReactNode }) {
  return (
    <main className="flex min-h-dvh flex-col items-center justify-center px-4 py-10">
      <title>{`${title} · Winnow`}</title>
      <div className="w-full max-w-sm">
        <Logo className="mx-auto mb-5 size-11" />
        <h1 className="text-center text-xl font-semibold tracking-tight">{title}</h1>
        {lead && <p className="mt-1.5 text-center text-sm text-muted">{lead}</p>}
        <div className="mt-6 rounded-xl border bg-surface p-5">{children}</div>
      </div>
    </main>
  );
}
