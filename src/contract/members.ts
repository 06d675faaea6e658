/** Workspaces, their members and what a role allows. An addition to the source API; see docs/decisions/spec-gaps.md. */
import { z } from "zod";
import { Email, Name } from "./account.ts";
import { withoutNul } from "./ids.ts";
import { MEMBER_ROLES } from "./roles.ts";
import { Secret } from "./secret.ts";
import { requestWarnings } from "./task.ts";
import { TIERS } from "./tiers.ts";

const Role = z.enum(MEMBER_ROLES);

const workspace = { account_id: z.string(), name: z.string(), role: Role.describe("The caller's own."), tier: z.enum(TIERS) };
export const WorkspaceRecord = z.object({ ...workspace, ...requestWarnings }).meta({ id: "Workspace" });
export type WorkspaceRecord = z.infer<typeof WorkspaceRecord>;
export const WorkspaceList = z.object({ workspaces: z.array(z.object(workspace)) }).meta({ id: "WorkspaceList" });
export const WorkspaceBody = z.object({ name: Name }).meta({ id: "WorkspaceRequest" });

const member = {
  person_id: z.string(),
  name: z.string(),
  email: z.string(),
  role: Role,
  joined_at: z.string(),
  from_group: z.boolean().describe("Whether the role comes from a group of the sign-in provider, which alone changes it."),
};
export const MemberRecord = z.object({ ...member, ...requestWarnings }).meta({ id: "Member" });
export type MemberRecord = z.infer<typeof MemberRecord>;
export const MemberList = z.object({ members: z.array(z.object(member)) }).meta({ id: "MemberList" });
export const MemberBody = z.object({ role: Role }).meta({ id: "MemberRequest" });

export const MemberInviteBody = z.object({ email: Email, role: Role }).meta({ id: "MemberInviteRequest" });
const invite = { email: z.string(), role: Role, expires_at: z.string() };
export const NewMemberInvite = z
  .object({ ...invite, url: Secret.describe("Shown once."), ...requestWarnings })
  .meta({ id: "NewMemberInvite" });
export const MemberInviteList = z.object({ invites: z.array(z.object(invite)) }).meta({ id: "MemberInviteList" });
export const MemberInviteAddress = z.object({ email: z.string().max(254).overwrite(withoutNul).describe("The address that was invited.") });
