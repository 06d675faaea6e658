/** POST /resumes/search. */
import { SearchBody, SearchReply } from "#contract/recruiting/search.ts";
import type { App } from "#http/app.ts";
import type { PositionDeps } from "#http/http-deps.ts";
import { errorRepliesWithId, security } from "#http/replies.ts";
import { searchResumes } from "#recruiting/search/search-resumes.ts";

const schema = {
  tags: ["positions"],
  summary: "Search stored résumés",
  security,
  body: SearchBody,
  response: { 200: SearchReply, ...errorRepliesWithId },
};

export function resumesSearch(app: App, deps: Pick<PositionDeps, "db" | "reader">): void {
  app.post("/resumes/search", { schema }, (request) => searchResumes(deps, request.accountId, request.body, request.signal));
}
