import { createHash, randomUUID } from "node:crypto";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import type { CryptoKey, JWTPayload } from "jose";
import { exportJWK, generateKeyPair, jwtVerify, SignJWT } from "jose";
import type { Config } from "#server/platform/config/config.ts";
import { DEMO_PROVIDER_PATH, demoIssuerOf } from "#server/platform/config/demoIssuerOf.ts";
import { HttpError, notFound } from "#server/platform/http/httpError.ts";
import { pagePolicy } from "#server/platform/http/securityHeaders.ts";
import { acceptForms, TOKEN_PAGE_STYLE, tokenPage } from "#server/platform/pages/tokenPage.ts";
import { escapeHtml } from "#server/platform/text/escapeHtml.ts";

/** The client with which the demo's company is registered at the provider. */
export const DEMO_CLIENT = { clientId: "hearback-demo", clientSecret: "secret-of-the-demo" };

/** Who can be chosen at the provider, instead of logging in there. */
const PEOPLE: readonly (JWTPayload & { sub: string; name: string; about: string })[] = [
  {
    sub: "1001",
    name: "Nora Lindgren",
    email: "nora.lindgren@globex.example",
    email_verified: true,
    groups: ["everyone"],
    about: "New here: gets an account at the first login",
  },
  {
    sub: "1002",
    name: "Bruno Keller",
    email: "bruno.keller@globex.example",
    email_verified: true,
    groups: ["everyone", "feedback-admins"],
    about: "In the group feedback-admins: becomes an admin",
  },
  {
    sub: "1003",
    name: "Sofia Marchetti",
    email: "customer@globex.example",
    email_verified: true,
    groups: ["everyone"],
    about: "Has an account with a password: connects it once",
  },
];

const SECONDS = 120;

interface Keys {
  readonly publicKey: CryptoKey;
  readonly privateKey: CryptoKey;
}

type Query = Readonly<Record<string, string | undefined>>;

/**
 * Mounts the provider of OpenID Connect with which the demo's company Globex logs people in. Instead
 * of logging in there, one chooses who one is. It is not mounted unless the portal is a demo that only
 * this machine can reach (docs/decisions/0094-company-providers.md).
 */
export function mountDemoProvider(app: FastifyInstance, config: Config): void {
  const issuer = demoIssuerOf(config);
  if (issuer === null) return;
  const keys = generateKeyPair("ES256");
  const kid = randomUUID();
  const sign = async (claims: JWTPayload, audience: string) =>
    new SignJWT(claims)
      .setProtectedHeader({ alg: "ES256", kid })
      .setIssuer(issuer)
      .setAudience(audience)
      .setIssuedAt()
      .setExpirationTime(`${String(SECONDS)}s`)
      .sign((await keys).privateKey);
  void app.register(
    async (scope) => {
      acceptForms(scope);
      scope.get("/.well-known/openid-configuration", async () => discoveryOf(issuer));
      scope.get("/jwks", async () => ({ keys: [await publicKey(await keys, kid)] }));
      scope.get("/authorize", async ({ query }, reply) => sendChoice(query as Query, reply));
      scope.get("/choose", async ({ query }, reply) => {
        const asked = readAuthorization(query as Query);
        const person = PEOPLE.find(({ sub }) => sub === (query as Query)["person"]);
        if (!person) throw notFound();
        const { redirect, state, ...rest } = asked;
        const code = await sign({ ...rest, sub: person.sub, redirect: redirect.href }, "code");
        redirect.searchParams.set("code", code);
        redirect.searchParams.set("state", state);
        return reply.header("cache-control", "no-store").redirect(redirect.href);
      });
      scope.post("/token", async (request) => {
        const { publicKey: key } = await keys;
        const person = await personOfCode(request, { issuer, key });
        const { about: _, nonce, ...claims } = person;
        const idToken = await sign({ ...claims, nonce }, DEMO_CLIENT.clientId);
        return { access_token: randomUUID(), token_type: "Bearer", id_token: idToken };
      });
      scope.get("/sign-out", async ({ query }, reply) =>
        reply.redirect(portalAddress((query as Query)["post_logout_redirect_uri"], "/").href),
      );
    },
    { prefix: DEMO_PROVIDER_PATH },
  );
}

const discoveryOf = (issuer: string) => ({
  issuer,
  authorization_endpoint: `${issuer}/authorize`,
  token_endpoint: `${issuer}/token`,
  jwks_uri: `${issuer}/jwks`,
  end_session_endpoint: `${issuer}/sign-out`,
  response_types_supported: ["code"],
  subject_types_supported: ["public"],
  id_token_signing_alg_values_supported: ["ES256"],
  token_endpoint_auth_methods_supported: ["client_secret_post"],
});

const publicKey = async (keys: Keys, kid: string) => ({
  ...(await exportJWK(keys.publicKey)),
  kid,
  alg: "ES256",
  use: "sig",
});

/** Returns an address of this machine's portals, with this path. */
function portalAddress(address: string | undefined, path: string): URL {
  const url = new URL(address !== undefined && URL.canParse(address) ? address : "http://invalid");
  if (!/(?:^|\.)localhost$/.test(url.hostname) || url.pathname !== path)
    throw new HttpError(400, "This is no address of the demo");
  return url;
}

/** @throws HttpError 400 for a request that does not come from the demo */
function readAuthorization(query: Query) {
  const { client_id: clientId, state = "", nonce = "", code_challenge: challenge = "" } = query;
  if (clientId !== DEMO_CLIENT.clientId) throw new HttpError(400, "Unknown client");
  const redirect = portalAddress(query["redirect_uri"], "/auth/oidc/callback");
  return { redirect, state, nonce, challenge };
}

function sendChoice(query: Query, reply: FastifyReply): FastifyReply {
  readAuthorization(query);
  const people = PEOPLE.map(({ sub, name, about }) => {
    const parameters = new URLSearchParams({ ...query, person: sub });
    const href = escapeHtml(`${DEMO_PROVIDER_PATH}/choose?${parameters.toString()}`);
    return `<li><span><a href="${href}">${escapeHtml(name)}</a><small class="muted"><br>${escapeHtml(about)}</small></span></li>`;
  });
  const text = "<p>This stands for the login page of Globex. Choose who logs in.</p>";
  return reply
    .type("text/html; charset=utf-8")
    .header("cache-control", "no-store")
    .header("content-security-policy", pagePolicy([TOKEN_PAGE_STYLE]))
    .send(
      tokenPage(
        { name: "Globex Login", logoUrl: null },
        "Log in to Globex",
        `${text}<div class="box"><ul>${people.join("")}</ul></div>`,
      ),
    );
}

/** @throws HttpError 400 for a wrong secret, code or verifier */
async function personOfCode(
  { body }: FastifyRequest,
  { issuer, key }: { issuer: string; key: CryptoKey },
) {
  const form = body instanceof FormData ? body : new FormData();
  const field = (name: string) => {
    const value = form.get(name);
    return typeof value === "string" ? value : "";
  };
  if (field("client_secret") !== DEMO_CLIENT.clientSecret)
    throw new HttpError(400, "The secret is wrong");
  const { payload } = await jwtVerify(field("code"), key, { issuer, audience: "code" }).catch(
    () => {
      throw new HttpError(400, "The code is wrong");
    },
  );
  const challenge = createHash("sha256").update(field("code_verifier")).digest("base64url");
  const person = PEOPLE.find(({ sub }) => sub === payload.sub);
  const isRight =
    challenge === payload["challenge"] && field("redirect_uri") === payload["redirect"];
  if (!person || !isRight) throw new HttpError(400, "The code is wrong");
  return { ...person, nonce: payload["nonce"] };
}
