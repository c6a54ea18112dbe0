import { buildEndSessionUrl } from "openid-client";
import type { ResultOf } from "#contract/endpoint.ts";
import type { companySignOnApi } from "#contract/companySignOn.ts";
import type { RequestContext } from "#server/platform/access/requestContext.ts";
import { hashToken } from "#server/platform/access/sessionToken.ts";
import type { SignedInContext } from "#server/platform/access/guards.ts";
import { openProvider } from "#server/platform/openId/openProvider.ts";
import { problemOf } from "#server/platform/openId/providerProblem.ts";
import { openSecret, sealSecret } from "#server/platform/secrets/sealSecret.ts";
import { hostOrigin } from "./hostOrigin.ts";
import { openCompanyProvider } from "./openCompanyProvider.ts";
import { findProviderSession, insertProviderSession } from "./providerSession.queries.ts";

/** The largest sealed ID token that is stored. Addresses with larger ones would not work. */
const ID_TOKEN_BYTES = 8 * 1024;

/** Returns where the provider ends its own session, if the user has come in by it. */
export async function readSignOutAddress(
  context: SignedInContext,
): Promise<ResultOf<typeof companySignOnApi.signOutAddress>> {
  const { database, config, sessionHash: tokenHash } = context;
  const nowhere = { url: null };
  const session = await database.system.first(findProviderSession, { tokenHash });
  if (!session) return nowhere;
  const idToken = openSecret(config, session.idToken);
  const provider = await openCompanyProvider(context);
  if (idToken === null || !provider?.client || !provider.row.signsOut) return nowhere;
  try {
    const configuration = await openProvider(provider.client, config);
    const url = buildEndSessionUrl(configuration, {
      id_token_hint: idToken,
      post_logout_redirect_uri: `${hostOrigin(context)}/`,
    });
    return { url: url.href };
  } catch (error) {
    // The user must be able to log out here while the provider is down.
    if (problemOf(error)) return nowhere;
    throw error;
  }
}

/** Stores the ID token of a session that was just started, which the provider needs for a logout. */
export async function keepProviderSession(
  { database, config }: Pick<RequestContext, "database" | "config">,
  { session, idToken }: { session: string | null; idToken: string },
): Promise<void> {
  if (session === null) return;
  const sealed = sealSecret(config, idToken);
  if (sealed.length > ID_TOKEN_BYTES) return;
  const tokenHash = hashToken(session);
  await database.system.all(insertProviderSession, { tokenHash, idToken: sealed });
}
