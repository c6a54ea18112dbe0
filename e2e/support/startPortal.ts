import { setPortalAddress } from "./portalAddress.ts";
import { runPortal } from "./runPortal.ts";

/**
 * Playwright's global setup. Starts the portal that the tests share, and returns a function that
 * stops it.
 */
export default async function startPortal(): Promise<() => Promise<void>> {
  const { address, stop } = await runPortal();
  setPortalAddress(address);
  return stop;
}
