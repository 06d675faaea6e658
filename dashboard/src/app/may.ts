/** What the person's role in the workspace allows. */
import { useQuery } from "@tanstack/react-query";
import { type Schemas, setupQuery } from "#api.ts";

export type Role = Schemas["Session"]["workspace_role"];

/** From the most to the least. */
export const ROLES: readonly Role[] = ["owner", "admin", "reviewer", "viewer"];
export const ROLE_NAMES: Record<Role, string> = { owner: "Owner", admin: "Admin", reviewer: "Reviewer", viewer: "Viewer" };
export const ROLE_HINTS: Record<Role, string> = {
  owner: "everything",
  admin: "all but owners",
  reviewer: "sends and checks",
  viewer: "looks only",
};

/** Whether `role` may do what `needed` may. */
export const mayAs = (role: Role, needed: Role): boolean => ROLES.indexOf(role) <= ROLES.indexOf(needed);

/** False until it is known who is signed in. */
export function useMay(needed: Role): boolean {
  const { data } = useQuery(setupQuery);
  return data?.session ? mayAs(data.session.workspace_role, needed) : false;
}
