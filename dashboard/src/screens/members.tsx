/** The members of the workspace, who is invited, and the workspace itself. */
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useNavigate } from "@tanstack/react-router";
import { UserPlus } from "lucide-react";
import { type FormEvent, useState } from "react";
import { api, memberInvitesQuery, membersQuery, type Schemas, setupQuery, workspacesQuery } from "#api.ts";
import { errorOf, restOf } from "#app/form-errors.ts";
import { mayAs, ROLE_HINTS, ROLE_NAMES, ROLES, type Role, useMay } from "#app/may.ts";
import { useEnterWorkspace } from "#app/workspaces.tsx";
import { invalidate, ofCall } from "#query.ts";
import { Button } from "#ui/button.tsx";
import { Confirm } from "#ui/confirm.tsx";
import { SelectField, TextField } from "#ui/field.tsx";
import { LinkShown } from "#ui/link-shown.tsx";
import { Card, Page } from "#ui/page.tsx";
import { Badge, Problem, Waiting } from "#ui/state.tsx";
import { Time } from "#ui/time.tsx";
import { Reviewers } from "#work/reviewers.tsx";

type Member = Schemas["MemberList"]["members"][number];

export function Members() {
  const { data: setup } = useQuery(setupQuery);
  const isAdmin = useMay("admin");
  const session = setup?.session;
  if (!session) return null;
  return (
    <Page title="Members" lead={`Who works in ${session.workspace_name}.`}>
      <div className="space-y-4">
        <MemberRows session={session} />
        {isAdmin && <Reviewers />}
        <div className="grid items-start gap-4 lg:grid-cols-2">
          {isAdmin && <Invitations role={session.workspace_role} />}
          <OwnWorkspaces session={session} />
        </div>
      </div>
    </Page>
  );
}

/** Those that somebody of this role may give. */
const givenBy = (role: Role) => ROLES.filter((each) => mayAs(role, each));

function MemberRows({ session }: { session: Schemas["Session"] }) {
  const { data, error, refetch } = useQuery(membersQuery);
  const queries = useQueryClient();
  const [removing, setRemoving] = useState<Member | null>(null);
  const refresh = () => {
    invalidate(queries, ofCall("/api/account/v1/members"));
    invalidate(queries, ofCall("/api/account/v1/setup"));
  };
  const change = useMutation({
    mutationFn: ({ person_id, role }: { person_id: string; role: Role }) =>
      api.put("/api/account/v1/members/{person_id}", { path: { person_id }, body: { role } }),
    onSettled: refresh,
  });
  if (error) return <Problem error={error} onRetry={refetch} />;
  if (!data) return <Waiting />;
  const { workspace_role: own, person_id: me } = session;
  return (
    <>
      <Problem error={change.error} />
      <ul aria-label="Members" className="divide-y rounded-xl border bg-surface text-sm">
        {data.members.map((member) => {
          const { person_id, name, email, role, joined_at, from_group } = member;
          const isMine = mayAs(own, "admin") && mayAs(own, role) && !from_group;
          return (
            <li key={person_id} className="flex flex-wrap items-center gap-x-4 gap-y-2 px-4 py-3">
              <div className="min-w-0 flex-1 basis-56">
                <p className="font-medium break-words">
                  {name || email} {person_id === me && <Badge>You</Badge>}
                </p>
                <p className="text-xs break-all text-muted">
                  {name && `${email}, `}since <Time at={joined_at} />
                  {from_group && ", by a group of the sign-in provider"}
                </p>
              </div>
              <div className="w-40">
                {isMine ? (
                  <SelectField
                    label={`Role of ${email}`}
                    hideLabel
                    value={role}
                    disabled={change.isPending}
                    onChange={({ target }) => change.mutate({ person_id, role: target.value as Role })}
                  >
                    {givenBy(own).map((each) => (
                      <option key={each} value={each}>
                        {ROLE_NAMES[each]}
                      </option>
                    ))}
                  </SelectField>
                ) : (
                  <p>{ROLE_NAMES[role]}</p>
                )}
              </div>
              <div className="w-24 text-right">
                {(isMine || (person_id === me && !from_group)) && (
                  <Button kind="danger" onClick={() => setRemoving(member)}>
                    {person_id === me ? "Leave" : "Remove"}
                    <span className="sr-only"> {email}</span>
                  </Button>
                )}
              </div>
            </li>
          );
        })}
      </ul>
      <RemoveMember member={removing} isMe={removing?.person_id === me} onClose={() => setRemoving(null)} onDone={refresh} />
    </>
  );
}

function RemoveMember({
  member,
  isMe,
  onClose,
  onDone,
}: {
  member: Member | null;
  isMe: boolean;
  onClose: () => void;
  onDone: () => void;
}) {
  const navigate = useNavigate();
  const remove = useMutation({
    mutationFn: (person_id: string) => api.delete("/api/account/v1/members/{person_id}", { path: { person_id } }),
    onSuccess: async () => {
      onClose();
      onDone();
      if (isMe) await navigate({ to: "/" });
    },
  });
  return (
    <Confirm
      open={member !== null}
      onClose={() => {
        remove.reset();
        onClose();
      }}
      title={isMe ? "Leave this workspace?" : `Remove ${member?.email ?? ""}?`}
      deed={isMe ? "Leave" : "Remove"}
      onConfirm={() => member && remove.mutate(member.person_id)}
      busy={remove.isPending}
      error={remove.error}
    >
      {isMe ? "You" : "This person"} will no longer see anything of it. What was done stays. A person who is in no other workspace can no
      longer sign in.
    </Confirm>
  );
}

function RoleField({ role, error }: { role: Role; error?: string | null | undefined }) {
  return (
    <SelectField label="Role" name="role" defaultValue="reviewer" error={error}>
      {givenBy(role).map((each) => (
        <option key={each} value={each}>
          {ROLE_NAMES[each]}: {ROLE_HINTS[each]}
        </option>
      ))}
    </SelectField>
  );
}

function Invitations({ role }: { role: Role }) {
  const { data, error, refetch } = useQuery(memberInvitesQuery);
  const queries = useQueryClient();
  const [made, setMade] = useState<Schemas["NewMemberInvite"] | null>(null);
  const refresh = () => invalidate(queries, ofCall("/api/account/v1/member-invites"));
  const invite = useMutation({
    mutationFn: (body: { email: string; role: Role }) => api.post("/api/account/v1/member-invites", { body }),
    gcTime: 0,
    onSuccess: setMade,
    onSettled: refresh,
  });
  const withdraw = useMutation({
    mutationFn: (email: string) => api.delete("/api/account/v1/member-invites/{email}", { path: { email } }),
    onSettled: refresh,
  });
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const form = event.currentTarget;
    const fields = new FormData(form);
    invite.mutate({ email: String(fields.get("email")), role: fields.get("role") as Role }, { onSuccess: () => form.reset() });
  };
  return (
    <Card title="Invite">
      <form onSubmit={submit} className="space-y-3">
        <TextField label="E-mail" name="email" type="email" required autoComplete="off" error={errorOf(invite.error, "email")} />
        <RoleField role={role} error={errorOf(invite.error, "role")} />
        <Problem error={restOf(invite.error, ["email", "role"])} />
        <Button type="submit" icon={<UserPlus className="size-4" />} busy={invite.isPending}>
          Invite
        </Button>
      </form>
      <div className="mt-4">
        <Problem error={withdraw.error} />
        {error ? (
          <Problem error={error} onRetry={refetch} />
        ) : !data ? (
          <Waiting rows={1} />
        ) : (
          <ul className="divide-y text-sm">
            {data.invites.map(({ email, role: wanted, expires_at }) => (
              <li key={email} className="flex flex-wrap items-center gap-3 py-2">
                <span className="min-w-0 flex-1 basis-48 break-all">{email}</span>
                <Badge>{ROLE_NAMES[wanted]}</Badge>
                <span className="text-muted">
                  expires <Time at={expires_at} />
                </span>
                <Button kind="quiet" onClick={() => withdraw.mutate(email)}>
                  Withdraw<span className="sr-only"> the invitation of {email}</span>
                </Button>
              </li>
            ))}
          </ul>
        )}
      </div>
      <LinkShown link={made} onClose={() => setMade(null)} />
    </Card>
  );
}

function OwnWorkspaces({ session }: { session: Schemas["Session"] }) {
  const queries = useQueryClient();
  const enter = useEnterWorkspace();
  const refresh = () => {
    invalidate(queries, ofCall("/api/account/v1/workspaces"));
    invalidate(queries, ofCall("/api/account/v1/setup"));
  };
  const { data } = useQuery(workspacesQuery);
  const rename = useMutation({
    mutationFn: (name: string) => api.put("/api/account/v1/workspace", { body: { name } }),
    onSuccess: refresh,
  });
  const make = useMutation({
    mutationFn: (name: string) => api.post("/api/account/v1/workspaces", { body: { name } }),
    onSuccess: ({ account_id }) => enter.mutateAsync(account_id),
    onSettled: refresh,
  });
  const submitted = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    return String(new FormData(event.currentTarget).get("name"));
  };
  return (
    <Card title="Workspaces">
      <p className="mb-3 text-sm text-muted">
        Each has its own documents, templates, key and members.
        {data && data.workspaces.length > 1 && ` You are in ${data.workspaces.length}; choose one above the menu.`}
      </p>
      {mayAs(session.workspace_role, "admin") && (
        <form onSubmit={(event) => rename.mutate(submitted(event))} className="flex items-end gap-3" key={session.workspace_name}>
          <div className="flex-1">
            <TextField
              label="Name of this one"
              name="name"
              required
              defaultValue={session.workspace_name}
              error={errorOf(rename.error, "name")}
            />
          </div>
          <Button type="submit" kind="secondary" busy={rename.isPending}>
            Rename
          </Button>
        </form>
      )}
      <Problem error={restOf(rename.error, ["name"])} />
      {session.workspace_role === "owner" && (
        <form onSubmit={(event) => make.mutate(submitted(event))} className="mt-4 flex items-end gap-3">
          <div className="flex-1">
            <TextField label="New workspace" name="name" required placeholder="Accounting" error={errorOf(make.error, "name")} />
          </div>
          <Button type="submit" kind="secondary" busy={make.isPending}>
            Make
          </Button>
        </form>
      )}
      <Problem error={restOf(make.error, ["name"])} />
    </Card>
  );
}
