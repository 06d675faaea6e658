/** Shows what only admins and owners of the workspace may do. The server refuses it to others in any case. */
import type { ReactNode } from "react";
import { useMay } from "#app/may.ts";

export function ForAdmins({ children }: { children: ReactNode }) {
  return useMay("admin") ? children : null;
}
