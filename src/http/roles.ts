/** The least role of a workspace that each route needs. A key may do what an admin may. */
import type { MemberRole } from "#contract/roles.ts";

const EXTRACTOR = "/api/extractor/v1";
const RECRUIT = "/api/recruit/v1";
const ACCOUNT = "/api/account/v1";

/** Safe methods. */
export const READS = ["GET", "HEAD", "OPTIONS"];

/** What changes nothing of the workspace, or only oneself. */
const OF_VIEWERS = [
  `POST ${EXTRACTOR}/schemas/validate`,
  `POST ${RECRUIT}/resumes/search`,
  `POST ${ACCOUNT}/sign-out`,
  `POST ${ACCOUNT}/password`,
  `POST ${ACCOUNT}/passkeys`,
  `POST ${ACCOUNT}/passkeys/options`,
  `DELETE ${ACCOUNT}/passkeys/:passkey_id`,
  `POST ${ACCOUNT}/second-factor`,
  `POST ${ACCOUNT}/second-factor/confirm`,
  `POST ${ACCOUNT}/second-factor/remove`,
  `POST ${ACCOUNT}/second-factor/backup-codes`,
  `POST ${ACCOUNT}/workspaces/:account_id/enter`,
  `POST ${ACCOUNT}/links/accept`,
  // Oneself; of others the route asks for more.
  `DELETE ${ACCOUNT}/members/:person_id`,
];

/** The day's work: documents and résumés in, values checked. */
const OF_REVIEWERS = [
  `POST ${EXTRACTOR}/extract-async`,
  `POST ${EXTRACTOR}/extract-batch`,
  `POST ${EXTRACTOR}/uploads`,
  `DELETE ${EXTRACTOR}/uploads/:upload_id`,
  `POST ${EXTRACTOR}/schemas/suggest`,
  `POST ${EXTRACTOR}/documents/preview`,
  `POST ${EXTRACTOR}/tasks/:task_id/cancel`,
  `POST ${EXTRACTOR}/tasks/:task_id/retry`,
  `POST ${EXTRACTOR}/tasks/:task_id/review`,
  `PUT ${EXTRACTOR}/tasks/:task_id/assignment`,
  `POST ${EXTRACTOR}/tasks/:task_id/comments`,
  // One's own; of others the route asks for more.
  `DELETE ${EXTRACTOR}/tasks/:task_id/comments/:comment_id`,
  `POST ${ACCOUNT}/reviews/next`,
  `POST ${ACCOUNT}/reviews/:task_id`,
  `DELETE ${ACCOUNT}/reviews/:task_id`,
  `POST ${EXTRACTOR}/packets`,
  `PUT ${EXTRACTOR}/packets/:packet_id/parts`,
  `POST ${RECRUIT}/evaluate`,
  `POST ${RECRUIT}/analyze-job`,
  `POST ${RECRUIT}/extract-resumes`,
  `POST ${RECRUIT}/positions/:position_id/resumes`,
];

/** Reading that shows a secret, who did what, or of which groups applicants are. */
const READ_BY_ADMINS = [
  `${EXTRACTOR}/webhook-secret`,
  `${EXTRACTOR}/reviews/people`,
  `${RECRUIT}/positions/:position_id/impact`,
  `${RECRUIT}/positions/:position_id/audit-export`,
  `${ACCOUNT}/keys`,
  `${ACCOUNT}/activity`,
  `${ACCOUNT}/member-invites`,
];

/** `url`: as the route is declared, with its parameters' names. A route that is listed nowhere changes something, and is for admins. */
export function roleFor(method: string, url: string): MemberRole {
  if (READS.includes(method)) return READ_BY_ADMINS.includes(url) ? "admin" : "viewer";
  const name = `${method} ${url}`;
  if (OF_VIEWERS.includes(name)) return "viewer";
  return OF_REVIEWERS.includes(name) ? "reviewer" : "admin";
}
