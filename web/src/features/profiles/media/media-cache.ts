import type { Post } from '@adda/contract/feed';
import { MEDIA_CACHE } from '../../../platform/kept-by-person.ts';
import type { MediaPage } from '../../feed/index.ts';

/** Maximum number of creators whose media are cached. */
const MOST_KEPT = 10;

type Kept = { readonly viewer: string; readonly at: number; readonly page: MediaPage };

const keyOf = (creator: string): string => `${MEDIA_CACHE}${creator}`;

const isKept = (value: unknown): value is Kept =>
  typeof value === 'object' &&
  value !== null &&
  'viewer' in value &&
  'page' in value &&
  typeof value.page === 'object' &&
  value.page !== null &&
  'media' in value.page &&
  Array.isArray(value.page.media);

function read(key: string): Kept | undefined {
  try {
    const value: unknown = JSON.parse(localStorage.getItem(key) ?? 'null');
    return isKept(value) ? value : undefined;
  } catch {
    return undefined; // invalid data counts as none
  }
}

/** Links are valid for this viewer and for minutes only; the blurred placeholder is neither. */
const withoutLinks = (post: Post): Post => ({
  ...post,
  media_url: null,
  preview_url: null,
  sender_avatar: null,
});

/** Returns the media of a creator that this browser has cached for this viewer, without links (ME-26, Q-26). */
export function keptMedia(viewer: string, creator: string): MediaPage | undefined {
  const kept = read(keyOf(creator));
  return kept?.viewer === viewer ? kept.page : undefined;
}

/** Removes the oldest entries until there is room for one more. */
function makeRoom(): void {
  const keys = Object.keys(localStorage).filter((key) => key.startsWith(MEDIA_CACHE));
  const oldest = keys.sort((one, other) => (read(one)?.at ?? 0) - (read(other)?.at ?? 0));
  for (const key of oldest.slice(0, Math.max(0, keys.length - MOST_KEPT + 1))) localStorage.removeItem(key);
}

/** Caches the first page of a creator's media in the browser. */
export function keepMedia(viewer: string, creator: string, { media, ...page }: MediaPage): void {
  const key = keyOf(creator);
  if (localStorage.getItem(key) === null) makeRoom();
  const kept: Kept = { viewer, at: Date.now(), page: { ...page, media: media.map(withoutLinks) } };
  try {
    localStorage.setItem(key, JSON.stringify(kept));
  } catch {
    localStorage.removeItem(key); // the storage is full: the list comes from the server only
  }
}
