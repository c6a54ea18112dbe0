import { lookup } from "node:dns/promises";
import { readFile } from "node:fs/promises";
import { networkInterfaces } from "node:os";
import type { LookUpOptions } from "./askNameServers.ts";
import { askNameServers } from "./askNameServers.ts";

/**
 * Returns all IP addresses of a name that somebody else has possibly chosen. Asks name servers
 * without a thread: `lookup` takes one of the two that look-ups get until the name's own server
 * responds, so a silent one would stop the look-ups of all companies.
 * @throws if the name has no address, or name servers do not answer in time
 */
export async function resolveName(hostname: string, options: LookUpOptions): Promise<string[]> {
  const name = hostname.toLowerCase().replace(/\.$/, "");
  if (await isLocalName(name)) return lookUpName(hostname);
  const found = await askNameServers(options, async (resolver) => {
    const families = await Promise.allSettled([resolver.resolve4(name), resolver.resolve6(name)]);
    const [v4, v6] = families.map((answer) => (answer.status === "fulfilled" ? answer.value : []));
    const addresses = [...(v4 ?? []), ...(v6 ?? [])];
    const failed = families.find((answer) => answer.status === "rejected");
    if (addresses.length === 0 && failed) throw failed.reason;
    // The connection goes to the first address.
    return hasIpv4() ? addresses : addresses.toReversed();
  });
  if (found === "no-record") throw new Error("The name has no address");
  if (found === "no-answer") throw new Error("The name servers do not answer");
  return found;
}

/** Returns all IP addresses of a name that the operator has chosen, as other programs do. */
export const lookUpName = async (hostname: string): Promise<string[]> =>
  (await lookup(hostname, { all: true })).map(({ address }) => address);

/**
 * Whether this machine or its network gives the name, which name servers do not know. Nobody else
 * can choose how such a name is looked up.
 */
async function isLocalName(name: string): Promise<boolean> {
  if (!name.includes(".") || name.endsWith(".localhost")) return true;
  const hosts = await readFile("/etc/hosts", "utf8").catch(() => "");
  return hosts
    .split("\n")
    .some((line) => line.replace(/#.*/, "").toLowerCase().split(/\s+/).slice(1).includes(name));
}

const hasIpv4 = () =>
  Object.values(networkInterfaces())
    .flat()
    .some((each) => each?.family === "IPv4" && !each.internal);
