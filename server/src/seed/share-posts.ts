import { setTimeout as delay } from 'node:timers/promises';
import type { Database } from '../platform/database/index.ts';
import type { Client } from '../test/client.ts';
import { advertise } from './advertise.ts';
import { expectDone } from './expect-done.ts';
import { countPendingFiles, isPosted, moveBack, moveCommentsBack } from './feed.repository.ts';
import { gatherAudience } from './gather-audience.ts';
import { commentLines, postLines, type PostLine } from './post-lines.ts';
import { sendForm } from './send-form.ts';
import { showThemselves } from './show-themselves.ts';
import type { Person } from './talk.ts';

type Place = { readonly url: string; readonly client: Client; readonly database: Database };

/** Number of users who post, and how many of those sell a plan. */
const AUTHORS = 30;
const SELLERS = 4;
const HOURS_APART = 5;
/** Time limit for processing the files of posts. */
const PATIENCE_MS = 180_000;

/**
 * Creates profiles and fills the feed: plans, follows, subscriptions, posts of the last weeks with photos and videos,
 * some of them locked, likes, comments and two ads. Data of an earlier run stays unchanged.
 */
export async function sharePosts(place: Place, people: readonly Person[], posts: number): Promise<void> {
  const { url, client, database } = place;
  const authors = people.slice(0, AUTHORS);
  await showThemselves({ url, client }, people.slice(0, 2 * AUTHORS));
  await gatherAudience(place, people, authors.slice(0, SELLERS));
  const fresh: string[] = [];
  for (let n = 0; n < posts; n += 1) {
    const author = authorOf(n, authors);
    if (!author || (await isPosted(database.db, author.username, keyOf(n)))) continue;
    const mediaId = await share(place, author, n);
    await moveBack(database.db, mediaId, (posts - n - 1) * HOURS_APART + ((n * 7) % HOURS_APART));
    fresh.push(mediaId);
    await react(client, mediaId, { n, author, people });
  }
  await moveCommentsBack(database.db, fresh);
  const [first] = people;
  if (first) await advertise(place, first);
  await filesWritten(database);
}

/** Returns the key of a post, the same in every run, so that each post is created once. */
const keyOf = (n: number): string => `seed-post-${n}`;

const lineOf = (n: number): PostLine => postLines[n % postLines.length] ?? {};

/** Sellers send the locked posts; the others rotate among all authors. */
function authorOf(n: number, authors: readonly Person[]): Person | undefined {
  const among = lineOf(n).isLocked ? Math.min(SELLERS, authors.length) : authors.length;
  return authors[(n * 7 + Math.floor(n / postLines.length)) % among];
}

/** Sends the n-th post. Returns its id. */
async function share({ url, client }: Place, author: Person, n: number): Promise<string> {
  const { caption = '', hashtags = '', feeling = '', shows, isLocked = false } = lineOf(n);
  const query = { creator: author.username };
  const plan = isLocked && (await client('GET /subscriptions/plans/list', { query }, author)).data[0];
  const { media_id: mediaId } = await sendForm(url, author, {
    path: shows ? '/upload' : '/media/upload',
    photo: shows,
    fields: {
      caption,
      hashtags,
      feeling,
      upload_key: keyOf(n),
      ...(plan ? { is_locked: 'true', plan_id: plan.plan_id } : { visibility: 'public' }),
    },
  });
  if (mediaId === undefined) throw new Error(`“${caption}” was posted without an id.`);
  return mediaId;
}

type Audience = { readonly n: number; readonly author: Person; readonly people: readonly Person[] };

/** Adds likes and fewer comments, only by users who may see the original. */
async function react(client: Client, mediaId: string, { n, author, people }: Audience): Promise<void> {
  const readers = people.slice(0, 60).filter((person) => person !== author);
  for (let like = 0; like < Math.min((n * 5) % 6, readers.length); like += 1) {
    const liker = readers[(n * 11 + like * 3) % readers.length];
    const body = { media_id: mediaId };
    if (liker) expectDone(await client('POST /media/like', { body }, liker), ['media_locked', 'coming_soon']);
  }
  for (let said = 0; said < n % 3 && readers.length > 0; said += 1) {
    const reader = readers[(n * 13 + said * 5) % readers.length];
    const comment = commentLines[(n * 5 + said) % commentLines.length] ?? '';
    const body = { media_id: mediaId, comment };
    if (reader) expectDone(await client('POST /media/comment', { body }, reader), ['media_locked']);
  }
}

/** Resolves once all files of posts are processed. */
async function filesWritten({ db }: Database): Promise<void> {
  const end = Date.now() + PATIENCE_MS;
  while ((await countPendingFiles(db)) > 0) {
    if (Date.now() > end) throw new Error('The files of posts were not written in time.');
    await delay(100);
  }
}
