/** The frame around every screen of somebody who is signed in: where they are, where they can go. */
import { useMutation, useQuery } from "@tanstack/react-query";
import { Link, type LinkProps, Outlet, useNavigate, useRouterState } from "@tanstack/react-router";
import {
  ChartColumn,
  FileSpreadsheet,
  Files,
  Inbox,
  KeyRound,
  Layers,
  LayoutTemplate,
  ListChecks,
  ListTodo,
  LogOut,
  type LucideIcon,
  Menu,
  PlugZap,
  ScanText,
  Settings,
  UserCog,
  Users,
  Webhook,
  X,
} from "lucide-react";
import { useEffect, useState } from "react";
import { api, setupQuery } from "#api.ts";
import { useIsAway } from "#app/connection.ts";
import { useLive } from "#app/live.ts";
import { Logo } from "#app/logo.tsx";
import { mayAs, type Role } from "#app/may.ts";
import { loadScreensWhenIdle } from "#app/screen.ts";
import { announceSession } from "#app/session.ts";
import { hasUnsaved } from "#app/unsaved.tsx";
import { Workspaces } from "#app/workspaces.tsx";
import { IconButton } from "#ui/button.tsx";
import { Confirm } from "#ui/confirm.tsx";

/** `needs`: the role without which there is nothing to see. */
type Place = { to: NonNullable<LinkProps["to"]>; name: string; icon: LucideIcon; needs?: Role };
const GROUPS: { name: string; places: Place[] }[] = [
  {
    name: "Documents",
    places: [
      { to: "/playground", name: "Playground", icon: ScanText },
      { to: "/tasks", name: "Tasks", icon: ListTodo },
      { to: "/batches", name: "Batches", icon: Layers },
      { to: "/packets", name: "Packets", icon: Files },
      { to: "/review", name: "Review", icon: ListChecks, needs: "reviewer" },
      { to: "/templates", name: "Templates", icon: LayoutTemplate },
      { to: "/lists", name: "Lists", icon: FileSpreadsheet },
      { to: "/inboxes", name: "Inboxes", icon: Inbox },
    ],
  },
  {
    name: "People",
    places: [{ to: "/recruiting", name: "Recruiting", icon: Users }],
  },
  {
    name: "Workspace",
    places: [
      { to: "/keys", name: "API keys", icon: KeyRound, needs: "admin" },
      { to: "/webhooks", name: "Webhooks", icon: Webhook },
      { to: "/usage", name: "Usage", icon: ChartColumn },
      { to: "/members", name: "Members", icon: UserCog },
      { to: "/settings", name: "Settings", icon: Settings },
    ],
  },
];

export function Shell() {
  const { data: setup } = useQuery(setupQuery);
  const session = setup?.session;
  useLive(session?.account_id ?? null);
  const path = useRouterState({ select: ({ location }) => location.href });
  const [menuOpen, setMenuOpen] = useState(false);
  useEffect(loadScreensWhenIdle, []);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the menu closes when the address changes
  useEffect(() => setMenuOpen(false), [path]);
  return (
    <div className="lg:grid lg:min-h-dvh lg:grid-cols-[15rem_1fr]">
      <a
        href="#content"
        className="sr-only z-50 rounded-lg bg-accent px-4 py-2 text-accent-ink focus:not-sr-only focus:fixed focus:top-2 focus:left-2"
      >
        Skip to content
      </a>
      <header className="sticky top-0 z-30 flex h-14 items-center justify-between border-b bg-surface px-4 lg:hidden">
        <Brand />
        <IconButton label={menuOpen ? "Close menu" : "Open menu"} aria-expanded={menuOpen} onClick={() => setMenuOpen(!menuOpen)}>
          {menuOpen ? <X className="size-5" /> : <Menu className="size-5" />}
        </IconButton>
      </header>
      <aside
        className={`${menuOpen ? "block" : "hidden"} fixed inset-x-0 top-14 bottom-0 z-20 overflow-y-auto bg-surface lg:sticky lg:top-0 lg:flex lg:h-dvh lg:flex-col lg:border-r`}
      >
        <div className="hidden h-16 items-center px-5 lg:flex">
          <Brand />
        </div>
        {session && <Workspaces session={session} />}
        <Places role={session?.workspace_role ?? "viewer"} />
        {session && <Person name={session.name} email={session.email} />}
      </aside>
      <div className="flex min-w-0 flex-col">
        <AwayNotice />
        {session === null && <SignedOutNotice />}
        <main id="content" tabIndex={-1} className="flex-1 outline-none">
          <Outlet />
        </main>
      </div>
    </div>
  );
}

function Brand() {
  return (
    <Link to="/" className="flex items-center gap-2.5 text-lg font-semibold tracking-tight">
      <Logo />
      Winnow
    </Link>
  );
}

function Places({ role }: { role: Role }) {
  return (
    <nav aria-label="Main" className="flex-1 space-y-5 px-3 py-4">
      {GROUPS.map(({ name, places }) => (
        <div key={name}>
          <h2 className="mb-1 px-2.5 text-xs font-medium text-muted">{name}</h2>
          <ul className="space-y-0.5">
            {places
              .filter(({ needs = "viewer" }) => mayAs(role, needs))
              .map(({ to, name: place, icon: Icon }) => (
                <li key={place}>
                  <Link
                    to={to}
                    activeProps={{ className: "bg-accent-soft text-accent font-medium" }}
                    inactiveProps={{ className: "hover:bg-sunken" }}
                    className="flex items-center gap-2.5 rounded-lg px-2.5 py-2 text-sm lg:py-1.5"
                  >
                    <Icon className="size-4" aria-hidden="true" />
                    {place}
                  </Link>
                </li>
              ))}
          </ul>
        </div>
      ))}
    </nav>
  );
}

function Person({ name, email }: { name: string; email: string }) {
  const navigate = useNavigate();
  const [asking, setAsking] = useState(false);
  const signOut = useMutation({
    mutationFn: () => api.post("/api/account/v1/sign-out"),
    onSuccess: (ended) => {
      announceSession();
      // The session at the sign-in provider ends there, which then leads back to the sign-in page.
      if (ended?.provider_url) return location.assign(ended.provider_url);
      return navigate({ to: "/sign-in", replace: true, ignoreBlocker: true });
    },
  });
  return (
    <div className="flex items-center gap-2 border-t px-4 py-3">
      <div className="min-w-0 flex-1 text-sm">
        <p className="truncate font-medium">{name}</p>
        <p className="truncate text-xs text-muted" title={email}>
          {email}
        </p>
      </div>
      <IconButton label="Sign out" onClick={() => (hasUnsaved() ? setAsking(true) : signOut.mutate())} disabled={signOut.isPending}>
        <LogOut className="size-4" />
      </IconButton>
      <Confirm
        open={asking}
        onClose={() => setAsking(false)}
        title="Sign out without saving?"
        deed="Sign out without saving"
        onConfirm={() => signOut.mutate()}
        busy={signOut.isPending}
        error={signOut.error}
      >
        This page has changes that are not saved. They will be lost.
      </Confirm>
    </div>
  );
}

/** For whoever stayed with unsaved edits when the session ended. */
function SignedOutNotice() {
  return (
    <div role="status" className="sticky top-14 z-20 bg-warn-soft px-4 py-2 text-sm text-warn sm:px-8 lg:top-0">
      You are signed out.{" "}
      <a href="/sign-in" target="_blank" rel="noreferrer" className="underline">
        Sign in in a new tab
      </a>
      , then save your changes here.
    </div>
  );
}

function AwayNotice() {
  if (!useIsAway()) return <div role="status" />;
  return (
    <div role="status" className="sticky top-14 z-20 flex items-center gap-2 bg-warn-soft px-4 py-2 text-sm text-warn sm:px-8 lg:top-0">
      <PlugZap className="size-4 shrink-0" aria-hidden="true" />
      The server is not responding. What you see may be out of date. It is reloaded as soon as the server is back.
    </div>
  );
}
