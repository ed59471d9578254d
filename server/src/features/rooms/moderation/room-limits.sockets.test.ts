import { expect, it } from 'vitest';
import { registration } from '../../accounts/accounts.fixture.ts';
import { startImages } from '../messages/room-images.fixture.ts';
import { eventually, type ReceivedEvent } from '../rooms.fixture.ts';
import { refusalOf, startLimits } from './room-limits.fixture.ts';

const timeoutsOf = ({ received }: { received: readonly ReceivedEvent[] }) =>
  received.filter(({ event }) => event === 'member_timeout').map(({ payload }) => payload);

const UNTIL = expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/);

it('GR-03: slow mode makes members wait after texts, whispers and forwards, and moderators not', async () => {
  const { client, roomOfThree, connect, setSlowMode, pass, grant, history } = await startLimits();
  const { creator, ann, bob, groupId } = await roomOfThree();
  await setSlowMode(groupId, 600);
  const [owner, first, second] = [
    await connect(creator, groupId),
    await connect(ann, groupId),
    await connect(bob, groupId),
  ];
  const sent = await first.send('hello');
  expect(sent).toMatchObject({ sequence: 1 });
  const refusal = await first.send('again');
  expect(refusal).toMatchObject({ code: 'slow_mode' });
  if (!('code' in refusal)) throw new Error('It was stored.');
  const { retry_after: wait = 0, detail } = refusal;
  expect(detail).toBe(`Slow mode is on. You can write again in ${wait} s`);
  expect(wait).toBeGreaterThan(0);
  expect(wait).toBeLessThanOrEqual(600);
  expect(await first.send(`@${bob.username} between us`)).toMatchObject({ code: 'slow_mode' });
  if (!('_id' in sent)) throw new Error('It was not stored.');
  const forward = await client(
    'POST /messages/:id/forward',
    { params: { id: sent._id }, body: { to: [{ group_id: groupId }] } },
    ann,
  );
  expect(refusalOf(forward)).toEqual([429, 'slow_mode']);
  expect(Number(forward.error.retry_after)).toBeGreaterThan(0);
  // A retry of a stored message is confirmed, and a whisper is a turn.
  if (sent.clientMessageId === null) throw new Error('It has no id.');
  expect(await first.send('hello', { clientMessageId: sent.clientMessageId })).toMatchObject({ sequence: 1 });
  expect(await second.send(`@${ann.username} psst`)).toMatchObject({ sequence: 2 });
  expect(await second.send('to all')).toMatchObject({ code: 'slow_mode' });
  for (const text of ['one', 'two']) expect(await owner.send(text)).toHaveProperty('sequence');
  await grant(creator, groupId, bob, ['can_kick']);
  expect(await second.send('as a moderator')).toHaveProperty('sequence');
  await pass(groupId, 600);
  expect(await first.send('again')).toHaveProperty('sequence');
  expect((await history(ann, groupId)).data.messages.map(({ content }) => content)).toEqual([
    'hello',
    `@${ann.username} psst`,
    'one',
    'two',
    'as a moderator',
    'again',
  ]);
});

it('GR-03: a picture of a member who may not write is not fetched', async () => {
  const { pictureUrl, asked } = await startImages();
  const { roomOfThree, connect, setSlowMode, timeOut } = await startLimits();
  const { creator, ann, bob, groupId } = await roomOfThree();
  await setSlowMode(groupId, 600);
  await timeOut(creator, groupId, bob, 10);
  const [first, second] = [await connect(ann, groupId), await connect(bob, groupId)];
  await first.send('hello');
  const before = asked.length;
  expect(await first.send('', { image_url: pictureUrl('late') })).toMatchObject({ code: 'slow_mode' });
  expect(await second.send('', { image_url: pictureUrl('quiet') })).toMatchObject({ code: 'timed_out' });
  expect(asked.length).toBe(before);
});

it('GR-03: a member in a timeout reads and deletes, and does not write, whisper, edit, react, type, forward or pin', async () => {
  const fixture = await startLimits();
  const { client, roomOfThree, connect, connectShell, timeOut, grant, pin, unpin, getRoom, history } =
    fixture;
  const { creator, ann, bob, groupId } = await roomOfThree();
  await grant(creator, groupId, ann, ['can_ban']);
  const [mine, otherTab, theirs] = [
    await connect(ann, groupId),
    await connect(ann, groupId),
    await connect(bob, groupId),
  ];
  const shell = await connectShell(ann);
  const own = await mine.send('my own');
  const other = await theirs.send('of another');
  if (!('_id' in own) || !('_id' in other)) throw new Error('They were not stored.');
  const answer = await timeOut(creator, groupId, ann, 60, 'Please calm down');
  expect([answer.status, answer.data]).toEqual([200, { message: 'User timed out successfully' }]);

  const payload = { group_id: groupId, username: ann.username, until: UNTIL };
  await eventually(() => {
    for (const target of [mine, otherTab, shell])
      expect(timeoutsOf(target)).toEqual([{ ...payload, reason: 'Please calm down' }]);
    expect(timeoutsOf(theirs)).toEqual([payload]);
  });
  const until = (await getRoom(ann, groupId)).data.timeout_until;
  expect(until).toEqual(UNTIL);
  expect((await getRoom(bob, groupId)).data.timeout_until).toBeNull();

  const expected = { code: 'timed_out', detail: `You can write again at ${until}`, until };
  expect(await mine.send('no')).toMatchObject(expected);
  expect(await mine.send(`@${bob.username} no`)).toMatchObject(expected);
  const params = { id: own._id };
  const calls = [
    client('PATCH /messages/:id', { params, body: { content: 'changed' } }, ann),
    client('POST /messages/:id/reactions', { params, body: { emoji: '👍', on: true } }, ann),
    client('POST /messages/:id/forward', { params, body: { to: [{ group_id: groupId }] } }, ann),
    pin(ann, groupId, other._id),
    unpin(ann, groupId, other._id),
  ];
  for (const { status, error } of await Promise.all(calls))
    expect({ status, ...error }).toEqual({ status: 403, ...expected });

  // Typing is neither refused nor published: the creator's own hint arrives without one of Ann before it.
  mine.socket.emit('typing_start', { group_id: groupId });
  expect(await mine.send('a barrier')).toMatchObject(expected);
  (await connect(creator, groupId)).socket.emit('typing_start', { group_id: groupId });
  const typing = () => theirs.received.filter(({ event }) => event === 'typing_start');
  await eventually(() => expect(typing()).not.toEqual([]));
  expect(typing().map(({ payload: hint }) => hint)).toEqual([
    { group_id: groupId, username: creator.username },
  ]);
  expect(mine.errors.every(({ code }) => code === 'timed_out')).toBe(true);

  expect((await history(ann, groupId)).data.messages).toHaveLength(2);
  const remove = { body: { message_ids: [own._id] } };
  expect((await client('POST /groupchat/delete_messages', remove, ann)).status).toBe(200);
});

it('GR-03: a timeout outlasts leaving, joining and upgrading, and ends by time or with 0 minutes', async () => {
  const { client, roomOfThree, connect, timeOut, join, leave, guest, pass, getRoom } = await startLimits();
  const { creator, ann, bob, groupId } = await roomOfThree();
  const visitor = await guest();
  await join(visitor, groupId);
  await timeOut(creator, groupId, visitor, 10_080);
  await timeOut(creator, groupId, ann, 10_080);
  await leave(ann, groupId);
  await join(ann, groupId);
  const { username, email, password } = registration();
  const upgrade = await client('POST /auth/upgrade', { body: { username, email, password } }, visitor);
  const upgraded = { username, token: upgrade.data.access_token };
  for (const someone of [ann, upgraded])
    expect(await (await connect(someone, groupId)).send('no')).toMatchObject({ code: 'timed_out' });

  const theirs = await connect(bob, groupId);
  expect((await timeOut(creator, groupId, ann, 0)).data).toEqual({ message: 'Timeout ended successfully' });
  expect((await timeOut(creator, groupId, ann, 0)).status).toBe(200);
  const mine = await connect(ann, groupId);
  expect(await mine.send('at last')).toHaveProperty('sequence');
  await eventually(() => expect(theirs.messages).not.toEqual([]));
  expect(timeoutsOf(theirs)).toEqual([{ group_id: groupId, username: ann.username, until: null }]);

  await timeOut(creator, groupId, bob, 1);
  expect(await theirs.send('no')).toMatchObject({ code: 'timed_out' });
  await pass(groupId, 60);
  expect((await getRoom(bob, groupId)).data.timeout_until).toBeNull();
  expect(await theirs.send('again')).toHaveProperty('sequence');
  theirs.socket.emit('typing_start', { group_id: groupId });
  await eventually(() => expect(mine.received.map(({ event }) => event)).toContain('typing_start'));
});

it('GR-03: who may time out whom is as for kicks, and minutes are whole and at most a week', async () => {
  const { roomOfThree, timeOut, grant, admin, person, join } = await startLimits();
  const { creator, ann, bob, groupId } = await roomOfThree();
  const boss = await admin();
  await join(boss, groupId);
  expect(refusalOf(await timeOut(ann, groupId, bob, 10))).toEqual([403, 'not_authorized']);
  expect(refusalOf(await timeOut(await person(), groupId, bob, 10))).toEqual([403, 'not_authorized']);
  await grant(creator, groupId, ann, ['can_kick']);
  await grant(creator, groupId, bob, ['can_ban']);
  expect((await timeOut(ann, groupId, bob, 10)).status).toBe(200);
  expect((await timeOut(bob, groupId, ann, 10)).status).toBe(200);
  expect((await timeOut(boss, groupId, ann, 0)).status).toBe(200);
  expect(refusalOf(await timeOut(ann, groupId, ann, 10))).toEqual([400, 'cannot_act_on_self']);
  expect(refusalOf(await timeOut(ann, groupId, creator, 10))).toEqual([400, 'cannot_act_on_creator']);
  expect(refusalOf(await timeOut(ann, groupId, boss, 10))).toEqual([400, 'cannot_act_on_admin']);
  expect(refusalOf(await timeOut(ann, groupId, await person(), 10))).toEqual([404, 'target_not_a_member']);
  expect(refusalOf(await timeOut(ann, groupId, { username: 'no.such.user' }, 10))).toEqual([
    404,
    'user_not_found',
  ]);
  expect(refusalOf(await timeOut(ann, groupId, { username: '' }, 10))).toEqual([400, 'username_missing']);
  for (const minutes of [-1, 1.5, 10_081])
    expect(refusalOf(await timeOut(ann, groupId, bob, minutes))).toEqual([422, 'validation_failed']);
  const long = await timeOut(ann, groupId, bob, 10, 'x'.repeat(201));
  expect(refusalOf(long)).toEqual([422, 'validation_failed']);
});

it.each([
  ['kick', 'kick_user'],
  ['ban', 'ban_user'],
] as const)('GR-06: the reason of a %s reaches the user alone', async (command, event) => {
  const { client, roomOfThree, connect, connectShell } = await startLimits();
  const { creator, ann, bob, groupId } = await roomOfThree();
  const [mine, theirs] = [await connect(ann, groupId), await connect(bob, groupId)];
  const [shell, otherShell] = [await connectShell(ann), await connectShell(bob)];
  const body = { group_id: groupId, username: ann.username, reason: ' Spam ' };
  expect((await client(`POST /groupchat/groups/${command}`, { body }, creator)).status).toBe(200);
  const payload = { group_id: groupId, username: ann.username, by: creator.username };
  const of = ({ received }: { received: readonly ReceivedEvent[] }) =>
    received.filter((each) => each.event === event).map((each) => each.payload);
  await eventually(() => {
    for (const target of [mine, shell]) expect(of(target)).toEqual([{ ...payload, reason: 'Spam' }]);
    expect(of(theirs)).toEqual([payload]);
  });
  expect(of(otherShell)).toEqual([]);
});
