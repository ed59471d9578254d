import type { IncomingHttpHeaders } from 'node:http';

/** Returns whether the headers of a request say that a page of this site sent it (ID-07). */
export type OwnOriginCheck = (headers: IncomingHttpHeaders) => boolean;

type Options = {
  readonly publicUrl: () => string;
  /** Whether any address counts by which the server is reached. A cookie is bound to its host, so none of another site comes with it. */
  readonly acceptsRequestedHost: boolean;
};

/** Returns the origin of a web page; undefined for any other, because browser extensions and apps choose their hosts freely. */
export function webOriginOf(origin: string): URL | undefined {
  const url = URL.canParse(origin) ? new URL(origin) : undefined;
  return url?.protocol === 'http:' || url?.protocol === 'https:' ? url : undefined;
}

/**
 * Returns the check of an `Origin` against the public URL. Browsers send none with some reads and with pages of the same origin in old
 * versions: `Sec-Fetch-Site` decides then, which no page can set.
 */
export function createOwnOriginCheck({ publicUrl, acceptsRequestedHost }: Options): OwnOriginCheck {
  return ({ origin, host, 'sec-fetch-site': site }) => {
    if (origin === undefined) return site === 'same-origin';
    const asked = webOriginOf(origin);
    if (asked?.origin === new URL(publicUrl()).origin) return true;
    return acceptsRequestedHost && asked?.host === host;
  };
}
