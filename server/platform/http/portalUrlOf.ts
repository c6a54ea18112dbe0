/**
 * Returns the URL of the company's portal. The origin of an activity cannot always be used: if an
 * admin or a program worked on the product's own host, customers see nothing of the company at that
 * origin.
 */
export function portalUrlOf(origin: string, subdomain: string | null, baseDomain: string): string {
  const url = new URL(origin);
  if (subdomain !== null && url.hostname === baseDomain)
    url.hostname = `${subdomain}.${baseDomain}`;
  return url.origin;
}
