import type { InboxItem } from '@adda/contract/inbox';
import fc from 'fast-check';
import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it, onTestFinished, vi } from 'vitest';
import { startApp } from '../../app.ts';
import { readConfig } from '../../config.ts';
import { silentLogger } from '../../test/database-template.fixture.ts';
import { volume } from '../../test/volume.fixture.ts';
import { connectChat, connectShellTo, type Person } from '../direct/direct.fixture.ts';
import { connectTo, JWT_SECRET } from '../rooms/rooms.fixture.ts';
import { keyOf, startInbox } from './inbox.fixture.ts';

/** Random histories in one run; the given number at a time. */
const RUNS = Number(process.env['INBOX_MODEL_RUNS'] ?? volume(12, 60));
const AT_ONCE = 24;

const who = fc.constantFrom(0, 1, 2);
const room = fc.constantFrom(0, 1);
const pick = fc.nat(20);
const act = <const K extends string>(kind: K) =>
  fc.record({ kind: fc.constant(kind), by: who, whom: who, room, pick });

const command = fc.oneof(
  { weight: 8, arbitrary: act('say') },
  { weight: 3, arbitrary: act('mention') },
  { weight: 3, arbitrary: act('whisper') },
  { weight: 8, arbitrary: act('write') },
  { weight: 6, arbitrary: act('read') },
  { weight: 4, arbitrary: act('read chat') },
  { weight: 1, arbitrary: act('read all') },
  { weight: 4, arbitrary: act('delete') },
  { weight: 2, arbitrary: act('delete in chat') },
  { weight: 3, arbitrary: act('tab') },
  { weight: 3, arbitrary: act('close tabs') },
  { weight: 3, arbitrary: act('reconnect') },
  { weight: 2, arbitrary: act('block') },
  { weight: 3, arbitrary: act('leave') },
  { weight: 3, arbitrary: act('join') },
  { weight: 2, arbitrary: act('mute') },
  { weight: 2, arbitrary: act('draft') },
);
type Command = typeof command extends fc.Arbitrary<infer C> ? C : never;

const history = fc.array(command, { minLength: 5, maxLength: 30 });

/** Starts a second node on the same database and Redis; the same node without Redis. */
async function startNodes() {
  const here = await startInbox();
  const redisUrl = process.env['TEST_REDIS_URL'] || undefined;
  if (!redisUrl) return { ...here, urls: [here.url, here.url] };
  const dataDir = mkdtempSync(join(tmpdir(), 'adda-second-'));
  const env = { PORT: '0', DATA_DIR: dataDir, RATE_LIMITS: 'off', REDIS_URL: redisUrl, JWT_SECRET };
  const there = await startApp({ config: readConfig(env), logger: silentLogger, database: here.database });
  onTestFinished(() => there.stop());
  return { ...here, urls: [here.url, there.url] };
}

type Nodes = Awaited<ReturnType<typeof startNodes>>;

/** Creates three users who know each other, two rooms of the first, and a main screen of each. */
async function startModel(nodes: Nodes) {
  const {
    client,
    urls,
    person,
    makeKnown,
    open,
    join: joinRoom,
    block,
    unblock,
    read,
    inbox,
    readUpTo,
  } = nodes;
  const people: Person[] = [];
  for (let n = 0; n < 3; n += 1) people.push(await person());
  await makeKnown(...people);
  const [ann] = people;
  if (!ann) throw new Error('no user');
  const personOf = (by: number): Person => people[by] ?? ann;
  const rooms = [await open(ann), await open(ann)];
  for (const someone of people.slice(1)) for (const groupId of rooms) await joinRoom(someone, groupId);
  const urlOf = (place: number) => urls[place % urls.length] ?? nodes.url;
  const screens = people.map((): { close: () => void; held: Map<string, InboxItem> } => ({
    close: () => {},
    held: new Map(),
  }));
  const tabs: { close: () => void }[] = [];
  const blocks: (readonly [Person, Person])[] = [];
  let words = 0;

  /** Connects the main screen of a user, which loads the list and follows what changes in it. */
  async function connect(by: number, place: number): Promise<void> {
    const [someone, screen] = [people[by], screens[by]];
    if (!someone || !screen) throw new Error('no user');
    screen.close();
    const shell = await connectShellTo(urlOf(place), someone);
    const held = new Map<string, InboxItem>();
    for (const item of await inbox(someone)) held.set(keyOf(item), item);
    // What arrived while the list was loaded, too.
    let applied = 0;
    const apply = () => {
      for (const changed of shell.all('inbox_changed').slice(applied)) {
        applied += 1;
        if ('item' in changed) held.set(keyOf(changed.item), changed.item);
        else for (const name of Object.values(changed.removed)) held.delete(name);
      }
    };
    shell.socket.onAny(apply);
    apply();
    screens[by] = { held, close: () => void shell.socket.disconnect() };
  }
  for (const by of people.keys()) await connect(by, by);

  async function sayIn(url: string, someone: Person, groupId: string, text: string): Promise<void> {
    const connection = await connectTo(url, someone, groupId).catch(() => undefined);
    await connection?.send(text);
    connection?.socket.disconnect();
  }

  /** Whether a user is in a room; a room that everybody has left is gone (GR-05). */
  async function isIn(someone: Person, groupId: string): Promise<boolean> {
    const room = await client('GET /groupchat/groups/:id', { params: { id: groupId } }, someone);
    return room.status === 200 && room.data.is_member;
  }

  async function run({ kind, by, whom, room: which, pick: place }: Command): Promise<void> {
    const [me, other, groupId] = [personOf(by), personOf(whom), rooms[which] ?? ''];
    const [text, recipient] = [`text ${(words += 1)}`, other.username];
    const isOther = me !== other;
    if (kind === 'reconnect') return connect(by, place);
    if (kind === 'close tabs') return tabs.splice(0).forEach(({ close }) => close());
    if (kind === 'say' || kind === 'mention' || kind === 'whisper') {
      if (!(await isIn(me, groupId))) return;
      const words = { say: text, mention: `${text} @${recipient}`, whisper: `@${recipient} ${text}` };
      return sayIn(urlOf(place), me, groupId, words[kind]);
    }
    if (kind === 'tab') {
      if (place % 2 === 0 && isOther) tabs.push(tabOf((await connectChat(urlOf(place), me, other)).socket));
      else if (await isIn(me, groupId)) tabs.push(tabOf((await connectTo(urlOf(place), me, groupId)).socket));
    } else if (kind === 'write') {
      if (!isOther) return;
      const chat = await connectShellTo(urlOf(place), me);
      await chat.send(text, { recipient });
      chat.socket.disconnect();
    } else if (kind === 'read') await readUpTo(me, { group_id: groupId }, place);
    else if (kind === 'read chat') await readUpTo(me, { recipient }, place);
    else if (kind === 'read all') await client('POST /chat/mark_read', { body: {} }, me);
    else if (kind === 'delete') {
      if (!(await isIn(me, groupId))) return;
      const { messages } = (await nodes.history(me, groupId)).data;
      const id = messages.filter(({ sender }) => sender === me.username).at(-1 - (place % 3))?._id;
      if (id !== undefined)
        await client('POST /groupchat/delete_messages', { body: { message_ids: [id] } }, me);
    } else if (kind === 'delete in chat') {
      const history = isOther ? await read(me, other) : undefined;
      const id = history?.status === 200 ? history.data.messages.at(-1 - (place % 3))?._id : undefined;
      if (id !== undefined) await nodes.deleteMessages(me, other, [id]);
    } else if (kind === 'block') {
      if (!isOther) return;
      if (blocks.length > 0 && place % 2 === 0) await endBlocks();
      else blocks.push([me, other]);
      if (blocks.length > 0) await block(me, other);
    } else if (kind === 'leave') await nodes.leave(me, groupId);
    else if (kind === 'join') await joinRoom(me, groupId);
    else if (kind === 'mute')
      await client('POST /conversations/mute', { body: { group_id: groupId, muted: place % 2 === 0 } }, me);
    else await client('PUT /drafts', { body: { recipient, text: place % 3 === 0 ? '' : text } }, me);
  }

  async function endBlocks(): Promise<void> {
    for (const [one, other] of blocks.splice(0)) await unblock(one, other);
  }

  /** Returns what a user has not read in a room, counted in what its history shows. */
  async function countedIn(someone: Person, groupId: string): Promise<number> {
    const { data } = await readUpTo(someone, { group_id: groupId }, 0);
    const { messages } = (await nodes.history(someone, groupId, { limit: 100 })).data;
    return messages.filter(
      (message) =>
        message.sequence > data.up_to &&
        !message.is_deleted &&
        !message.is_admin &&
        message.sender !== someone.username,
    ).length;
  }

  /** A row without what other events tell: presence, and the ticks of the latest message (FT-03). */
  const rowOf = (item: InboxItem) => [
    keyOf(item),
    {
      ...item,
      is_online: null,
      latest_message: item.latest_message && {
        ...item.latest_message,
        is_read: 0,
        delivered_at: 0,
        read_at: 0,
      },
    },
  ];
  const rowsOf = (items: Iterable<InboxItem>) => Array.from(items, rowOf).toSorted();

  /** Compares what each main screen holds with the list, and its numbers with the histories. */
  async function compare(): Promise<void> {
    for (const [by, someone] of people.entries()) {
      const check = async () => {
        const items = await inbox(someone);
        expect(rowsOf(screens[by]?.held.values() ?? [])).toEqual(rowsOf(items));
        return items;
      };
      for (const item of await vi.waitFor(check, { interval: 300, timeout: 20_000 }))
        if (item.kind === 'room') expect(item.unread_count).toBe(await countedIn(someone, item.group_id));
    }
  }

  function close(): void {
    for (const { close: closeOne } of [...screens, ...tabs]) closeOne();
  }
  return { run, compare, close };
}

const tabOf = (socket: { disconnect: () => unknown }) => ({ close: () => void socket.disconnect() });

it(
  `HM-01, HM-02, R-04: after any of ${RUNS} histories on two nodes, main screens hold what the list and the histories say`,
  { timeout: 60_000 + RUNS * 5000 },
  async () => {
    const nodes = await startNodes();
    const histories = fc.sample(history, {
      numRuns: RUNS,
      seed: Number(process.env['INBOX_MODEL_SEED'] ?? Date.now()),
    });
    const runHistory = async (commands: readonly Command[]) => {
      const model = await startModel(nodes);
      for (const each of commands) await model.run(each);
      await model.compare().catch((error: unknown) => {
        throw new Error(JSON.stringify(commands), { cause: error });
      });
      model.close();
    };
    const rest = histories.values();
    const runRest = async () => {
      for (const commands of rest) await runHistory(commands);
    };
    await Promise.all(Array.from({ length: AT_ONCE }, runRest));
  },
);
