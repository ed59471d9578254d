import { LINK_MAX } from '@adda/contract/profiles';

/** What is not seen, or turns the direction of what stands around it, would make a link look like another. */
const UNFIT = /[\s\p{Cc}\p{Cf}\p{Cs}]/u;

/** An address of the web that may be linked to: http or https, without a name and a password in it. */
export function webAddress(link: string): URL | undefined {
  if (link.length > LINK_MAX || !/^https?:\/\//i.test(link) || UNFIT.test(link)) return undefined;
  const url = URL.canParse(link) ? new URL(link) : undefined;
  return url && url.username === '' && url.password === '' ? url : undefined;
}

/** An address as people read it: without its scheme and the slash at its end. */
export const readableAddress = ({ host, pathname, search }: URL): string =>
  `${host}${pathname === '/' ? '' : pathname.replace(/\/$/, '')}${search}`;
