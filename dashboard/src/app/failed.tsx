/** Addresses that are none, and screens that broke. */
import { useQueryClient } from "@tanstack/react-query";
import { type ErrorComponentProps, Link, useRouter } from "@tanstack/react-router";
import { useEffect } from "react";
import { isUnreachable } from "#api.ts";
import { reportUnreachable, serverIsBack } from "#app/connection.ts";
import { Problem } from "#ui/state.tsx";

export function NotFound() {
  return (
    <main className="mx-auto max-w-md px-4 py-24 text-center">
      <h1 className="text-xl font-semibold">Page not found</h1>
      <p className="mt-2 text-sm text-muted">
        The address may be wrong, or what it showed was deleted.{" "}
        <Link to="/" className="text-accent underline">
          Go to the playground
        </Link>
        .
      </p>
    </main>
  );
}

/** A screen whose own code or first data could not be fetched comes by itself when the server is back. */
export function Failed({ error, reset }: ErrorComponentProps) {
  const router = useRouter();
  const queries = useQueryClient();
  const isAway = isUnreachable(error);
  useEffect(() => {
    if (!isAway) return;
    reportUnreachable(queries);
    // A new version of the server has the screens under other names: only the whole page knows them.
    serverIsBack().then(() => location.reload());
  }, [isAway, queries]);
  const again = () => {
    reset();
    router.invalidate();
  };
  return (
    <main className="mx-auto max-w-xl px-4 py-24">
      <h1 className="mb-4 text-xl font-semibold">This page could not be displayed</h1>
      <Problem error={error} onRetry={again} />
    </main>
  );
}
