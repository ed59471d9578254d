/** What the service worker asks an open page to do. */
export type PageMessage = { readonly kind: 'open'; readonly url: string };

/** Asks a page to open one of its paths. */
export const openMessage = (url: string): PageMessage => ({ kind: 'open', url });

/** Reads a message of the service worker; undefined for any other. */
export function readPageMessage(data: unknown): PageMessage | undefined {
  const { kind, url }: { kind?: unknown; url?: unknown } = Object(data);
  return kind === 'open' && typeof url === 'string' && url.startsWith('/') ? { kind, url } : undefined;
}

/** What a page sends to a service worker that waits with a newer version of the app (PN-01). */
export const TAKE_OVER = 'take over';
