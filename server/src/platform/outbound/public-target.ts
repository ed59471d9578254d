import ipaddr from 'ipaddr.js';
import type { Target } from './outbound.types.ts';

const PORTS: readonly number[] = [80, 443];

/** All globally routed IPv6 addresses. Others embed an IPv4 address or are not assigned. */
const GLOBAL_IPV6 = ipaddr.IPv6.parseCIDR('2000::/3');

/**
 * Whether an address is public: no loopback, private, link-local, shared, multicast, reserved or documentation
 * address, and none that embeds an IPv4 address (mapped, compatible, NAT64, 6to4, Teredo).
 */
export function isPublicAddress(address: string): boolean {
  if (address.includes('%') || !ipaddr.isValid(address)) return false;
  const parsed = ipaddr.parse(address);
  if (parsed.range() !== 'unicast') return false;
  return parsed.kind() === 'ipv4' || parsed.match(GLOBAL_IPV6);
}

/** The rule outside tests: a public address on port 80 or 443. */
export function isPublicTarget({ address, port }: Target): boolean {
  return PORTS.includes(port) && isPublicAddress(address);
}
