import { lookup } from 'node:dns/promises';
import { isIP } from 'node:net';
import ipaddr from 'ipaddr.js';
import { noteSecurityEvent } from '../logging/security-log.ts';
import { type Target, OutboundRefused, type OutboundOptions } from './outbound.types.ts';

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
function isPublicTarget({ address, port }: Target): boolean {
  return PORTS.includes(port) && isPublicAddress(address);
}

/** Returns whether an address is in one of the CIDRs. Throws an `Error` for a malformed CIDR. */
export function createAddressMatch(cidrs: readonly string[]): (address: string) => boolean {
  const ranges = cidrs.map((cidr) => ipaddr.parseCIDR(cidr));
  return (address) => {
    if (address.includes('%') || !ipaddr.isValid(address)) return false;
    const parsed = ipaddr.parse(address);
    return ranges.some(([base, bits]) => base.kind() === parsed.kind() && parsed.match(base, bits));
  };
}

const DEFAULT_PORTS: Readonly<Record<string, number>> = { 'http:': 80, 'https:': 443 };

/** A URL that may be fetched, and the only IP addresses that its connection may use. */
export type CheckedTarget = { readonly url: URL; readonly addresses: readonly string[] };

async function systemResolve(name: string): Promise<string[]> {
  return (await lookup(name, { all: true })).map(({ address }) => address);
}

function parse(text: string, protocols: readonly string[]): URL {
  const url = URL.parse(text);
  if (!url) throw new OutboundRefused('malformed');
  if (!protocols.includes(url.protocol)) throw new OutboundRefused('scheme');
  if (url.username !== '' || url.password !== '') throw new OutboundRefused('credentials');
  return url;
}

/** Whether a name never leads to the public internet, with or without the trailing dot. */
function isLocalName(name: string): boolean {
  const labels = name.replace(/\.$/, '').split('.');
  return labels.length < 2 || ['localhost', 'localdomain', 'local', 'internal'].includes(labels.at(-1) ?? '');
}

type CheckOptions = OutboundOptions & {
  /** The schemes that are allowed, with a colon; http and https by default. */
  readonly protocols?: readonly string[];
  /** Addresses that a local name may stand for; none by default, so that local names are refused. */
  readonly isLocalAllowed?: (address: string) => boolean;
};

/** Creates the check of a URL and of all its resolved addresses. It throws `OutboundRefused`. */
export function createTargetCheck(options: CheckOptions) {
  const { resolve = systemResolve, isAllowed = isPublicTarget, isLocalAllowed } = options;
  const { protocols = Object.keys(DEFAULT_PORTS) } = options;

  async function addressesOf(host: string): Promise<readonly string[]> {
    if (isIP(host) !== 0) return [host];
    if (!isLocalName(host)) return resolve(host);
    const local = isLocalAllowed ? (await resolve(host)).filter(isLocalAllowed) : [];
    if (local.length === 0) throw new OutboundRefused('name');
    return local;
  }

  return async (text: string): Promise<CheckedTarget> => {
    // The parser normalises every notation of an IPv4 address (short, decimal, octal, hexadecimal).
    const url = parse(text, protocols);
    const addresses = await addressesOf(url.hostname.replace(/^\[(.*)\]$/, '$1'));
    const port = Number(url.port || DEFAULT_PORTS[url.protocol]);
    // All addresses have to be allowed: the connection could use any of them.
    const isGood = addresses.length > 0 && addresses.every((address) => isAllowed({ address, port }));
    if (!isGood) {
      // Names that don't resolve, and typing errors, say nothing about who gave the URL.
      if (addresses.length > 0) noteSecurityEvent('outbound_refused', { reason: 'address' });
      throw new OutboundRefused('address');
    }
    return { url, addresses };
  };
}
