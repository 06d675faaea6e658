/** What is kept of a person as the provider describes it by SCIM (RFC 7643 §4.1). */

export type ScimProfile = {
  displayName?: string;
  name?: { formatted?: string; givenName?: string; familyName?: string };
  emails?: { value?: string; type?: string; display?: string; primary?: boolean }[];
};

/** RFC 5321 §4.5.3.1: an address has 254 characters at most. */
const EMAIL_LENGTH_MAX = 254;
const NAME_LENGTH_MAX = 100;

/** The primary address, else the first one, else a user name that is an address; in lower case. */
export function emailOf(userName: string, { emails = [] }: ScimProfile): string | null {
  const email = (emails.find(({ primary }) => primary) ?? emails[0])?.value ?? userName;
  return email.includes("@") && email.length <= EMAIL_LENGTH_MAX ? email.trim().toLowerCase() : null;
}

/** Empty: the provider told no name. */
export function nameOf({ displayName, name }: ScimProfile): string {
  const parts = [name?.givenName, name?.familyName].filter(Boolean).join(" ");
  return (displayName ?? name?.formatted ?? parts).trim().slice(0, NAME_LENGTH_MAX);
}
