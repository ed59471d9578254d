import { sql } from 'kysely';
import { expect, it } from 'vitest';
import { PASSWORD } from '../../accounts/accounts.fixture.ts';
import { eventually, linesOf, startPrivacy } from '../../privacy/privacy.fixture.ts';
import { refusalOf, say, startLimits } from './room-limits.fixture.ts';

async function startLog() {
  const [privacy, limits] = [await startPrivacy(), await startLimits()];
  const fixture = { ...privacy, ...limits };
  return { ...fixture, ...(await fixture.roomOfThree()) };
}

it('GR-06: the log has what moderators did, newest first, without the words of messages', async () => {
  const fixture = await startLog();
  const { client, creator, ann, bob, groupId, connect, grant, revoke, timeOut, pin, unpin, unban, log } =
    fixture;
  const [mine, theirs] = [await connect(ann, groupId), await connect(bob, groupId)];
  const ids = [
    await say(theirs, 'secret words'),
    await say(theirs, 'more secret words'),
    await say(mine, 'and mine'),
  ];
  const [one = '', two = '', own = ''] = ids;
  const remove = (by: typeof ann, messageIds: string[]) =>
    client('POST /groupchat/delete_messages', { body: { message_ids: messageIds } }, by);
  await grant(creator, groupId, ann, ['can_kick', 'can_ban']);
  await revoke(creator, groupId, ann, ['can_ban']);
  await pin(ann, groupId, one);
  await unpin(creator, groupId, one);
  await remove(ann, [own]);
  await remove(ann, [one]);
  await remove(creator, [two]);
  await timeOut(ann, groupId, bob, 10, 'Too loud');
  await timeOut(ann, groupId, bob, 0);
  const target = { group_id: groupId, username: bob.username };
  await client('POST /groupchat/groups/kick', { body: { ...target, reason: 'Out' } }, ann);
  await client('POST /groupchat/groups/ban', { body: { ...target, reason: 'For good' } }, creator);
  await unban(creator, groupId, bob);
  await client('POST /groupchat/delete_messages', { body: { group_id: groupId } }, creator);
  const { data } = await log(ann, groupId);
  const none = { username: null, message_id: null, reason: '', details: {} };
  const ofBob = { ...none, username: bob.username };
  expect(data).toEqual({
    entries: [
      { kind: 'deletion', by: creator.username, ...none, details: { messages: expect.any(Number) } },
      { kind: 'unban', by: creator.username, ...ofBob },
      { kind: 'ban', by: creator.username, ...ofBob, reason: 'For good' },
      { kind: 'kick', by: ann.username, ...ofBob, reason: 'Out' },
      { kind: 'timeout', by: ann.username, ...ofBob, details: { minutes: 0 } },
      { kind: 'timeout', by: ann.username, ...ofBob, reason: 'Too loud', details: { minutes: 10 } },
      {
        kind: 'deletion',
        by: creator.username,
        ...ofBob,
        message_id: two,
        details: { messages: 1, message_ids: two },
      },
      {
        kind: 'deletion',
        by: ann.username,
        ...ofBob,
        message_id: one,
        details: { messages: 1, message_ids: one },
      },
      { kind: 'unpin', by: creator.username, ...none, message_id: one },
      { kind: 'pin', by: ann.username, ...none, message_id: one },
      {
        kind: 'revoke',
        by: creator.username,
        ...none,
        username: ann.username,
        details: { permissions: 'can_ban' },
      },
      {
        kind: 'grant',
        by: creator.username,
        ...none,
        username: ann.username,
        details: { permissions: 'can_kick, can_ban' },
      },
    ].map((entry) =>
      Object.assign(entry, {
        entry_id: expect.stringMatching(/^\d+$/),
        created_at: expect.stringMatching(/^\d{4}-.*Z$/),
      }),
    ),
    next_cursor: null,
  });
  expect(JSON.stringify(data)).not.toContain('secret');
});

it('GR-06: pages of 50 stay whole while entries arrive; only moderators read them, whoever is blocked', async () => {
  const { creator, ann, bob, groupId, grant, revoke, log, timeOut, person, admin, block } = await startLog();
  for (let minutes = 1; minutes <= 51; minutes += 1) await timeOut(creator, groupId, bob, minutes);
  const minutesOf = ({ entries }: { entries: readonly { details: Record<string, unknown> }[] }) =>
    entries.map(({ details }) => details['minutes']);
  const first = (await log(creator, groupId)).data;
  expect(minutesOf(first)).toEqual(Array.from({ length: 50 }, (_each, at) => 51 - at));
  await timeOut(creator, groupId, bob, 100);
  const second = (await log(creator, groupId, first.next_cursor ?? '')).data;
  expect([minutesOf(second), second.next_cursor]).toEqual([[1], null]);
  for (const cursor of ['', '0', '-1', 'A', '1.5', 'z'.repeat(30), 'x'.repeat(5000)]) {
    const broken = await log(creator, groupId, cursor);
    expect([...refusalOf(broken), broken.error.detail]).toEqual([
      400,
      'invalid_parameters',
      'Invalid request parameters',
    ]);
  }
  for (const someone of [ann, bob, await person()])
    expect(refusalOf(await log(someone, groupId))).toEqual([403, 'not_authorized']);
  await grant(creator, groupId, ann, ['can_ban']);
  await block(ann, bob);
  expect((await log(ann, groupId)).data.entries[1]).toMatchObject({
    kind: 'timeout',
    username: bob.username,
  });
  await revoke(creator, groupId, ann, ['can_ban']);
  expect(refusalOf(await log(ann, groupId))).toEqual([403, 'not_authorized']);
  expect((await log(await admin(), groupId)).data.entries).toHaveLength(50);
  expect(refusalOf(await log(creator, '0123456789abcdef01234567'))).toEqual([404, 'group_not_found']);
});

it('GR-06, SV-13, SV-104: the copy has what concerns the user; after the deletion of the account the log has no name', async () => {
  const { creator, ann, bob, groupId, connect, grant, timeOut, pin, pins, log, copyOf, end, database } =
    await startLog();
  await grant(creator, groupId, ann, ['can_ban']);
  const id = await say(await connect(bob, groupId), 'to be pinned');
  await pin(ann, groupId, id);
  await timeOut(ann, groupId, bob, 10, 'Too loud');
  await timeOut(creator, groupId, ann, 20, 'You too');
  const room = { group_id: groupId, name: expect.any(String) };
  const files = await copyOf(ann);
  const entry = { ...room, created_at: expect.any(String) };
  expect(linesOf(files, 'room_log.jsonl')).toEqual([
    { ...entry, kind: 'grant', role: 'about you', reason: '' },
    { ...entry, kind: 'pin', role: 'by you', reason: '' },
    { ...entry, kind: 'timeout', role: 'by you', reason: 'Too loud' },
    { ...entry, kind: 'timeout', role: 'about you', reason: 'You too' },
  ]);
  expect(linesOf(files, 'room_timeouts.jsonl')).toEqual([{ ...room, until: expect.any(String) }]);
  expect(linesOf(files, 'room_pins.jsonl')).toEqual([
    { group_id: groupId, message_id: id, pinned_at: expect.any(String) },
  ]);

  expect((await end(ann, PASSWORD)).status).toBe(200);
  const { entries } = (await log(creator, groupId)).data;
  expect(entries.map(({ kind, by, username, reason }) => [kind, by, username, reason])).toEqual([
    ['timeout', creator.username, null, 'You too'],
    ['timeout', null, bob.username, 'Too loud'],
    ['pin', null, null, ''],
    ['grant', creator.username, null, ''],
  ]);
  expect((await pins(creator, groupId)).data.pins).toMatchObject([{ pinned_by: null }]);
  const { rows } = await sql<{ count: number }>`
    SELECT count(*) FROM room_log entry JOIN rooms room ON room.conversation_id = entry.conversation_id
    WHERE room.group_id = ${groupId} AND (entry.actor_id IS NULL) <> (entry.user_id IS NULL)`.execute(
    database.db,
  );
  expect(rows[0]?.count).toBe(3);
});

it('GR-06: entries older than a year are removed by a job, with limits that have ended', async () => {
  const { creator, bob, groupId, timeOut, log, app, database, pass } = await startLog();
  for (const minutes of [1, 2]) await timeOut(creator, groupId, bob, minutes);
  const [newest] = (await log(creator, groupId)).data.entries;
  await sql`
    UPDATE room_log SET created_at = now() - interval '366 days' WHERE id = ${Number(newest?.entry_id)}`.execute(
    database.db,
  );
  await pass(groupId, 600);
  await database.transaction((tx) => app.jobs.enqueue(tx, 'rooms.old-entries', null));
  await eventually(async () =>
    expect((await log(creator, groupId)).data.entries).toMatchObject([{ details: { minutes: 1 } }]),
  );
  const left = async () =>
    (
      await sql<{ count: number }>`
        SELECT count(*) FROM room_timeouts timeout JOIN rooms room ON room.conversation_id = timeout.conversation_id
        WHERE room.group_id = ${groupId}`.execute(database.db)
    ).rows[0]?.count;
  await eventually(async () => expect(await left()).toBe(0));
});
