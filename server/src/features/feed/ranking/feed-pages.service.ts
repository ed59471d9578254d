import { AD_EVERY, AD_PLACE, type FeedTabName, type Post, mediaId } from '@adda/contract/feed';
import { appError } from '../../../platform/errors.ts';
import type { SlotAd } from '../../ads/index.ts';
import type { FeedOptions } from '../feed.types.ts';
import { readPosts } from '../posts/post-view.service.ts';
import { listFollowed } from './followed-posts.repository.ts';
import { listRanked, type RankedPost, type RankedQuery, type RankKey } from './ranked-posts.repository.ts';

/** Returns how many of a list's first `count` items are ad slots (SV-55). */
const adPlacesBefore = (count: number): number => Math.floor((count + AD_EVERY - 1 - AD_PLACE) / AD_EVERY);

/** Whether the item at a zero-based index is an ad slot. */
const isAdPlace = (index: number): boolean => index % AD_EVERY === AD_PLACE;

/** The query of a page; `after` continues behind an item and takes precedence over `skip` and `as_of`. */
type FeedQuery = {
  readonly skip: number;
  readonly limit: number;
  readonly as_of?: string | undefined;
  readonly after?: string | undefined;
};

type Dependencies = Pick<FeedOptions, 'database' | 'media' | 'ads'>;
type PlacedPost = { readonly post: Post; readonly key: RankKey };
type Page = { readonly asOf: Date; readonly posts: readonly PlacedPost[]; readonly ads: readonly SlotAd[] };

const NO_SLOTS = { from: 0, to: 0 };

/** Where the posts of a tab come from, and whether there are ads among them. */
const sources: Readonly<Record<FeedTabName, { readonly list: typeof listRanked; readonly hasAds: boolean }>> =
  {
    for_you: { list: listRanked, hasAds: true },
    following: { list: listFollowed, hasAds: false },
  };

/**
 * Creates the query of the pages of a tab: posts in the order of ADR 20 with ads in their slots (SV-55), or those of followed
 * users, newest first (HM-14). Each item has its position.
 */
export function createFeedPages({ database: { db, replicas }, media, ads }: Dependencies, tab: FeedTabName) {
  const memory = createListCache();
  const { list, hasAds } = sources[tab];
  // Which posts are shown, and how much of each, is decided by `present` on the primary (CL-05).
  const listPosts = (query: RankedQuery) =>
    replicas.readPossiblyStale(query.viewerId, (from) => list(from, query));

  /** Returns the position `skip` items behind another position; undefined if the list is shorter. */
  async function seek(viewerId: number, from: FeedPosition, skip: number): Promise<FeedPosition | undefined> {
    const places = adPlacesBefore(skip) - adPlacesBefore(from.count);
    const areTaken = hasAds && places > 0 && (await ads.hasAdFor(viewerId));
    const passed = skip - from.count - (areTaken ? places : 0);
    if (passed === 0) return { ...from, count: skip };
    const query = { viewerId, asOf: from.asOf, after: from.after, slots: NO_SLOTS };
    const page = await listPosts({ ...query, offset: passed - 1, limit: 1 });
    const [last] = page.posts;
    return last && { asOf: page.asOf, count: skip, after: last };
  }

  async function startOf(
    requested: RequestedList,
    { skip, after }: FeedQuery,
  ): Promise<FeedPosition | undefined> {
    if (after !== undefined) {
      const position = readPosition(after);
      if (!position) throw appError('invalid_parameters');
      return position;
    }
    const beginning = { asOf: requested.asOf, count: 0, after: undefined };
    if (skip === 0) return beginning;
    const known = memory.nearest(requested, skip) ?? beginning;
    const start = known.count === skip ? known : await seek(requested.viewerId, known, skip);
    if (start) memory.remember(requested, start);
    return start;
  }

  async function present(viewerId: number, ranked: readonly RankedPost[]): Promise<PlacedPost[]> {
    const keys = new Map(ranked.map((key) => [key.mediaId, key]));
    const posts = await readPosts(
      db,
      { viewerId, media },
      ranked.map(({ id }) => id),
    );
    return posts.flatMap((post) => {
      const key = keys.get(post.media_id);
      return key ? [{ post, key }] : [];
    });
  }

  /**
   * Returns the posts behind a position and the ads of the slots among them; fewer than `limit` items only at the end
   * of the list.
   */
  async function read(viewerId: number, from: FeedPosition, limit: number): Promise<Page> {
    const slots = hasAds
      ? { from: adPlacesBefore(from.count), to: adPlacesBefore(from.count + limit) }
      : NO_SLOTS;
    const query = { viewerId, offset: 0 };
    const first = await listPosts({ ...query, asOf: from.asOf, after: from.after, limit, slots });
    const wanted = limit - first.ads.length;
    let ranked = first.posts.slice(0, wanted);
    let isOver = first.posts.length < wanted;
    const posts = await present(viewerId, ranked);
    // Replaces posts deleted between the two statements: a short page means the end of the list (FE-39).
    while (posts.length < wanted && !isOver) {
      const limitNow = wanted - posts.length;
      const more = { ...query, asOf: first.asOf, after: ranked.at(-1), limit: limitNow, slots: NO_SLOTS };
      ranked = [...(await listPosts(more)).posts];
      isOver = ranked.length < limitNow;
      posts.push(...(await present(viewerId, ranked)));
    }
    return { asOf: first.asOf, posts, ads: first.ads };
  }

  return {
    /** Returns a page of a viewer's feed. Throws `invalid_parameters` for an invalid `after`. */
    async list(viewerId: number, query: FeedQuery): Promise<Post[]> {
      const requested = { viewerId, asOf: query.as_of === undefined ? undefined : new Date(query.as_of) };
      const start = await startOf(requested, query);
      if (!start) return [];
      const page = await read(viewerId, start, query.limit);
      const placed = arrange(page, start, (ad) => ads.itemFor(viewerId, ad));
      const last = placed.at(-1);
      if (last && query.after === undefined) memory.remember(requested, last.position);
      return placed.map(({ item }) => item);
    },
  };
}

type Place = { readonly item: Post; readonly position: FeedPosition };

/** Places ads into their slots between the posts. Each ad follows the post before it, so no post is dropped. */
function arrange({ asOf, posts, ads }: Page, start: FeedPosition, itemFor: (ad: SlotAd) => Post): Place[] {
  const adOf = new Map(ads.map((ad) => [ad.slot, ad]));
  const waiting = [...posts];
  const placed: Place[] = [];
  let { after } = start;
  for (let index = start.count; ; index += 1) {
    const ad = isAdPlace(index) ? adOf.get(adPlacesBefore(index)) : undefined;
    const next = ad ? undefined : waiting.shift();
    after = next?.key ?? after;
    const item = ad ? itemFor(ad) : next?.post;
    if (!item) return placed;
    const position = { asOf, count: index + 1, after };
    item.position = writePosition(position);
    placed.push({ item, position });
  }
}

/** Maximum number of cached positions over all viewers. */
const POSITIONS_MAX = 20_000;
/** A list of a client that sends no moment restarts after this idle time. */
const IDLE_MS = 30 * 60_000;

/** The list that a client requests: a viewer's, as of a moment, or the list that the viewer began last. */
type RequestedList = { readonly viewerId: number; readonly asOf: Date | undefined };
type List = { readonly positions: Map<number, FeedPosition>; usedAt: number };

/**
 * Creates a cache of cursors per list, so that a client that pages by `skip` gets the same results as fast as one that
 * returns the cursor. Local to this node: on a cache miss the items are counted from the start.
 */
export function createListCache({ now = Date.now, most = POSITIONS_MAX } = {}) {
  /** By viewer and moment, least recently used first. */
  const lists = new Map<string, List>();
  let size = 0;

  const keyOf = ({ viewerId, asOf }: RequestedList) => `${viewerId} ${asOf?.getTime() ?? ''}`;

  function find(requested: RequestedList): List | undefined {
    const key = keyOf(requested);
    const list = lists.get(key);
    if (!list) return undefined;
    lists.delete(key);
    if (!requested.asOf && now() - list.usedAt > IDLE_MS) {
      size -= list.positions.size;
      return undefined;
    }
    lists.set(key, list);
    list.usedAt = now();
    return list;
  }

  function evictOldest(): void {
    for (const [key, { positions }] of lists) {
      for (const count of positions.keys()) {
        if (size <= most) return;
        positions.delete(count);
        size -= 1;
      }
      lists.delete(key);
    }
  }

  return {
    /** Caches the cursor behind the first `position.count` items of the list. */
    remember(requested: RequestedList, position: FeedPosition): void {
      const list = find(requested) ?? { positions: new Map<number, FeedPosition>(), usedAt: now() };
      lists.set(keyOf(requested), list);
      if (!list.positions.delete(position.count)) size += 1;
      list.positions.set(position.count, position);
      evictOldest();
    },
    /** Returns the furthest cached position that is not beyond `skip` items; undefined if the list is unknown. */
    nearest(requested: RequestedList, skip: number): FeedPosition | undefined {
      const positions = find(requested)?.positions;
      const exact = positions?.get(skip);
      if (exact || !positions) return exact;
      let found: FeedPosition | undefined;
      for (const position of positions.values())
        if (position.count < skip && position.count > (found?.count ?? 0)) found = position;
      return found;
    },
  };
}

/**
 * Cursor of a viewer's list: the moment that the list is as of, the number of items (posts and ads) so far, and the
 * last post among them, if any. `asOf` is undefined if the list starts now.
 */
type FeedPosition = {
  readonly asOf: Date | undefined;
  readonly count: number;
  readonly after: RankKey | undefined;
};

const VERSION = '1';
/** The end of the year 9999. */
const LATEST = 253_402_300_799_999;
const COUNT_MAX = 100_000_000;

/** Serializes the cursor of a list that has begun; opaque to clients, needs no URL escaping. */
export function writePosition({ asOf, count, after }: FeedPosition & { readonly asOf: Date }): string {
  const numbers = [asOf.getTime(), count, ...(after ? [after.rank] : [])].map((number) =>
    number.toString(36),
  );
  return [VERSION, ...numbers, ...(after ? [after.mediaId] : [])].join('.');
}

/** Parses a cursor; undefined for invalid text. */
export function readPosition(text: string): FeedPosition | undefined {
  const [version, asOfText, countText, rankText, lastId, ...rest] = text.split('.');
  const asOf = numberOf(asOfText, LATEST);
  const count = numberOf(countText, COUNT_MAX);
  if (version !== VERSION || asOf === undefined || count === undefined || rest.length > 0) return undefined;
  if (rankText === undefined) return { asOf: new Date(asOf), count, after: undefined };
  const rank = numberOf(rankText, LATEST);
  if (rank === undefined || lastId === undefined || !mediaId.safeParse(lastId).success) return undefined;
  return { asOf: new Date(asOf), count, after: { rank, mediaId: lastId } };
}

function numberOf(text: string | undefined, most: number): number | undefined {
  if (text === undefined || !/^[0-9a-z]{1,10}$/.test(text)) return undefined;
  const number = Number.parseInt(text, 36);
  return number <= most ? number : undefined;
}
