import { LINK_MAX } from '@adda/contract/profiles';

/** Invisible characters, and characters that change the text direction, could disguise a link as another one. */
const UNFIT = /[\s\p{Cc}\p{Cf}\p{Cs}]/u;

/**
 * Returns the parsed URL if it may be used as a link: http or https, without user name and password; otherwise undefined.
 */
export function webAddress(link: string): URL | undefined {
  if (link.length > LINK_MAX || !/^https?:\/\//i.test(link) || UNFIT.test(link)) return undefined;
  const url = URL.canParse(link) ? new URL(link) : undefined;
  return url && url.username === '' && url.password === '' ? url : undefined;
}

/** Returns an address for display: without its scheme and the trailing slash. */
export const readableAddress = ({ host, pathname, search }: URL): string =>
  `${host}${pathname === '/' ? '' : pathname.replace(/\/$/, '')}${search}`;
