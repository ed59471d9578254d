import { isIPv6 } from 'node:net';

const GROUPS = 8;
/** Groups that a provider hands to one household. */
const NETWORK_GROUPS = 4;

/**
 * What counts as one address for a limit: an IPv4 address, or the /64 network of an IPv6 address, since one
 * household has all addresses of it.
 */
export function networkOf(address: string): string {
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(address)?.[1];
  if (mapped) return mapped;
  if (!isIPv6(address)) return address;
  const [head = '', tail] = address.toLowerCase().split('%', 1).join('').split('::', 2);
  const groups = head === '' ? [] : head.split(':');
  const after = tail ? tail.split(':') : [];
  const zeros = tail === undefined ? 0 : Math.max(0, GROUPS - groups.length - after.length);
  const whole = [...groups, ...Array.from({ length: zeros }, () => '0'), ...after];
  return `${whole.slice(0, NETWORK_GROUPS).join(':')}::/64`;
}
