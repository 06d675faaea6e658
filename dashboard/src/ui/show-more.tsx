/** The button that adds the next page to a list. */
import type { UseInfiniteQueryResult } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { addPage } from "#query.ts";
import { Button } from "./button.tsx";

/** Nothing once the list is whole. */
export function ShowMore({ list, children }: { list: UseInfiniteQueryResult; children: ReactNode }) {
  if (!list.hasNextPage) return null;
  return (
    <div className="mt-4 flex justify-center">
      <Button kind="secondary" busy={list.isFetchingNextPage} onClick={() => addPage(list)}>
        {children}
      </Button>
    </div>
  );
}
