/** A real OIDC provider on loopback (oidc-provider, certified by the OpenID Foundation), for one client: the service of a test. */
import { createServer, type IncomingMessage } from "node:http";
import type { AddressInfo } from "node:net";
import { exportJWK, generateKeyPair } from "jose";
import Provider from "oidc-provider";

export type ProviderPerson = { email: string; email_verified?: boolean; name?: string; groups?: string[] };

export type OidcServer = {
  issuer: string;
  /** By the id that the provider has of them; may be changed at any time. */
  people: Map<string, ProviderPerson>;
  /** Environment of the service. */
  env: Record<string, string>;
  /** What a new browser does there as this person: from the address to sign in at, to the one that it is sent back to. */
  visit(url: string, person: string): Promise<URL>;
  /** Ends the session at the provider of the person's last browser, which tells the service. */
  signOut(person: string): Promise<void>;
  /** Paths that it hangs up on. */
  down: Set<string>;
  [Symbol.asyncDispose](): Promise<void>;
};

const CLIENT = { id: "winnow", secret: "a-secret-of-the-test-that-is-long-enough" };
const PERSON_COOKIE = "person";

/** `publicUrl`: of the service. It is asked when the first request comes, so that the service may start later. */
export async function startOidcServer(publicUrl: () => string): Promise<OidcServer> {
  const people = new Map<string, ProviderPerson>();
  const down = new Set<string>();
  const { privateKey } = await generateKeyPair("RS256", { extractable: true });
  const key = { ...(await exportJWK(privateKey)), alg: "RS256", use: "sig", kid: "test" };
  const jars = new Map<string, Map<string, string>>();
  let provider: Provider | null = null;
  const server = createServer((request, response) => {
    if (down.has(request.url?.split("?")[0] ?? "")) return void request.socket.destroy();
    provider ??= make();
    const uid = /^\/interaction\/([\w-]+)/.exec(request.url ?? "")?.[1];
    if (uid === undefined) provider.callback()(request, response);
    else
      void provider.interactionFinished(request, response, { login: { accountId: personOf(request) } }, { mergeWithLastSubmission: false });
  });
  await new Promise<void>((done) => server.listen(0, "127.0.0.1", done));
  const issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;

  function make(): Provider {
    const made = new Provider(issuer, {
      clients: [
        {
          client_id: CLIENT.id,
          client_secret: CLIENT.secret,
          redirect_uris: [`${publicUrl()}/api/account/v1/sso/callback/oidc`],
          post_logout_redirect_uris: [`${publicUrl()}/sign-in`],
          backchannel_logout_uri: `${publicUrl()}/api/account/v1/sso/back-channel-logout`,
          backchannel_logout_session_required: true,
        },
      ],
      jwks: { keys: [key] },
      cookies: { keys: ["a key of the test"] },
      claims: { openid: ["sub"], email: ["email", "email_verified"], profile: ["name"], groups: ["groups"] },
      scopes: ["openid", "email", "profile", "groups"],
      pkce: { required: () => true },
      features: {
        devInteractions: { enabled: false },
        backchannelLogout: { enabled: true },
        // The default page asks for fonts of another host.
        rpInitiatedLogout: {
          enabled: true,
          logoutSource: async (ctx, form) => {
            ctx.body = `<!doctype html><title>Sign out?</title>${form}<button form="op.logoutForm" name="logout" value="yes">Yes</button>`;
          },
        },
      },
      // Its own refuses to tell a client on loopback that a session ended.
      fetch: (url, options) => fetch(url, { ...options, dispatcher: undefined } as unknown as RequestInit),
      ttl: { AccessToken: 600, Grant: 600, IdToken: 600, Interaction: 600, Session: 3600 },
      interactions: { url: (_ctx, { uid }) => `/interaction/${uid}` },
      findAccount: (_ctx, id) => (people.has(id) ? { accountId: id, claims: () => ({ sub: id, ...people.get(id) }) } : undefined),
      // The company has consented for its people.
      loadExistingGrant: async (ctx) => {
        const { client, session } = ctx.oidc;
        const grant = new made.Grant({ clientId: client?.clientId ?? "", accountId: session?.accountId ?? "" });
        grant.addOIDCScope("openid email profile groups");
        await grant.save();
        return grant;
      },
    });
    return made;
  }

  async function call(url: string, jar: Map<string, string>, form?: URLSearchParams): Promise<Response> {
    const cookie = [...jar].map(([name, value]) => `${name}=${value}`).join("; ");
    const answer = await fetch(url, {
      headers: { cookie },
      redirect: "manual",
      ...(form === undefined ? {} : { method: "POST", body: form }),
    });
    for (const each of answer.headers.getSetCookie()) {
      const [name = "", ...value] = (each.split(";")[0] ?? "").split("=");
      if (value.join("=") === "") jar.delete(name);
      else jar.set(name, value.join("="));
    }
    return answer;
  }

  return {
    issuer,
    people,
    down,
    env: {
      WINNOW_OIDC_ISSUER: issuer,
      WINNOW_OIDC_CLIENT_ID: CLIENT.id,
      WINNOW_OIDC_CLIENT_SECRET: CLIENT.secret,
      WINNOW_OIDC_NAME: "Example ID",
      WINNOW_OIDC_SCOPES: "openid profile email groups",
    },
    async visit(url, person) {
      const jar = new Map([[PERSON_COOKIE, person]]);
      jars.set(person, jar);
      let next = new URL(url);
      for (let hops = 0; next.origin === issuer && hops < 10; hops++) {
        const answer = await call(next.href, jar);
        const location = answer.headers.get("location");
        if (location === null) throw new Error(`the provider answered ${answer.status}: ${(await answer.text()).slice(0, 300)}`);
        next = new URL(location, next);
      }
      return next;
    },
    async signOut(person) {
      const jar = jars.get(person) ?? new Map();
      const page = await (await call(`${issuer}/session/end`, jar)).text();
      const xsrf = /name="xsrf" value="([^"]+)"/.exec(page)?.[1] ?? "";
      await call(`${issuer}/session/end/confirm`, jar, new URLSearchParams({ xsrf, logout: "yes" }));
    },
    [Symbol.asyncDispose]: () => new Promise((done) => server.close(() => done()) && server.closeAllConnections()),
  };
}

const personOf = ({ headers }: IncomingMessage): string => new RegExp(`${PERSON_COOKIE}=([^;]+)`).exec(headers.cookie ?? "")?.[1] ?? "";
