import { isIPv6 } from "node:net";
import type { Counted, Limit } from "./throttle.ts";

/**
 * IPv6 networks wider than /64 that providers assign to one subscriber, and how many times the
 * limit of a /64 all of their addresses together have.
 */
const WIDER_NETWORKS = [
  { bits: 56, factor: 4 },
  { bits: 48, factor: 16 },
] as const;

/**
 * The subject for limits by client address: an IPv4 address, or the /64 network of an IPv6 address.
 */
export function subscriberOf(ip: string): string {
  return networkOf(ip, 64);
}

/**
 * The key for turns by client address: an IPv4 address, or the /56 network of an IPv6 address, so
 * that a subscriber does not get more turns with each of 256 networks. Turns only delay, so the
 * subscribers of a provider that assigns single /64 networks can share them.
 */
export function networkForTurns(ip: string): string {
  return networkOf(ip, 56);
}

/**
 * The counters of a client address under a limit. An IPv6 address also counts for its /56 and its
 * /48, because a subscriber who has all of it could otherwise change the /64 for each attempt.
 * @param prefix is put before each subject, for example an account at this address
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
 * The networks of a client address, the narrowest first, each with the factor of its limit: an IPv6
 * address also belongs to its /56 and its /48.
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

/** The first bits of an IPv6 address in hexadecimal groups. An IPv4 address is returned as it is. */
function networkOf(ip: string, bits: 48 | 56 | 64): string {
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(ip)?.[1];
  if (mapped) return mapped;
  if (!isIPv6(ip)) return ip;
  const [head = "", tail = ""] = ip.split("::");
  const left = head.split(":").filter(Boolean);
  const right = tail.split(":").filter(Boolean);
  const full = [...left, ...Array<string>(8 - left.length - right.length).fill("0"), ...right];
  const groups = full.slice(0, 4).map((group) => Number.parseInt(group, 16));
  const [first = 0, second = 0, third = 0, fourth = 0] = groups;
  // The fourth group holds bits 48 to 63: all of them are cleared for a /48, half for a /56.
  const kept = fourth & (0xffff << (64 - bits)) & 0xffff;
  return [first, second, third, kept].map((group) => group.toString(16)).join(":");
}
