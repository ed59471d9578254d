import type { Post } from '@adda/contract/feed';
import { MEDIA_CACHE } from '../../../platform/user-storage.ts';
import type { MediaPage } from '../../feed/index.ts';

/** Maximum number of creators whose media are cached. */
const MAX_CREATORS = 10;

type CachedMedia = { readonly viewer: string; readonly at: number; readonly page: MediaPage };

const keyOf = (creator: string): string => `${MEDIA_CACHE}${creator}`;

const isCachedMedia = (value: unknown): value is CachedMedia =>
  typeof value === 'object' &&
  value !== null &&
  'viewer' in value &&
  'page' in value &&
  typeof value.page === 'object' &&
  value.page !== null &&
  'media' in value.page &&
  Array.isArray(value.page.media);

function read(key: string): CachedMedia | undefined {
  try {
    const value: unknown = JSON.parse(localStorage.getItem(key) ?? 'null');
    return isCachedMedia(value) ? value : undefined;
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
export function readCachedMedia(viewer: string, creator: string): MediaPage | undefined {
  const cached = read(keyOf(creator));
  return cached?.viewer === viewer ? cached.page : undefined;
}

/** Removes the oldest entries until there is room for one more. */
function evictOldest(): void {
  const keys = Object.keys(localStorage).filter((key) => key.startsWith(MEDIA_CACHE));
  const oldest = keys.sort((one, other) => (read(one)?.at ?? 0) - (read(other)?.at ?? 0));
  for (const key of oldest.slice(0, Math.max(0, keys.length - MAX_CREATORS + 1)))
    localStorage.removeItem(key);
}

/** Caches the first page of a creator's media in the browser. */
export function cacheMedia(viewer: string, creator: string, { media, ...page }: MediaPage): void {
  const key = keyOf(creator);
  if (localStorage.getItem(key) === null) evictOldest();
  const cached: CachedMedia = { viewer, at: Date.now(), page: { ...page, media: media.map(withoutLinks) } };
  try {
    localStorage.setItem(key, JSON.stringify(cached));
  } catch {
    localStorage.removeItem(key); // the storage is full: the list comes from the server only
  }
}
