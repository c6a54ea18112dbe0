import { announcePortal } from "./portalAddress.ts";
import { runPortal } from "./runPortal.ts";

/** Playwright's global setup: the portal that the tests share; the result stops it. */
export default async function startPortal(): Promise<() => Promise<void>> {
  const { address, stop } = await runPortal();
  announcePortal(address);
  return stop;
}
