import { usePortal, useShownCompany } from "#web/app/api/SessionContext.tsx";

/**
 * Where a board of that slug can be reached by everybody: on the company's host. In the browser
 * only.
 */
export function useBoardAddress(slug: string): string {
  const { company, baseDomain } = usePortal();
  const subdomain = useShownCompany()?.subdomain;
  const { host, port } = window.location;
  const isElsewhere = !company && subdomain;
  const companyHost = isElsewhere ? `${subdomain}.${baseDomain}${port ? `:${port}` : ""}` : host;
  return `${companyHost}/board/${slug.trim().toLowerCase()}`;
}
