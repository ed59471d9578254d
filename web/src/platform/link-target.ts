declare module '@tanstack/react-router' {
  // An interface, because it extends the router's own.
  interface HistoryState {
    /** The visitor has just logged in to see what a link leads to; an invitation is accepted without another press (GR-02). */
    isFromLink?: boolean;
  }
}

/** Where a visitor goes once there is a session: the code of an invitation (GR-02), or the address of another link (HM-05). */
export type LinkSearch = { join?: string; to?: string };

/** The paths that a link may lead to: a room, a private chat, a profile or a post; and the page of what was shared (PN-01). */
const LINKED = /^\/(share|(v1\/group|v1\/chat|profile|post)\/[^/?#\\]+\/?)$/;

/** Returns an address that a link may lead to, with the message of a chat (`?m=`) and nothing else of its search. */
function linkedOf(address: string): string | undefined {
  const [path = '', search = ''] = address.split('?');
  if (!LINKED.test(path)) return undefined;
  const message = /(?:^|&)m=(\d+)/.exec(search)?.[1];
  return message === undefined ? path : `${path}?m=${message}`;
}

/**
 * Returns where a visitor goes from this location once there is a session: to what it shows, if that is the page of a link, or
 * to `?join=` or `?to=` of the pages on the way to a session. It stays in the address, so that a reload or another tab keeps it.
 * Other addresses are never followed.
 */
export function linkSearchOf({
  href,
  search,
}: {
  readonly href: string;
  readonly search: LinkSearch;
}): LinkSearch {
  const join = /^\/join\/([\w-]+)/.exec(href)?.[1] ?? search.join;
  if (join !== undefined) return { join };
  const to = linkedOf(href) ?? linkedOf(search.to ?? '');
  return to === undefined ? {} : { to };
}

/** Returns the address to go to with a session; the main screen without a link. */
export const targetOf = ({ join, to = '/v1' }: LinkSearch): string =>
  join === undefined ? to : `/join/${join}`;
