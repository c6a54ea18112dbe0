import { usePortal, useShownCompany } from "#web/app/api/SessionContext.tsx";

/**
 * Returns the public URL, without the scheme, of a board with this slug on the company's host. Runs
 * in the browser only, because it reads `window.location`.
 */
export function useBoardAddress(slug: string): string {
  const { company, baseDomain } = usePortal();
  const subdomain = useShownCompany()?.subdomain;
  const { host, port } = window.location;
  const isElsewhere = !company && subdomain;
  const companyHost = isElsewhere ? `${subdomain}.${baseDomain}${port ? `:${port}` : ""}` : host;
  return `${companyHost}/board/${slug.trim().toLowerCase()}`;
}
