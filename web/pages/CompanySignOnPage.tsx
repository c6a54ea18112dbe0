import { managedCompanyId } from "#web/app/api/SessionContext.tsx";
import { CompanySettingsLayout } from "#web/app/layout/CompanySettingsLayout.tsx";
import { ManagedCompany } from "#web/app/layout/ManagedCompany.tsx";
import { useParams } from "#web/app/navigation/NavigationContext.tsx";
import { apiQuery } from "#web/app/api/apiQuery.ts";
import { EmailDomainsScreen } from "#web/features/signOn/EmailDomainsScreen.tsx";
import { OnlyWayScreen } from "#web/features/signOn/OnlyWayScreen.tsx";
import { ProviderScreen } from "#web/features/signOn/ProviderScreen.tsx";
import { SignedTokensScreen } from "#web/features/signOn/SignedTokensScreen.tsx";
import { applicationQuery, signOnQuery } from "#web/features/signOn/signOnQueries.ts";
import { SignOnOverview } from "#web/features/signOn/SignOnOverview.tsx";
import type { SignOnWay } from "#web/features/signOn/signOnWays.ts";
import { SIGN_ON_PATH, SIGN_ON_WAYS } from "#web/features/signOn/signOnWays.ts";
import { NotFound } from "#web/ui/NotFound.tsx";
import type { PageContext } from "./pageModule.ts";

const SCREENS = {
  provider: ProviderScreen,
  domains: EmailDomainsScreen,
  tokens: SignedTokensScreen,
  "only-way": OnlyWayScreen,
} as const satisfies Record<SignOnWay, () => React.JSX.Element>;

/**
 * The pages /company/settings/sign-on, where admins see how the company's people come in, and
 * /company/settings/sign-on/{way}, where they set up one way.
 */
export function Component() {
  const { way } = useParams();
  if (way !== undefined && !isWay(way)) {
    return (
      <NotFound
        title="404 Page Not Found"
        text="There is no such way to log in."
        to={SIGN_ON_PATH}
        toLabel="See all ways"
      />
    );
  }
  const Screen = way === undefined ? SignOnOverview : SCREENS[way];
  return (
    <CompanySettingsLayout title={way === undefined ? "Sign-on" : SIGN_ON_WAYS[way].title}>
      <ManagedCompany>{() => <Screen />}</ManagedCompany>
    </CompanySettingsLayout>
  );
}

/** Preloads the settings of the company's provider and of signed tokens. */
export async function preloads({ client, params, portal, user }: PageContext): Promise<404 | void> {
  const { way } = params;
  if (way !== undefined && !isWay(way)) return 404;
  if (managedCompanyId(portal, user) === null) return undefined;
  await Promise.allSettled([
    client.query(signOnQuery()),
    client.query(applicationQuery()),
    ...(way === undefined ? [client.query(apiQuery("/api/sign-on/ways"))] : []),
  ]);
  return undefined;
}

const isWay = (way: string): way is SignOnWay => Object.hasOwn(SIGN_ON_WAYS, way);
