import { isIPv6 } from "node:net";
import type { Counted, Limit } from "./throttle.ts";

/**
 * IPv6 networks wider than /64 that providers assign to one subscriber. All addresses of such a
 * network together have `factor` times the limit of a /64 network.
 */
const WIDER_NETWORKS = [
  { bits: 56, factor: 4 },
  { bits: 48, factor: 16 },
] as const;

/**
 * Returns the subject for limits by client address: an IPv4 address, or the /64 network of an IPv6
 * address.
 */
export function subscriberOf(ip: string): string {
  return networkOf(ip, 64);
}

/**
 * Returns the key for turns by client address: an IPv4 address, or the /56 network of an IPv6
 * address. A subscriber with a /56 network therefore does not get more turns by using its 256 /64
 * networks. Subscribers of a provider that assigns single /64 networks possibly have to share
 * turns, which only delays their requests.
 */
export function networkForTurns(ip: string): string {
  return networkOf(ip, 56);
}

/**
 * Returns the counters of a client address under a limit. An IPv6 address also counts for its /56
 * and its /48 network, because a subscriber who has such a network could otherwise use another /64
 * network for each attempt.
 * @param prefix text that is put before each subject, for example an account's key
 */
export function subscriberCounters(limit: Limit, ip: string, prefix = ""): [Counted, ...Counted[]] {
  const wider = networkOf(ip, 64).includes(":") ? WIDER_NETWORKS : [];
  return [
    { limit, subject: prefix + networkOf(ip, 64) },
    ...wider.map(({ bits, factor }) => ({
      limit: {
        ...limit,
        name: `${limit.name}-${String(bits)}`,
        attempts: limit.attempts * factor,
      },
      subject: prefix + networkOf(ip, bits),
    })),
  ];
}

/**
 * Returns the networks of a client address, the narrowest first, each with the factor of its limit.
 * An IPv6 address also belongs to a /56 and a /48 network.
 */
export function subscriberNetworks(ip: string): { network: string; factor: number }[] {
  const narrowest = networkOf(ip, 64);
  const wider = narrowest.includes(":") ? WIDER_NETWORKS : [];
  return [
    { network: narrowest, factor: 1 },
    ...wider.map(({ bits, factor }) => ({
      network: `${networkOf(ip, bits)}/${String(bits)}`,
      factor,
    })),
  ];
}

/**
 * Returns the first bits of an IPv6 address in hexadecimal groups. An IPv4 address is returned
 * unchanged, and an IPv4-mapped IPv6 address becomes the IPv4 address.
 */
function networkOf(ip: string, bits: 48 | 56 | 64): string {
  // IPv4 addresses skip the regular expression below, because every request calls this function.
  if (!ip.includes(":")) return ip;
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(ip)?.[1];
  if (mapped) return mapped;
  if (!isIPv6(ip)) return ip;
  const [head = "", tail = ""] = ip.split("::");
  const left = head.split(":").filter(Boolean);
  const right = tail.split(":").filter(Boolean);
  const full = [...left, ...Array<string>(8 - left.length - right.length).fill("0"), ...right];
  const groups = full.slice(0, 4).map((group) => Number.parseInt(group, 16));
  const [first = 0, second = 0, third = 0, fourth = 0] = groups;
  // The fourth group contains bits 48 to 63. All of these bits are cleared for a /48, the last
  // eight for a /56.
  const kept = fourth & (0xffff << (64 - bits)) & 0xffff;
  return [first, second, third, kept].map((group) => group.toString(16)).join(":");
}
