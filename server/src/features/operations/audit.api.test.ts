import { expect, it } from 'vitest';
import { sql } from 'kysely';
import { runCommand } from '../../platform/admin-socket/index.ts';
import { writeAudit } from '../../platform/audit/index.ts';
import { startRooms, type Person } from '../rooms/rooms.fixture.ts';
import { createAuditCommands } from './index.ts';

type Query = { actor?: string; action?: string; target?: string; before?: number; limit?: number };

async function startAudit() {
  const fixture = await startRooms();
  const { client, database } = fixture;
  const boss = await fixture.admin();
  const idOf = async ({ username }: Person) => {
    const { rows } = await sql<{ id: number }>`SELECT id FROM users WHERE username = ${username}`.execute(
      database.db,
    );
    return rows[0]?.id ?? 0;
  };
  return {
    ...fixture,
    boss,
    idOf,
    read: (query: Query, by: Person = boss) => client('GET /admin/audit', { query }, by),
    /** Returns the audit entries of an actor, oldest first. */
    auditEntriesOf: async ({ username }: Person) =>
      (await client('GET /admin/audit', { query: { actor: username } }, boss)).data.entries
        .map(({ action, target, details }) => ({ action, target, details }))
        .toReversed(),
    note: async (actor: Person | undefined, action: string, target: string) => {
      const actorId = actor ? await idOf(actor) : null;
      await database.transaction((tx) => writeAudit(tx, { actorId, action, target, details: { action } }));
    },
    check: (by: Person = boss) => client('POST /admin/audit/check', {}, by),
    command: (...args: string[]) => runCommand(createAuditCommands(database), { name: 'audit', args }),
  };
}

it('SV-105: lists entries newest first, filtered by actor, action and target, with pagination', async () => {
  const { admin, note, read } = await startAudit();
  const ann = await admin();
  for (const n of [1, 2, 3, 4, 5]) await note(ann, n % 2 ? 'odd_deed' : 'even_deed', `thing:${n}`);
  await note(undefined, 'odd_deed', 'thing:1');

  const first = (await read({ actor: ann.username, limit: 2 })).data;
  expect(first.entries.map(({ target }) => target)).toEqual(['thing:5', 'thing:4']);
  expect(first.entries[0]).toMatchObject({
    actor: ann.username,
    action: 'odd_deed',
    details: { action: 'odd_deed' },
    hash: expect.stringMatching(/^[0-9a-f]{64}$/),
  });
  const second = (await read({ actor: ann.username, limit: 2, before: first.next_before ?? 0 })).data;
  expect(second.entries.map(({ target }) => target)).toEqual(['thing:3', 'thing:2']);
  const third = (await read({ actor: ann.username, limit: 2, before: second.next_before ?? 0 })).data;
  expect([third.entries.map(({ target }) => target), third.next_before]).toEqual([['thing:1'], null]);

  const of = async (query: Query) =>
    (await read(query)).data.entries.map(({ actor, target }) => `${actor} ${target}`);
  expect(await of({ action: 'even_deed' })).toEqual([`${ann.username} thing:4`, `${ann.username} thing:2`]);
  expect(await of({ target: 'thing:1' })).toEqual(['command thing:1', `${ann.username} thing:1`]);
  expect(await of({ actor: 'command', target: 'thing:1' })).toEqual(['command thing:1']);
  expect(await of({ actor: 'nobody.of.this.name' })).toEqual([]);
  const { actions } = first;
  expect(actions).toEqual(expect.arrayContaining(['even_deed', 'odd_deed']));
  expect(actions).toEqual([...new Set(actions)].toSorted());
});

it('SV-105: records moderator actions in rooms with actor, room and target', async () => {
  const { person, open, join, kick, ban, unban, grant, revoke, deleteGroup, auditEntriesOf } =
    await startAudit();
  const [creator, ann] = [await person(), await person()];
  const name = `Room of ${creator.username}`;
  const id = await open(creator, name);
  await join(ann, id);
  await grant(creator, id, ann, ['can_kick', 'can_ban']);
  await revoke(creator, id, ann, ['can_ban']);
  await kick(creator, id, ann);
  await ban(creator, id, ann);
  expect((await ban(creator, id, ann)).error.code).toBe('already_banned');
  await unban(creator, id, ann);
  await deleteGroup(creator, id);
  const target = `user:${ann.username}`;
  const details = { room: name, room_id: id };
  expect(await auditEntriesOf(creator)).toEqual([
    { action: 'room_grant', target, details: { ...details, permissions: 'can_kick, can_ban' } },
    { action: 'room_revoke', target, details: { ...details, permissions: 'can_ban' } },
    { action: 'room_kick', target, details },
    { action: 'room_ban', target, details },
    { action: 'room_unban', target, details },
    { action: 'room_delete', target: `room:${id}`, details: { ...details, creator: creator.username } },
  ]);
  expect(await auditEntriesOf(ann)).toEqual([]);
});

it('SV-105: records the deletion of messages of others, but not of own messages', async () => {
  const { client, roomOf, connect, auditEntriesOf } = await startAudit();
  const { creator, groupId, others } = await roomOf(1);
  const member = others[0] ?? creator;
  const [mine, theirs] = [await connect(creator, groupId), await connect(member, groupId)];
  await mine.send('one');
  await theirs.send('two');
  await theirs.send('three');
  const ids = theirs.messages.map(({ _id }) => _id);
  const [one = '', two = '', three = ''] = ids;
  const remove = (by: Person, messageIds: string[]) =>
    client('POST /groupchat/delete_messages', { body: { message_ids: messageIds } }, by);
  expect((await remove(member, [three])).status).toBe(200);
  expect((await remove(creator, [one, two])).status).toBe(200);
  // Already deleted, so nothing is recorded.
  expect((await remove(creator, [two])).status).toBe(200);
  const all = client('POST /groupchat/delete_messages', { body: { group_id: groupId } }, creator);
  expect((await all).status).toBe(200);
  expect(await auditEntriesOf(member)).toEqual([]);
  const target = `room:${groupId}`;
  const details = { room: expect.any(String), room_id: groupId };
  expect(await auditEntriesOf(creator)).toEqual([
    {
      action: 'room_delete_messages',
      target,
      details: { ...details, messages: 1, senders: member.username, message_ids: two },
    },
    { action: 'room_delete_all', target, details: { ...details, messages: expect.any(Number) } },
  ]);
});

it('AU-38, Q-36: a global admin who reads a room without membership is recorded once an hour; a member is not', async () => {
  const { roomOf, admin, history, auditEntriesOf } = await startAudit();
  const { creator, groupId } = await roomOf(0);
  const reader = await admin();
  for (let poll = 0; poll < 3; poll += 1) expect((await history(reader, groupId)).status).toBe(200);
  await history(creator, groupId);
  const details = { room: expect.any(String), room_id: groupId };
  expect(await auditEntriesOf(reader)).toEqual([{ action: 'room_read', target: `room:${groupId}`, details }]);
  expect(await auditEntriesOf(creator)).toEqual([]);
});

it('SV-105: the console and the command verify the chain and a given head', async () => {
  const { boss, note, check, command } = await startAudit();
  await note(boss, 'deed', 'thing:checked');
  const { data } = await check();
  expect(data).toEqual({
    ok: true,
    entries: expect.any(Number),
    head: expect.stringMatching(/^[0-9a-f]{64}$/),
    problem: null,
  });
  expect(await command('check')).toBe(
    `The audit is complete and unchanged.\nentries: ${data.entries}\nhead: ${data.head}`,
  );
  await note(boss, 'deed', 'thing:later');
  expect(await command('check', data.head ?? '')).toContain(`entries: ${data.entries + 1}`);
  await expect(command('check', '0'.repeat(64))).rejects.toThrow(
    /^WRONG: The head that you know is not in the chain: entries were removed\.\nentries: /,
  );
  await expect(command('check', 'nonsense')).rejects.toThrow('nonsense is no head of a chain.');
  for (const args of [[], ['look'], ['check', '0'.repeat(64), 'more']])
    await expect(command(...args)).rejects.toThrow('Usage: npm run admin -- audit check [HEAD]');
});

it('R-13: only global admins can read or check the audit', async () => {
  const { person, guest, read, check } = await startAudit();
  for (const by of [await person(), await guest()]) {
    expect((await read({}, by)).error.code).toBe('admin_only');
    expect((await check(by)).error.code).toBe('admin_only');
  }
});
