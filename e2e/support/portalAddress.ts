/** The addresses at which the tests reach the portal, its database and its name server. */
export interface PortalAddress {
  /** TCP port on 127.0.0.1, the same for all host names. */
  readonly port: number;
  /** Connection string of the portal's database, with the owner's role. */
  readonly databaseUrl: string;
  /** Folder with the name server's CNAME records (nameRecords.ts). */
  readonly recordsDir: string;
}

const VARIABLE = "HEARBACK_E2E_PORTAL";

/** Sets the address for this process and for its workers, which inherit its environment. */
export function setPortalAddress(address: PortalAddress): void {
  process.env[VARIABLE] = JSON.stringify(address);
}

/** Returns the address of the portal that this process tests. @throws if no portal runs */
export function portalAddress(): PortalAddress {
  const address = process.env[VARIABLE];
  if (address === undefined) throw new Error("The portal of the browser tests does not run");
  return JSON.parse(address) as PortalAddress;
}

/** Returns the origin of a host such as `acme.localhost`. */
export function originOf(host: string): string {
  return `http://${host}:${String(portalAddress().port)}`;
}
