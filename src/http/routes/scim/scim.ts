/**
 * /scim/v2: the sign-in provider says who its people and groups are (SCIM 2.0: RFC 7643, RFC 7644). Bodies, filters and errors are those of the
 * protocol, which describes itself at /scim/v2/Schemas; the described API has none of it.
 */
import type { FastifyRequest } from "fastify";
import { z } from "zod";
import { type Directory, errorBody, list, patch, read, remove, scimErrorOf, write } from "#accounts/scim/directory.ts";
import { allOf, providerConfig, resourceTypes, schemas } from "#accounts/scim/discovery.ts";
import type { Kind } from "#accounts/scim/kinds.ts";
import { ApiError } from "#contract/errors.ts";
import { LIMITS } from "#contract/limits.ts";
import { WRONG_KEYS_PER_MINUTE } from "#contract/tiers.ts";
import type { App } from "#http/app.ts";
import type { AccessDeps } from "#http/http-deps.ts";
import { networkOf } from "#http/network.ts";
import { hasToken } from "#platform/bearer-token.ts";
import type { OidcConfig } from "#platform/oidc-settings.ts";

/** `url`: the one of these routes. */
type Deps = Pick<AccessDeps, "systemDb" | "rates"> & { url: string };

const MEDIA_TYPE = "application/scim+json; charset=utf-8";
const OF_THE_PROTOCOL = { hide: true };

const Id = z.object({ id: z.string().max(200) });
const text = z.string().max(2_000);
const Query = z.object({
  filter: text.optional(),
  attributes: text.optional(),
  excludedAttributes: text.optional(),
  startIndex: z.coerce.number().int().optional(),
  count: z.coerce.number().int().optional(),
});

export function scim(app: App, { systemDb, rates, url }: Deps, { roles, scimToken }: Pick<OidcConfig, "roles" | "scimToken">): void {
  const directory: Directory = { db: systemDb, roles, url };
  app.addHook("onRequest", async (request) => {
    if (scimToken !== null && hasToken(request.headers.authorization, scimToken)) return;
    const retryMs = await rates.takeAnonymous(`scim:${networkOf(request.ip)}`, WRONG_KEYS_PER_MINUTE);
    if (retryMs > 0) throw new ApiError("rate_limited", { retryAfterSeconds: Math.ceil(retryMs / 1000) });
    throw new ApiError("unauthorized", { detail: "Send the token of WINNOW_SCIM_TOKEN as `Authorization: Bearer …`." });
  });
  app.addHook("onSend", async (_request, reply) => {
    reply.type(MEDIA_TYPE).header("cache-control", "no-store");
  });
  app.setErrorHandler((error, _request, reply) => {
    const known = scimErrorOf(error) ?? ofTheService(error);
    if (known === null) throw error;
    if (error instanceof ApiError && error.retryAfterSeconds !== null) reply.header("retry-after", String(error.retryAfterSeconds));
    return reply.code(known.status).send(known.body);
  });

  for (const [name, resources] of [
    ["Schemas", schemas(directory.url)],
    ["ResourceTypes", resourceTypes(directory.url)],
  ] as const) {
    app.get(`/${name}`, { schema: OF_THE_PROTOCOL }, async () => allOf(resources));
    app.get(`/${name}/:id`, { schema: { ...OF_THE_PROTOCOL, params: Id } }, async ({ params: { id } }) => {
      const found = resources.find((each) => "id" in each && each.id === id);
      if (!found) throw new ApiError("not_found");
      return found;
    });
  }
  app.get("/ServiceProviderConfig", { schema: OF_THE_PROTOCOL }, async () => providerConfig(directory.url));
  for (const kind of ["Users", "Groups"] as const) resources(app, directory, kind);
}

function resources(app: App, directory: Directory, kind: Kind): void {
  const of = { schema: { ...OF_THE_PROTOCOL, params: Id } };
  const queried = { ...OF_THE_PROTOCOL, querystring: Query };
  const bodyLimit = LIMITS.bodyBytesMax;
  const by = ({ ip }: FastifyRequest) => ({ actor: "service", ip });
  app.get(`/${kind}`, { schema: queried }, ({ query }) => list(directory, kind, query));
  app.get(`/${kind}/:id`, { schema: { ...queried, params: Id } }, ({ params, query }) => read(directory, kind, params.id, query));
  app.post(`/${kind}`, { schema: OF_THE_PROTOCOL, bodyLimit }, async (request, reply) => {
    const made = await write(directory, kind, null, request.body, by(request));
    return reply.code(201).header("location", `${directory.url}/${kind}/${made.id}`).send(made);
  });
  app.put(`/${kind}/:id`, { ...of, bodyLimit }, (request) => write(directory, kind, request.params.id, request.body, by(request)));
  app.patch(`/${kind}/:id`, { ...of, bodyLimit }, (request) => patch(directory, kind, request.params.id, request.body, by(request)));
  app.delete(`/${kind}/:id`, of, async (request, reply) => {
    await remove(directory, kind, request.params.id, by(request));
    return reply.code(204).send();
  });
}

/** The service's own refusals, such as of a body that is no JSON, in the protocol's form. */
const ofTheService = (error: unknown): { status: number; body: object } | null =>
  error instanceof ApiError && error.status < 500 ? { status: error.status, body: errorBody(error.status, error.message) } : null;
