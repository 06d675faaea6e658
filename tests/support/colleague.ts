/** Somebody with a workspace of their own who joins another one, and looks at it. */
import type { MemberRole } from "#contract/roles.ts";
import type { SharedService } from "./shared-service.ts";
import { type Person, signedIn } from "./signed-in.ts";

export async function colleague(service: SharedService, of: Person, role: MemberRole): Promise<Person> {
  const person = await signedIn(service);
  const invite = await of.browser.post("/api/account/v1/member-invites", { email: person.email, role });
  const joined = await person.browser.post("/api/account/v1/links/accept", { token: invite.json.url.split("#")[1] });
  if (joined.status !== 200) throw new Error(`joining answered ${joined.status}: ${joined.text}`);
  return person;
}
