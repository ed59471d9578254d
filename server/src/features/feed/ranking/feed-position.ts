import { mediaId } from '@adda/contract/feed';
import type { RankKey } from './ranked-posts.repository.ts';

/**
 * Cursor of a viewer's list: the moment that the list is as of, the number of items (posts and ads) so far, and the
 * last post among them, if any. `asOf` is undefined if the list starts now.
 */
export type FeedPosition = {
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
