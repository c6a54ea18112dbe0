import { BlockList, isIP } from "node:net";

/**
 * IPv4 networks that are not public: IANA's registry of special-purpose addresses, multicast and
 * reserved space.
 */
const SPECIAL_IPV4: readonly [network: string, bits: number][] = [
  ["0.0.0.0", 8],
  ["10.0.0.0", 8],
  ["100.64.0.0", 10],
  ["127.0.0.0", 8],
  ["169.254.0.0", 16],
  ["172.16.0.0", 12],
  ["192.0.0.0", 24],
  ["192.0.2.0", 24],
  ["192.88.99.0", 24],
  ["192.168.0.0", 16],
  ["198.18.0.0", 15],
  ["198.51.100.0", 24],
  ["203.0.113.0", 24],
  ["224.0.0.0", 3],
];

/**
 * IPv6 networks that are not public: special networks for protocols, documentation, and tunnels to
 * IPv4. They are part of 2000::/3, the only IPv6 space that is routed publicly.
 */
const SPECIAL_IPV6: readonly [network: string, bits: number][] = [
  ["2001::", 23],
  ["2001:db8::", 32],
  ["2002::", 16],
  ["3fff::", 20],
];

const special = new BlockList();
for (const [network, bits] of SPECIAL_IPV4) special.addSubnet(network, bits, "ipv4");
for (const [network, bits] of SPECIAL_IPV6) special.addSubnet(network, bits, "ipv6");

const globalUnicast = new BlockList();
globalUnicast.addSubnet("2000::", 3, "ipv6");

/**
 * Whether an address is public. Addresses of this machine, of its network and of a cloud's metadata
 * service are not public. Addresses that embed an IPv4 address (mapped, translated, tunnelled) are
 * never public.
 */
export function isPublicAddress(address: string): boolean {
  const family = isIP(address);
  if (family === 4) return !special.check(address, "ipv4");
  // An IP address with a zone is link-local and therefore not public.
  if (family !== 6 || address.includes("%")) return false;
  return globalUnicast.check(address, "ipv6") && !special.check(address, "ipv6");
}
