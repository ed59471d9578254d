import { lookup } from 'node:dns/promises';
import { isIP } from 'node:net';
import ipaddr from 'ipaddr.js';
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

const DEFAULT_PORTS: Readonly<Record<string, number>> = { 'http:': 80, 'https:': 443 };

/** A URL that may be fetched, and the only IP addresses that its connection may use. */
export type CheckedTarget = { readonly url: URL; readonly addresses: readonly string[] };

async function systemResolve(name: string): Promise<string[]> {
  return (await lookup(name, { all: true })).map(({ address }) => address);
}

function parse(text: string): URL {
  const url = URL.parse(text);
  if (!url) throw new OutboundRefused('malformed');
  if (!(url.protocol in DEFAULT_PORTS)) throw new OutboundRefused('scheme');
  if (url.username !== '' || url.password !== '') throw new OutboundRefused('credentials');
  return url;
}

/** Whether a name never leads to the public internet, with or without the trailing dot. */
function isLocalName(name: string): boolean {
  const labels = name.replace(/\.$/, '').split('.');
  return labels.length < 2 || ['localhost', 'localdomain', 'local', 'internal'].includes(labels.at(-1) ?? '');
}

/** Creates the check of a URL and of all its resolved addresses. It throws `OutboundRefused`. */
export function createTargetCheck({ resolve = systemResolve, isAllowed = isPublicTarget }: OutboundOptions) {
  return async (text: string): Promise<CheckedTarget> => {
    // The parser normalises every notation of an IPv4 address (short, decimal, octal, hexadecimal).
    const url = parse(text);
    const host = url.hostname.replace(/^\[(.*)\]$/, '$1');
    const isLiteral = isIP(host) !== 0;
    if (!isLiteral && isLocalName(host)) throw new OutboundRefused('name');
    const addresses = isLiteral ? [host] : await resolve(host);
    const port = Number(url.port || DEFAULT_PORTS[url.protocol]);
    // All addresses have to be allowed: the connection could use any of them.
    const isGood = addresses.length > 0 && addresses.every((address) => isAllowed({ address, port }));
    if (!isGood) throw new OutboundRefused('address');
    return { url, addresses };
  };
}
