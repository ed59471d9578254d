import { startAdda } from '../contenders/adda.ts';
import type { Database } from '../../../server/src/platform/database/index.ts';
import type { DatasetRoom } from '../dataset/dataset.types.ts';
import type { Verdict } from '../fan-out/judge.ts';
import { fillRoom } from '../history/fill-room.ts';
import type { ProbeRun } from '../history/history.types.ts';
import { judgeHistory } from '../history/judge-history.ts';
import { createTimedGet, type TimedGet } from '../history/timed-get.ts';
import { interleave, type Round } from '../measure/interleave.ts';
import type { BenchOptions } from '../options.ts';
import { fillPeople } from '../people/fill-people.ts';
import { fillWords } from './fill-words.ts';

/** Messages of the small room. */
const SMALL_ROOM = 10_000;
/** The embedded engine is measured with at most this many messages of the large room, and users. */
const EMBEDDED_MAX = { messages: 200_000, people: 50_000 };
/** Maximum slowdown of a search: in the large room, and of a user with 500 conversations over a page of history (SR-04). */
const GOALS = { room: 2, person: 5 };
const PAGE = 20;
const WARM_UP_SECONDS = 1;

type Sizes = { readonly messages: number; readonly people: number };

/** A filled server: a member of both rooms, and the user with 500 conversations, who is in neither. */
type SearchServer = {
  readonly port: number;
  readonly member: string;
  readonly reader: string;
  /** A peer of the reader. */
  readonly peer: string;
  readonly rooms: readonly [small: string, large: string];
  readonly dispose: () => Promise<void>;
};

/** A request that is compared with another one of the same user. */
type SearchProbe = {
  readonly what: string;
  readonly goal: number;
  readonly by: 'member' | 'reader';
  /** The path of the compared request. */
  readonly small: string;
  readonly large: string;
  /** Expected results of the search. */
  readonly results: number;
};

const inMessages = (query: Record<string, string>): string =>
  `/search/messages?${new URLSearchParams(query).toString()}`;

/** The searches of both users. Message n of a room has the text 'line n', every fifth alone. */
function probesOf({ rooms: [small, large], peer }: SearchServer): SearchProbe[] {
  const inRooms = (what: string, q: string, results: number): SearchProbe => ({
    what: `room: ${what}`,
    goal: GOALS.room,
    by: 'member',
    small: inMessages({ q, group_id: small }),
    large: inMessages({ q, group_id: large }),
    results,
  });
  const ofAll = (what: string, q: string, results: number): SearchProbe => ({
    what: `500 conversations: ${what}`,
    goal: GOALS.person,
    by: 'reader',
    small: `/chat/messages?${new URLSearchParams({ recipient: peer, limit: '50' }).toString()}`,
    large: inMessages({ q }),
    results,
  });
  return [
    inRooms('a word of every message', 'line', PAGE),
    inRooms('the beginning of a word of every message', 'l', PAGE),
    inRooms('a rare old word', 'line "1234"', 1),
    inRooms('a phrase', '"line 1234" and', 1),
    inRooms('a word that nobody said', 'nobodysaidthis', 0),
    ofAll('a word of every message', 'line', PAGE),
    ofAll('a word of each conversation', 'line 7', PAGE),
    ofAll('a word that nobody said', 'nobodysaidthis', 0),
  ];
}

/** Measures the searches of a user with 500 conversations and in a large room (SR-04). */
export async function runSearch(
  options: BenchOptions,
): Promise<{ readonly runs: readonly ProbeRun[]; readonly verdicts: readonly Verdict[] }> {
  const { databaseUrl, messages, people } = options;
  const runs: ProbeRun[] = [];
  for (const serverUrl of databaseUrl === undefined ? [undefined] : [undefined, databaseUrl]) {
    const sizes =
      serverUrl === undefined
        ? {
            messages: Math.min(messages, EMBEDDED_MAX.messages),
            people: Math.min(people, EMBEDDED_MAX.people),
          }
        : { messages, people };
    const server = await openSearchServer(sizes, serverUrl);
    try {
      runs.push(
        ...(await measureServer(server, sizes, serverUrl === undefined ? 'embedded' : 'postgres', options)),
      );
    } finally {
      await server.dispose();
    }
  }
  return { runs, verdicts: judgeHistory(runs) };
}

async function measureServer(
  server: SearchServer,
  { messages, people }: Sizes,
  contender: 'embedded' | 'postgres',
  options: BenchOptions,
): Promise<ProbeRun[]> {
  const chosen = probesOf(server).filter(({ what }) => what.includes(options.only));
  const clients = {
    member: createTimedGet(server.port, server.member),
    reader: createTimedGet(server.port, server.reader),
  };
  const rounds = new Map<string, Round[]>();
  // The first round warms up the program and the caches and is not counted.
  for (let round = 0; round <= options.rounds; round += 1)
    for (const probe of chosen) {
      const seconds = round === 0 ? Math.min(WARM_UP_SECONDS, options.seconds) : options.seconds;
      const measured = await measureProbe(probe, clients[probe.by], seconds);
      if (round > 0) rounds.set(probe.what, [...(rounds.get(probe.what) ?? []), measured]);
    }
  for (const { close } of Object.values(clients)) close();
  return chosen.map(({ what, goal, by }) => ({
    contender,
    probe: what,
    goal,
    sizes:
      by === 'member' ? `${SMALL_ROOM} and ${messages} messages` : `history and search, ${people} people`,
    rounds: rounds.get(what) ?? [],
  }));
}

const parse: (text: string) => { readonly results?: readonly unknown[] } = JSON.parse;

function measureProbe(
  { what, small, large, results }: SearchProbe,
  { get }: TimedGet,
  seconds: number,
): Promise<Round> {
  const ask = async (path: string, isSearch: boolean): Promise<number> => {
    const { ms, status, body } = await get(path);
    const count = isSearch ? parse(body).results?.length : results;
    if (status !== 200 || count !== results)
      throw new Error(`${what}: status ${status}, ${count} results (${path})`);
    return ms;
  };
  return interleave(
    () => ask(small, small.startsWith('/search')),
    () => ask(large, true),
    seconds,
  );
}

/** Starts the real program on a database with both rooms and the users. */
async function openSearchServer(
  { messages, people }: Sizes,
  serverUrl: string | undefined,
): Promise<SearchServer> {
  let peer = '';
  const adda = await startAdda({
    scenarios: [
      { rooms: 1, membersPerRoom: 100 },
      { rooms: 1, membersPerRoom: 200 },
    ],
    withInspector: false,
    serverUrl,
    addContent: async (database, scenarios) => {
      peer = await fillServer(database, scenarios, { messages, people });
    },
  });
  const [smallRoom, largeRoom] = adda.scenarios.map((rooms) => rooms[0]);
  const [reader, , member] = smallRoom?.members ?? [];
  if (!smallRoom || !largeRoom || !reader || !member) throw new Error('the rooms were not made');
  return {
    port: adda.port,
    member: member.token,
    reader: reader.token,
    peer,
    rooms: [smallRoom.groupId, largeRoom.groupId],
    dispose: adda.dispose,
  };
}

/** `fillPeople` gives 500 conversations to the user with the lowest id, who leaves the rooms here; returns a peer. */
async function fillServer(
  database: Database,
  scenarios: readonly (readonly DatasetRoom[])[],
  { messages, people }: Sizes,
): Promise<string> {
  for (const [index, count] of [SMALL_ROOM, messages].entries()) {
    const room = scenarios[index]?.[0];
    await fillRoom(database, room?.groupId ?? '', { messages: count, members: room?.members.length ?? 0 });
  }
  await database.pool.query(`DELETE FROM conversation_members WHERE user_id = (SELECT min(id) FROM users)`);
  await fillPeople(database, people, { isQuiet: true });
  await fillWords(database);
  // Simulates a database in use: with statistics and a warm cache.
  await database.pool.query('VACUUM ANALYZE');
  const { rows } = await database.pool.query<{ username: string }>(`
    SELECT peer.username FROM direct_conversations pair JOIN users peer ON peer.id = pair.high_id
    WHERE pair.low_id = (SELECT min(id) FROM users) ORDER BY pair.conversation_id LIMIT 1`);
  return rows[0]?.username ?? '';
}
