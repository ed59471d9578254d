import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { startAdda } from '../contenders/adda.ts';
import type { Contender } from '../contenders/contender.types.ts';
import type { DatasetRoom, User } from '../dataset/dataset.types.ts';
import type { Verdict } from '../fan-out/judge.ts';
import { openRawClient, type RawClient } from '../fan-out/raw-client.ts';
import { openInspector } from '../measure/inspector.ts';
import { median } from '../measure/median.ts';
import { createPost, type Post } from '../measure/post-json.ts';
import { cpuSecondsOf, untilQuiet } from '../measure/processes.ts';
import type { BenchOptions } from '../options.ts';

const MEMBERS = 1000;
/** Members who react, or send a text, at the same moment. */
const ACTIVE = 100;
/** Members who type, and those whose events are timed; all others only receive. */
const [TYPISTS, WATCHERS] = [10, 20];
const BURST_MS = 1000;
/** Each typist sends an event in turn; less than the limit of two a second each. */
const TYPING_MS = 60;
const CONNECTING_AT_ONCE = 50;
/** Waiting time for the last events. */
const LAST_EVENTS_MS = 1000;
const EMOJI = ['👍', '❤️', '😂', '😮', '😢', '🙏'];

const GOALS = { eventsPerSecond: 4, cpuAgainstTexts: 1, typing: 1.5 };

/** What the active members do once a second, all at the same moment. */
type Activity = 'nothing' | 'reactions' | 'texts';

type Figures = {
  /** CPU seconds of the server, with the embedded engine where it has one. */
  readonly cpu: number;
  /** Milliseconds until a watcher received a typing event. */
  readonly typingP99: number;
  /** Events about reactions that a watcher received each second. */
  readonly eventsPerSecond: number;
};

type Round = Readonly<Record<Activity, Figures>>;

type OpenRoom = {
  readonly contender: Contender;
  readonly groupId: string;
  readonly active: readonly { readonly user: User; readonly client: RawClient }[];
  readonly typists: readonly RawClient[];
  /** Times of what the watchers received; emptied at the start of each window. */
  readonly seen: { typing: number[]; reactions: number };
  /** The message that all react to. */
  readonly messageId: string;
  readonly typingSentAt: (number | undefined)[];
  readonly post: Post;
  readonly close: () => void;
};

/** Connects all members, and sends the message that all react to. */
async function openRoom(contender: Contender, { groupId, members }: DatasetRoom): Promise<OpenRoom> {
  const seen: OpenRoom['seen'] = { typing: [], reactions: 0 };
  const typingSentAt: (number | undefined)[] = [];
  const { promise: messageId, resolve: onMessage } = Promise.withResolvers<string>();
  const firstWatcher = ACTIVE + TYPISTS;
  const typistOf = new Map(
    members.slice(ACTIVE, firstWatcher).map(({ username }, place) => [username, place]),
  );
  const watch = (packet: string) => {
    const now = performance.now();
    if (packet.startsWith('2["message_reactions"')) seen.reactions += 1;
    else if (packet.startsWith('2["typing_')) {
      const [, { username }]: [string, { username: string }] = JSON.parse(packet.slice(1));
      const sentAt = typingSentAt[typistOf.get(username) ?? -1];
      if (sentAt !== undefined) seen.typing.push(now - sentAt);
    } else if (packet.startsWith('2["group_message"')) {
      const [, { _id: id }]: [string, { _id: string }] = JSON.parse(packet.slice(1));
      onMessage(id);
    }
  };
  const clients = new Array<RawClient>();
  const joins = members.map(({ username, token }, place) => async () => {
    const query = { EIO: '4', transport: 'websocket', token, group_id: groupId, self: username };
    const isWatcher = place >= firstWatcher && place < firstWatcher + WATCHERS;
    clients[place] = await openRawClient({
      port: contender.port,
      pathAndQuery: `/group-socket.io/?${new URLSearchParams(query).toString()}`,
      onPacket: (bytes, start, end) => {
        if (isWatcher) watch(bytes.toString('utf8', start, end));
      },
      onLost: () => undefined,
    });
  });
  while (joins.length > 0) await Promise.all(joins.splice(0, CONNECTING_AT_ONCE).map((join) => join()));
  clients.at(-1)?.send(textOf(groupId, 'What do you think?'));
  const { post, close } = createPost(contender.port, ACTIVE);
  const active = clients
    .slice(0, ACTIVE)
    .flatMap((client, place) => (members[place] ? [{ client, user: members[place] }] : []));
  return {
    contender,
    groupId,
    active,
    typists: clients.slice(ACTIVE, firstWatcher),
    seen,
    messageId: await messageId,
    typingSentAt,
    post,
    close: () => {
      close();
      clients.forEach((client) => client.close());
    },
  };
}

const textOf = (groupId: string, content: string): string =>
  `2${JSON.stringify(['group_message', { group_id: groupId, content, clientMessageId: randomUUID() }])}`;

/** Lets all active members do the same at the same moment. */
async function act(room: OpenRoom, activity: Activity, turn: number): Promise<void> {
  const { active, groupId, post } = room;
  if (activity === 'texts')
    for (const { client } of active) client.send(textOf(groupId, `What I think, part ${turn}`));
  if (activity === 'reactions')
    await Promise.all(
      active.map(({ user }, place) =>
        post(`/messages/${room.messageId}/reactions`, user, {
          emoji: EMOJI[place % EMOJI.length],
          on: turn % 2 === 0,
        }),
      ),
    );
}

/** Measures some seconds in which the typists type and the active members do one thing. */
async function measure(room: OpenRoom, activity: Activity, seconds: number): Promise<Figures> {
  const { contender, seen, typists, typingSentAt, groupId } = room;
  await untilQuiet(contender.pid);
  [seen.typing, seen.reactions] = [[], 0];
  const [cpuBefore, begun] = [cpuSecondsOf(contender.pid), performance.now()];
  let turn = 0;
  const typing = setInterval(() => {
    const place = turn % typists.length;
    const event = Math.floor(turn / typists.length) % 2 === 0 ? 'typing_start' : 'typing_stop';
    typingSentAt[place] = performance.now();
    typists[place]?.send(`2${JSON.stringify([event, { group_id: groupId }])}`);
    turn += 1;
  }, TYPING_MS);
  // An even number of turns leaves the message without reactions.
  const turns = 2 * Math.ceil(seconds / 2);
  for (let n = 0; n < turns; n += 1) {
    const until = begun + (n + 1) * BURST_MS;
    await act(room, activity, n);
    await delay(Math.max(0, until - performance.now()));
  }
  clearInterval(typing);
  await delay(LAST_EVENTS_MS);
  const elapsed = (performance.now() - begun) / 1000;
  const sorted = seen.typing.toSorted((a, b) => a - b);
  return {
    cpu: cpuSecondsOf(contender.pid) - cpuBefore,
    typingP99: sorted[Math.floor(sorted.length * 0.99)] ?? Number.NaN,
    eventsPerSecond: seen.reactions / WATCHERS / elapsed,
  };
}

/** Writes a CPU profile of the server while the active members react. */
async function writeProfile(room: OpenRoom, seconds: number, folder: string): Promise<void> {
  const inspector = await openInspector(room.contender.inspectorPort ?? 0);
  await inspector.startProfile();
  await measure(room, 'reactions', seconds);
  await inspector.writeProfile(join(folder, `reactions-${room.contender.name}.cpuprofile`));
  inspector.close();
}

function verdictsOf(contender: string, rounds: readonly Round[]): Verdict[] {
  const figure = (what: string, goal: number, unit: string, of: (round: Round) => number): Verdict => {
    const value = median(rounds.map((round) => of(round)));
    return { what, contender, value, goal, unit, isReached: value <= goal };
  };
  return [
    figure('events about reactions to each member', GOALS.eventsPerSecond, '/s', ({ reactions }) => {
      return reactions.eventsPerSecond;
    }),
    figure('CPU of 100 reactions against 100 texts', GOALS.cpuAgainstTexts, 'x', ({ reactions, texts }) => {
      return reactions.cpu / texts.cpu;
    }),
    figure('p99 of typing while 100 react, against quiet', GOALS.typing, 'x', ({ reactions, nothing }) => {
      return reactions.typingP99 / nothing.typingP99;
    }),
    figure('p99 of typing while 100 send texts, against quiet', 0, 'x', ({ texts, nothing }) => {
      return texts.typingP99 / nothing.typingP99;
    }),
    figure('p99 of typing without either', 0, 'ms', ({ nothing }) => nothing.typingP99),
  ];
}

/**
 * Measures a room of 1,000 members in which 100 react to one message at the same moment, once a second: the events that
 * each member receives, the CPU compared with 100 texts of the same members, and the delay of typing (RX-03).
 */
export async function runReactions({ rounds, seconds, databaseUrl, profile }: BenchOptions) {
  const runs: Record<string, readonly Round[]> = {};
  const verdicts: Verdict[] = [];
  for (const serverUrl of databaseUrl === undefined ? [undefined] : [undefined, databaseUrl]) {
    const scenarios = [{ rooms: 1, membersPerRoom: MEMBERS }];
    const contender = await startAdda({ scenarios, withInspector: profile !== undefined, serverUrl });
    try {
      const dataset = contender.scenarios[0]?.[0];
      if (!dataset) throw new Error('this dataset has no room');
      const room = await openRoom(contender, dataset);
      const finished: Round[] = [];
      // The first round warms up the program and is not counted.
      for (let round = 0; round <= rounds; round += 1) {
        const measured = {
          nothing: await measure(room, 'nothing', seconds),
          reactions: await measure(room, 'reactions', seconds),
          texts: await measure(room, 'texts', seconds),
        };
        if (round > 0) finished.push(measured);
      }
      if (profile !== undefined) await writeProfile(room, seconds, profile);
      room.close();
      runs[contender.name] = finished;
      verdicts.push(...verdictsOf(contender.name, finished));
    } finally {
      await contender.dispose();
    }
  }
  return { runs, verdicts };
}
