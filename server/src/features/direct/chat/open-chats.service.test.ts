import { sql } from 'kysely';
import { expect, it, onTestFinished } from 'vitest';
import { silentLogger } from '../../../test/database-template.fixture.ts';
import { eventually, startChats } from '../direct.fixture.ts';
import { createOpenChats } from './open-chats.service.ts';

/** Returns a connection whose highest written sequence is `at`. */
function openReader(at = 0) {
  const reader = { at, deliveredTo: () => reader.at };
  return reader;
}

/** Creates two users who wrote to each other without an open chat, and nodes that record open chats. */
async function startNodes() {
  const chats = await startChats();
  const { database } = chats;
  const { ann, bob } = await chats.twoPeople();
  const shell = await chats.connectShell(ann);
  const idOf = async (username: string) => {
    const { rows } = await sql<{ id: number }>`SELECT id FROM users WHERE username = ${username}`.execute(
      database.db,
    );
    return rows[0]?.id ?? 0;
  };
  const [annId, bobId] = [await idOf(ann.username), await idOf(bob.username)];
  const startNode = () => {
    const changed: number[] = [];
    const node = createOpenChats({
      database,
      logger: silentLogger,
      unreadChanged: (chats) => void changed.push(...chats.map(({ userId }) => userId)),
      read: () => undefined,
      renewEveryMs: 20,
    });
    onTestFinished(() => node.close());
    return { ...node, changed };
  };
  const say = (content: string) => shell.say(content, { recipient: bob.username });
  const readByBob = async () => (await chats.read(ann, bob)).data.messages.map((message) => message.is_read);
  const rowsOf = async () =>
    (await sql`SELECT FROM open_chats WHERE user_id = ${bobId}`.execute(database.db)).rows.length;
  return {
    ...chats,
    annId,
    bobId,
    chat: { userId: bobId, peerId: annId },
    startNode,
    say,
    readByBob,
    rowsOf,
  };
}

it('SV-46: messages before and during an open chat are read, later ones are not', async () => {
  const { startNode, say, readByBob, chat, bobId, rowsOf } = await startNodes();
  await say('before');
  const node = startNode();
  const [reader, another] = [openReader(), openReader()];
  node.arrive(chat, reader, 1);
  await node.settled();
  expect(node.changed).toContain(bobId);
  expect(await readByBob()).toEqual([true]);
  await say('meanwhile');
  reader.at = 2;
  node.arrive(chat, another, 2);
  node.leave(chat, another);
  await node.settled();
  expect(await readByBob()).toEqual([true, true]);
  node.leave(chat, reader);
  await node.settled();
  await say('after');
  expect(await readByBob()).toEqual([true, true, false]);
  expect(await rowsOf()).toBe(0);
});

it('SV-46: a message stored while the chat was open, but not written to it before it closed, is unread', async () => {
  const { startNode, say, readByBob, chat } = await startNodes();
  const node = startNode();
  const reader = openReader();
  node.arrive(chat, reader, 0);
  await node.settled();
  await say('written');
  reader.at = 1;
  await say('on its way');
  node.leave(chat, reader);
  await node.settled();
  expect(await readByBob()).toEqual([true, false]);
});

it('SV-46: history requested while the chat is open is read, but not history requested afterwards', async () => {
  const { startNode, say, readByBob, chat } = await startNodes();
  const node = startNode();
  const reader = openReader();
  await say('shown');
  node.arrive(chat, reader, 0);
  node.shown(chat, 1);
  node.leave(chat, reader);
  await say('after');
  node.shown(chat, 2);
  await node.settled();
  expect(await readByBob()).toEqual([true, false]);
});

it('SV-46: a chat that is closed and immediately opened again is open', async () => {
  const { startNode, say, readByBob, chat, rowsOf } = await startNodes();
  const node = startNode();
  const [before, after] = [openReader(), openReader()];
  node.arrive(chat, before, 0);
  await node.settled();
  node.leave(chat, before);
  node.arrive(chat, after, 0);
  await node.settled();
  await say('here');
  expect(await readByBob()).toEqual([true]);
  expect(await rowsOf()).toBe(1);
  node.leave(chat, after);
  node.arrive(chat, before, 0);
  node.leave(chat, before);
  await node.settled();
  expect(await rowsOf()).toBe(0);
});

it('stays open on another node, and a killed node leaves no chat open permanently', async () => {
  const { startNode, say, readByBob, chat, database, bobId, annId, rowsOf } = await startNodes();
  const [here, there] = [startNode(), startNode()];
  const reader = openReader();
  for (const node of [here, there]) node.arrive(chat, reader, 0);
  await here.settled();
  await there.settled();
  here.leave(chat, reader);
  await here.settled();
  await say('still open');
  expect(await readByBob()).toEqual([true]);
  reader.at = 1;
  there.leave(chat, reader);
  await there.settled();
  await sql`INSERT INTO open_chats VALUES (${bobId}, ${annId}, 'killed', now() - interval '1 second')`.execute(
    database.db,
  );
  await say('closed');
  expect(await readByBob()).toEqual([true, false]);
  await eventually(async () => expect(await rowsOf()).toBe(0));
});

it('R-04: renewals advance the read position, so that a kill loses only the last seconds', async () => {
  const { startNode, say, chat, database, bobId } = await startNodes();
  await say('first');
  const node = startNode();
  const reader = openReader();
  node.arrive(chat, reader, 1);
  await say('second');
  reader.at = 2;
  await eventually(async () => {
    const { rows } = await sql<{ read_sequence: number }>`
      SELECT read_sequence FROM conversation_members WHERE user_id = ${bobId}`.execute(database.db);
    expect(rows).toEqual([{ read_sequence: 2 }]);
  });
});

it('SV-46: nothing counts as read during a block between the two', async () => {
  const { startNode, say, chat, database, bobId, annId } = await startNodes();
  await say('unseen');
  await sql`INSERT INTO blocks (blocker_id, blocked_id) VALUES (${bobId}, ${annId})`.execute(database.db);
  const node = startNode();
  const reader = openReader(1);
  node.arrive(chat, reader, 1);
  await node.settled();
  node.leave(chat, reader);
  await node.settled();
  const { rows } = await sql<{ read_sequence: number }>`
    SELECT read_sequence FROM conversation_members WHERE user_id = ${bobId}`.execute(database.db);
  expect(rows).toEqual([{ read_sequence: 0 }]);
});
