import { useQuery } from "@tanstack/react-query";
import type { SignOnWays as Ways } from "#contract/signOn.ts";
import { isSignInPath, safeReturnPath } from "#contract/safeReturnPath.ts";
import { apiQuery } from "#web/app/api/apiQuery.ts";
import { useLocation, useSearchParams } from "#web/app/navigation/NavigationContext.tsx";
import { Button } from "#web/ui/Button.tsx";

/** The query for the ways to log in on this host with an identity from elsewhere. */
export const signOnWaysQuery = apiQuery("/api/sign-on/ways");

const PROVIDER_NAMES = { google: "Google", microsoft: "Microsoft", github: "GitHub" } as const;

/** Returns the name and the address of each way, the company's own first. */
function linksOf({ company, application, providers }: Ways): { name: string; path: string }[] {
  return [
    ...(company ? [{ name: company.name, path: "/auth/oidc/company" }] : []),
    ...(application ? [{ name: application.name, path: "/auth/application" }] : []),
    ...providers.map((provider) => ({
      name: PROVIDER_NAMES[provider],
      path: `/auth/oidc/${provider}`,
    })),
  ];
}

/**
 * Returns whether there are such ways, and whether the company's people can log in only with the
 * company's provider.
 */
export function useSignOn(): { isOffered: boolean; isOnlyWay: boolean } {
  const { data } = useQuery(signOnWaysQuery);
  return {
    isOffered: data !== undefined && linksOf(data).length > 0,
    isOnlyWay: data?.company?.isOnlyWay ?? false,
  };
}

/**
 * The links to log in with an identity from elsewhere. They leave the page, and come back to it or,
 * from a sign-in page, to the page that it leads to.
 */
export function SignOnWays() {
  const { data } = useQuery(signOnWaysQuery);
  const { pathname, search } = useLocation();
  const [parameters] = useSearchParams();
  if (!data) return null;
  const to = isSignInPath(pathname)
    ? safeReturnPath(parameters.get("from"))
    : safeReturnPath(pathname + search);
  return linksOf(data).map(({ name, path }) => (
    <Button key={path} asChild variant="secondary">
      <a href={`${path}?to=${encodeURIComponent(to)}`}>
        <span className="truncate">
          Log in with <bdi>{name}</bdi>
        </span>
      </a>
    </Button>
  ));
}
