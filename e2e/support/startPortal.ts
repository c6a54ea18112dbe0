import { setPortalAddress } from "./portalAddress.ts";
import { runPortal } from "./runPortal.ts";

/** Playwright's global setup: starts the portal that the tests share. The result stops it. */
export default async function startPortal(): Promise<() => Promise<void>> {
  const { address, stop } = await runPortal();
  setPortalAddress(address);
  return stop;
}
