/**
 * Subdomains that users could mistake for hosts of the product itself (docs/product-decisions.md
 * "Hosts, tenants, viewers").
 */
const RESERVED = new Set(
  `about abuse account accounts admin administrator analytics api app apps assets auth autoconfig autodiscover
  beta billing blog cdn changelog ci cname contact customers dashboard demo dev dns docs download email faq feedback
  files ftp git help home host hostmaster image images imap img internal legal localhost login logos mail media
  metrics mx ns ns1 ns2 pop portal postmaster preview privacy public register root sales secure security smtp
  ssl staging static stats status support sysadmin team terms test traffic upload uploads webmaster webmail
  www www1 www2`
    .split(/\s+/)
    .filter(Boolean),
);

export function isReservedSubdomain(subdomain: string): boolean {
  return RESERVED.has(subdomain);
}

/**
 * Returns possible subdomains for a company with this name, the shortest first
 * (docs/product-decisions.md "Accounts").
 * @param suffix returns a random suffix
 */
export function proposeSubdomains(name: string, suffix: () => string): string[] {
  const words = name
    .slice(0, 500)
    .normalize("NFKD")
    .replace(/\p{Mark}/gu, "")
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, "-")
    .slice(0, 50)
    .replace(/^-|-$/g, "");
  const base = words === "" ? "portal" : words;
  return [
    ...(base.length >= 3 ? [base] : []),
    ...Array.from({ length: 5 }, () => `${base}-${suffix()}`),
  ];
}
