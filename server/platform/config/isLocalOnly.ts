/**
 * Whether only this machine can reach the portal: the product's host is `localhost` and the portal
 * listens on loopback (docs/product-decisions.md "Accounts").
 */
export function isLocalOnly({ host, baseDomain }: { host: string; baseDomain: string }): boolean {
  return baseDomain === "localhost" && /^(?:localhost|127(?:\.\d{1,3}){3}|::1)$/i.test(host);
}
