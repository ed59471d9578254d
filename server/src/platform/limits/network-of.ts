import { isIPv6 } from 'node:net';

const GROUPS = 8;
/** Groups of the network that a provider assigns to one household. */
const NETWORK_GROUPS = 4;
/** An IPv4-mapped IPv6 address as `URL` writes it: two groups of two bytes each. */
const MAPPED = /^::ffff:([\da-f]{1,4}):([\da-f]{1,4})$/;

const dotted = (group: string) => {
  const value = Number.parseInt(group, 16);
  return `${value >> 8}.${value & 255}`;
};

/**
 * Returns the key that counts as one address for every limit (R-19, SV-103): an IPv4 address, also when mapped to
 * IPv6, or the /64 network of an IPv6 address, since one household owns all of its addresses.
 */
export function networkOf(address: string): string {
  if (!isIPv6(address)) return address;
  const [plain = ''] = address.split('%');
  // Normalises the spelling: lower case, no leading zeros, no dotted suffix.
  const short = new URL(`http://[${plain}]`).hostname.slice(1, -1);
  const [, high, low] = MAPPED.exec(short) ?? [];
  if (high !== undefined && low !== undefined) return `${dotted(high)}.${dotted(low)}`;
  const [head = '', tail] = short.split('::', 2);
  const groups = head === '' ? [] : head.split(':');
  const after = tail ? tail.split(':') : [];
  const zeros = tail === undefined ? 0 : GROUPS - groups.length - after.length;
  const whole = [...groups, ...Array.from({ length: zeros }, () => '0'), ...after];
  return `${whole.slice(0, NETWORK_GROUPS).join(':')}::/64`;
}
