import type { ResultOf } from "#contract/endpoint.ts";
import type { SignInProvider, signInProvidersApi } from "#contract/signInProviders.ts";
import { PROVIDER_NAMES } from "#contract/signInProviders.ts";
import { SIGN_IN_PROVIDERS } from "#contract/signOn.ts";
import type { SignedInContext } from "#server/platform/access/guards.ts";
import { changesOf } from "#server/platform/audit/changesOf.ts";
import { recordSiteAudit } from "#server/platform/audit/recordAudit.ts";
import { invalid } from "#server/platform/http/httpError.ts";
import type { Handled } from "#server/platform/routing/route.ts";
import { openSecret, sealSecret } from "#server/platform/secrets/sealSecret.ts";
import { findRefusal } from "./askProvider.ts";
import { providerCallback } from "./providerCallback.ts";
import type { StoredProvider } from "./signInProviders.queries.ts";
import {
  deleteProvider,
  listProviders,
  lockProvider,
  saveProvider,
} from "./signInProviders.queries.ts";

type Listed = ResultOf<typeof signInProvidersApi.list>;
type SaveContext = Handled<typeof signInProvidersApi.save, SignedInContext>;

/** Lists all providers, also those that are not set up. */
export async function listSignInProviders(context: SignedInContext): Promise<Listed> {
  const { database, config } = context;
  const stored = await database.system.all(listProviders, {});
  return {
    callbackUrl: providerCallback(context),
    providers: SIGN_IN_PROVIDERS.map((provider) => {
      const found = stored.find((row) => row.provider === provider);
      return {
        provider,
        clientId: found?.clientId ?? "",
        hasSecret: readSecret(found, config) !== null,
        tenant: found?.tenant ?? null,
        isOn: found?.isOn ?? false,
      };
    }),
  };
}

function readSecret(
  stored: StoredProvider | undefined,
  config: SaveContext["config"],
): string | null {
  return stored?.sealedSecret ? openSecret(config, stored.sealedSecret) : null;
}

/**
 * Saves a provider, or removes it if there is no client ID.
 * @throws HttpError 400 beside the field for what the provider would refuse
 */
export async function saveSignInProvider(context: SaveContext): Promise<Listed> {
  const { database, config, params, body } = context;
  const { provider } = params;
  const { clientId, secret = "", isOn } = body;
  if (clientId === "" && isOn) throw invalid({ clientId: ["Client ID is required"] });
  const tenant = provider === "microsoft" ? body.tenant || "common" : null;
  if (clientId !== "") refuseMistakes({ provider, clientId, secret, tenant });
  const before = (await database.system.all(listProviders, {})).find(
    (row) => row.provider === provider,
  );
  const kept = before?.clientId === clientId ? readSecret(before, config) : null;
  const clientSecret = secret || kept;
  if (clientId !== "" && clientSecret === null)
    throw invalid({ secret: ["Client secret is required"] });
  if (clientId !== "" && clientSecret !== null)
    await refuseRefused(context, { provider, clientId, clientSecret, tenant });
  await database.system.transaction(async (db) => {
    const former = await db.first(lockProvider, { provider });
    if (clientId === "") await db.all(deleteProvider, { provider });
    else if (clientSecret !== null)
      await db.all(saveProvider, {
        provider,
        clientId,
        sealedSecret: sealSecret(config, clientSecret),
        tenant,
        isOn,
      });
    const details = {
      ...changesOf({ clientId: "", isOn: false, ...former }, { clientId, tenant, isOn }),
      ...(secret !== "" && { secret: "replaced" }),
    };
    if (Object.keys(details).length === 0) return;
    const subject = PROVIDER_NAMES[provider];
    await recordSiteAudit(db, context, { action: "site.sign-in-provider", subject, details });
  });
  return listSignInProviders(context);
}

interface Given {
  provider: SignInProvider;
  clientId: string;
  secret: string;
  tenant: string | null;
}

const UUID = /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/i;

/** How the client IDs of a provider look, and what is said of others. */
const CLIENT_IDS: Readonly<Record<SignInProvider, readonly [RegExp, string]>> = {
  google: [
    /^[\w-]+\.apps\.googleusercontent\.com$/,
    "Google's client IDs end in .apps.googleusercontent.com",
  ],
  microsoft: [UUID, "This is not an application (client) ID, such as 3f1c…-…"],
  github: [
    /^(?=.*[a-z])[\w.]{10,60}$/i,
    "This is not a client ID. It stands above the client secrets; the app ID is another number.",
  ],
};

/** @throws HttpError 400 for values that were taken from the wrong place */
function refuseMistakes({ provider, clientId, secret, tenant }: Given): void {
  const [form, message] = CLIENT_IDS[provider];
  if (!form.test(clientId)) throw invalid({ clientId: [message] });
  if (/^(?:-----BEGIN|\{)/.test(secret))
    throw invalid({ secret: ["This is a key file. The client secret is a short text."] });
  if (secret === clientId) throw invalid({ secret: ["This is the client ID"] });
  if (provider === "microsoft" && UUID.test(secret))
    throw invalid({ secret: ["This is the ID of the secret. Copy the column Value."] });
  if (tenant !== null && !/^(?:common|organizations)$/.test(tenant) && !UUID.test(tenant))
    throw invalid({ tenant: ["Enter common, organizations or the ID of a directory"] });
}

/** @throws HttpError 400 if the provider refuses the client ID, the secret or the directory */
async function refuseRefused(
  context: SaveContext,
  client: Parameters<typeof findRefusal>[0],
): Promise<void> {
  const name = PROVIDER_NAMES[client.provider];
  const refusal = await findRefusal(client, context.config, providerCallback(context));
  if (refusal === "secret")
    throw invalid({ secret: [`${name} refuses this secret for this client ID`] });
  if (refusal === "tenant") throw invalid({ tenant: [`${name} has no such directory`] });
}
