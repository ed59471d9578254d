import ipaddr from 'ipaddr.js';
import type { Target } from './outbound.types.ts';

const PORTS: readonly number[] = [80, 443];

/** Everything that is routed on the internet; what lies outside embeds an IPv4 address or is not assigned. */
const GLOBAL_IPV6 = ipaddr.IPv6.parseCIDR('2000::/3');

/**
 * Whether an address is one of the public internet: no loopback, private, link-local, shared, multicast, reserved or
 * documentation address, and none that carries an IPv4 address inside (mapped, compatible, NAT64, 6to4, Teredo).
 */
export function isPublicAddress(address: string): boolean {
  if (address.includes('%') || !ipaddr.isValid(address)) return false;
  const parsed = ipaddr.parse(address);
  if (parsed.range() !== 'unicast') return false;
  return parsed.kind() === 'ipv4' || parsed.match(GLOBAL_IPV6);
}

/** The rule that holds outside tests: a public address on a port of the web. */
export function isPublicTarget({ address, port }: Target): boolean {
  return PORTS.includes(port) && isPublicAddress(address);
}
