import { ACTIVITY_EVENT_INTERVAL_MS } from '@adda/contract/activity';
import { setTimeout as delay } from 'node:timers/promises';
import pg from 'pg';
import { startAdda } from '../contenders/adda.ts';
import type { Contender } from '../contenders/contender.types.ts';
import type { User } from '../dataset/dataset.types.ts';
import type { Verdict } from '../fan-out/judge.ts';
import { openRawClient } from '../fan-out/raw-client.ts';
import { createPost, type Post } from '../measure/post-json.ts';

/** Name of this part of the activity, for `--only`. */
export const LIKES = 'likes of one post';

const LIKERS = 10_000;
/** All likes are within a minute, with a reserve for a busy machine. */
const BURST_SECONDS = 50;
const AT_ONCE = 30;
const IDLE_SECONDS = 15;
/** Time between two comments for another person. */
const COMMENT_MS = 250;
const LAST_EVENTS_MS = 2000;

/** Everybody is told within a second of the commit (NT-02); an item at most once in its interval. */
const GOALS = { lateMs: 1000, eventsPerSecond: 1000 / ACTIVITY_EVENT_INTERVAL_MS + 0.1 };

const POST = { liked: 'a'.repeat(24), commented: 'b'.repeat(24) };

type People = {
  readonly author: User;
  readonly other: User;
  readonly commenter: User;
  readonly likers: readonly User[];
};

type Delays = { readonly p50: number; readonly p95: number; readonly p99: number };

/** How comments of one person went: their requests, and how long after these the other person was told. */
type Comments = { readonly requests: Delays; readonly events: Delays; readonly missing: number };

const INSERT_POSTS = `
  INSERT INTO posts (media_id, author_id, caption, visibility, is_locked)
  SELECT given.media_id, users.id, 'Lights at dusk', 'public', false
  FROM unnest($1::text[], $2::text[]) AS given (media_id, username) JOIN users USING (username)`;

/** Connects a main screen; `onEvent` receives the payload of each event of the activity. */
const openShell = (port: number, { username, token }: User, onEvent: (payload: string) => void) =>
  openRawClient({
    port,
    pathAndQuery: `/socket.io/?${new URLSearchParams({ EIO: '4', transport: 'websocket', token, self: username }).toString()}`,
    onPacket: (bytes, start, end) => {
      const packet = bytes.toString('utf8', start, end);
      if (packet.startsWith('2["activity"')) onEvent(packet);
    },
    onLost: () => undefined,
  });

/** Comments for another person one after the other, until `until` resolves; returns how late that person was told. */
async function timeComments(
  { post, commenter, told }: { post: Post; commenter: User; told: ReadonlyMap<string, number> },
  name: string,
  until: Promise<unknown>,
): Promise<Comments> {
  const requests: number[] = [];
  const answeredAt = new Map<string, number>();
  const state = { isOver: false };
  const over = until.then(() => (state.isOver = true));
  for (let n = 0; !state.isOver; n += 1) {
    const words = `${name} ${n}.`;
    const sentAt = performance.now();
    await post('/media/comment', commenter, { media_id: POST.commented, comment: words });
    answeredAt.set(words, performance.now());
    requests.push(performance.now() - sentAt);
    await Promise.race([delay(COMMENT_MS), over]);
  }
  await delay(LAST_EVENTS_MS);
  // The event may come before the response.
  const events = [...answeredAt].flatMap(([words, at]) => {
    const toldAt = told.get(words);
    return toldAt === undefined ? [] : [Math.max(0, toldAt - at)];
  });
  return { requests: delaysOf(requests), events: delaysOf(events), missing: answeredAt.size - events.length };
}

function delaysOf(milliseconds: readonly number[]): Delays {
  const sorted = milliseconds.toSorted((one, two) => one - two);
  const at = (share: number) => sorted[Math.floor(sorted.length * share)] ?? Number.NaN;
  return { p50: at(0.5), p95: at(0.95), p99: at(0.99) };
}

/** Lets everybody like the post, evenly over the seconds of the burst. */
async function likeAll(post: Post, likers: readonly User[]): Promise<number> {
  const begun = performance.now();
  const next = likers.entries();
  const work = async () => {
    for (const [place, liker] of next) {
      const dueAt = begun + (place / likers.length) * BURST_SECONDS * 1000;
      await delay(Math.max(0, dueAt - performance.now()));
      await post('/media/like', liker, { media_id: POST.liked });
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, work));
  return (performance.now() - begun) / 1000;
}

async function measureLikes(contender: Contender, { author, other, commenter, likers }: People) {
  const [liking, commenting] = [createPost(contender.port, AT_ONCE), createPost(contender.port, 2)];
  const told = new Map<string, number>();
  let events = 0;
  let newest = '';
  const shells = [
    await openShell(contender.port, author, (packet) => {
      events += 1;
      newest = packet;
    }),
    await openShell(contender.port, other, (packet) => {
      const [, { item }]: [string, { item?: { excerpt: string } }] = JSON.parse(packet.slice(1));
      if (item) told.set(item.excerpt, performance.now());
    }),
  ];
  const teller = { post: commenting.post, commenter, told };
  await timeComments(teller, 'warm', delay(2000));
  const idle = await timeComments(teller, 'idle', delay(IDLE_SECONDS * 1000));
  const burst = likeAll(liking.post, likers);
  const during = await timeComments(teller, 'burst', burst);
  const seconds = await burst;
  for (const shell of shells) shell.close();
  liking.close();
  commenting.close();
  return { idle, during, seconds, events, newest };
}

/** Returns the rows of the likes, and the number that the last event told. */
async function readStored(databaseUrl: string | undefined) {
  const client = new pg.Client({ connectionString: databaseUrl });
  await client.connect();
  try {
    const { rows } = await client.query<{ rows: number; likes: number }>(
      `SELECT (SELECT count(*)::integer FROM activity_items WHERE kind = 'like') AS rows,
         (SELECT like_count FROM posts WHERE media_id = $1) AS likes`,
      [POST.liked],
    );
    return rows[0] ?? { rows: Number.NaN, likes: Number.NaN };
  } finally {
    await client.end();
  }
}

/** Measures 10,000 likes of one post within a minute: rows, the number that its author sees, and how late others are told. */
export async function runLikes(serverUrl: string) {
  const contender = await startAdda({
    scenarios: [{ rooms: 1, membersPerRoom: LIKERS + 3 }],
    withInspector: false,
    serverUrl,
    addContent: async (database, [rooms]) => {
      const names = rooms?.[0]?.members.slice(0, 2).map(({ username }) => username);
      await database.pool.query(INSERT_POSTS, [[POST.liked, POST.commented], names]);
    },
  });
  try {
    const [author, other, commenter, ...likers] = contender.scenarios[0]?.[0]?.members ?? [];
    if (!author || !other || !commenter) throw new Error('this dataset has no people');
    const measured = await measureLikes(contender, { author, other, commenter, likers });
    const stored = await readStored(contender.databaseUrl);
    return { ...measured, stored, verdicts: verdictsOf(contender.name, measured, stored) };
  } finally {
    await contender.dispose();
  }
}

function verdictsOf(
  contender: string,
  { idle, during, seconds, events, newest }: Awaited<ReturnType<typeof measureLikes>>,
  stored: { readonly rows: number; readonly likes: number },
): Verdict[] {
  const shares = ['p50', 'p95', 'p99'] as const;
  const shown = Number(/"actor_count":(\d+)/.exec(newest)?.[1]);
  const figure = (what: string, value: number, goal: number, unit: string): Verdict => ({
    what: `${LIKES}: ${what}`,
    contender,
    value,
    goal,
    unit,
    isReached: value <= goal,
  });
  const exact = (what: string, value: number, goal: number): Verdict => ({
    ...figure(what, value, goal, ''),
    isZeroMeant: true,
    isReached: value === goal,
  });
  return [
    figure('10,000 likes', seconds, 60, 's'),
    exact('rows of the activity', stored.rows, 1),
    exact('likes that the last event did not count', stored.likes - shown, 0),
    figure('events to the author', events / seconds, GOALS.eventsPerSecond, '/s'),
    exact('events for another person that did not come', during.missing, 0),
    ...shares.map((share) =>
      figure(`${share} until another person is told, idle`, idle.events[share], 0, 'ms'),
    ),
    ...shares.map((share) =>
      figure(
        `${share} until another person is told, meanwhile`,
        during.events[share],
        share === 'p99' ? GOALS.lateMs : 0,
        'ms',
      ),
    ),
    figure('p99 of a comment, idle', idle.requests.p99, 0, 'ms'),
    figure('p99 of a comment, meanwhile', during.requests.p99, 0, 'ms'),
  ];
}
