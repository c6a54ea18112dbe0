import type { Config } from "./config.ts";
import { isLocalOnly } from "./isLocalOnly.ts";

/** The path of the provider that a demo runs itself. */
export const DEMO_PROVIDER_PATH = "/demo-provider";

/**
 * Returns the issuer of the provider that a demo runs itself, on this machine only; null where the
 * portal can be no such demo.
 */
export function demoIssuerOf({
  host,
  baseDomain,
  port,
  demo,
}: Pick<Config, "host" | "baseDomain" | "port" | "demo">): string | null {
  const canBe = demo !== false && port !== 0 && host.startsWith("127.");
  if (!canBe || !isLocalOnly({ host, baseDomain })) return null;
  return `http://${host}:${String(port)}${DEMO_PROVIDER_PATH}`;
}
