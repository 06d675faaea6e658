/** Roles of a workspace's members. */

/** From the most to the least; each may do what those behind it may. */
export const MEMBER_ROLES = ["owner", "admin", "reviewer", "viewer"] as const;
export type MemberRole = (typeof MEMBER_ROLES)[number];

/** Whether `role` may do what `needed` may. */
export const mayAs = (role: MemberRole, needed: MemberRole): boolean => MEMBER_ROLES.indexOf(role) <= MEMBER_ROLES.indexOf(needed);
