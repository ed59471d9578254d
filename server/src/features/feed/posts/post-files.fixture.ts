import { createFileLinks } from '../../media/links.service.ts';
import { JWT_SECRET } from '../../rooms/rooms.fixture.ts';
import type { Person } from '../../direct/direct.fixture.ts';

/** Credentials for opening a link: the token, the cookie, or neither. */
export type Proof = { readonly token?: string; readonly cookie?: string; readonly range?: string };

/** A response with bytes or an error. */
export type OpenedLink = {
  readonly status: number;
  readonly headers: Headers;
  readonly bytes: Buffer;
  /** The error code; undefined for bytes. */
  readonly code: string | undefined;
};

/** Opens a link of the server at `url`. */
export async function openFile(
  url: string,
  link: string,
  { token, cookie, range }: Proof = {},
): Promise<OpenedLink> {
  const response = await fetch(new URL(link, url), {
    headers: {
      ...(token !== undefined && { authorization: `Bearer ${token}` }),
      ...(cookie !== undefined && { cookie }),
      ...(range !== undefined && { range }),
    },
  });
  const bytes = Buffer.from(await response.arrayBuffer());
  const isJson = response.headers.get('content-type')?.includes('json');
  const body: { code?: string } = isJson ? JSON.parse(bytes.toString()) : {};
  return { status: response.status, headers: response.headers, bytes, code: body.code };
}

/** Returns the cookie that a response with links set, as a browser sends it back. */
export function cookieOf(headers: Headers): string {
  const [cookie] = headers.getSetCookie().map((line) => line.split(';', 1)[0] ?? '');
  if (!cookie) throw new Error('No cookie was set');
  return cookie;
}

/** Returns a link that the server signed for a viewer this many seconds ago. */
export function linkOfPast(
  mediaId: string,
  { userId }: Person & { userId: number },
  secondsAgo: number,
): string {
  const links = createFileLinks(JWT_SECRET, () => new Date(Date.now() - secondsAgo * 1000));
  return links.linkTo({ mediaId, viewerId: userId, isPreview: false });
}

/** Returns the link with each part altered in turn, by the name of the part. */
export function alterations(link: string, other: string): readonly (readonly [string, string])[] {
  const [{ pathname, searchParams }, foreign] = [new URL(link, 'http://x'), new URL(other, 'http://x')];
  const withPart = (name: string, value: string) => {
    const query = new URLSearchParams(searchParams);
    query.set(name, value);
    return `${pathname}?${query.toString()}`;
  };
  const signature = searchParams.get('sig') ?? '';
  const flipped = (signature.startsWith('A') ? 'B' : 'A') + signature.slice(1);
  return [
    ['media_id', `${foreign.pathname}?${searchParams.toString()}`],
    ['for', withPart('for', foreign.searchParams.get('for') ?? '')],
    ['for, empty', withPart('for', '')],
    ['expires', withPart('expires', String(Number(searchParams.get('expires')) + 600))],
    ['expires, spelled otherwise', withPart('expires', `0${searchParams.get('expires')}`)],
    ['sig', withPart('sig', flipped)],
    ['sig, of another link', withPart('sig', foreign.searchParams.get('sig') ?? '')],
    ['sig, cut', withPart('sig', signature.slice(0, -1))],
    ['preview', searchParams.has('preview') ? link.replace('&preview=1', '') : withPart('preview', '1')],
  ];
}
