/** What the tests have to know of the portal they talk to. */
export interface PortalAddress {
  /** TCP port on 127.0.0.1, whatever the host name. */
  readonly port: number;
  /** Connection string of its database, as the owner. */
  readonly databaseUrl: string;
  /** Folder of the CNAME records that its name server knows, see nameRecords.ts. */
  readonly recordsDir: string;
}

const VARIABLE = "HEARBACK_E2E_PORTAL";

/** Hands the address on to the workers, which inherit the environment. */
export function announcePortal(address: PortalAddress): void {
  process.env[VARIABLE] = JSON.stringify(address);
}

/** The portal that this process talks to. */
export function portalAddress(): PortalAddress {
  const announced = process.env[VARIABLE];
  if (announced === undefined) throw new Error("The portal of the browser tests does not run");
  return JSON.parse(announced) as PortalAddress;
}

/** The origin of a host such as `acme.localhost`. */
export function originOf(host: string): string {
  return `http://${host}:${String(portalAddress().port)}`;
}
