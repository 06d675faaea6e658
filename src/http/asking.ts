/** The signed-in person of a request, with the role in the workspace. */
import type { FastifyRequest } from "fastify";
import type { Asking } from "#accounts/workspaces.ts";
import { ApiError } from "#contract/errors.ts";

/** For session routes. Throws ApiError 401. */
export function askingOf({ session, caller }: FastifyRequest): Asking & { sessionId: string } {
  if (!session) throw new ApiError("unauthorized");
  const { sessionId, personId, email, workspace, atProvider } = session;
  return { ...caller, sessionId, personId, email, atProvider, role: workspace.role };
}
