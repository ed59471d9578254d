import { expect, it } from 'vitest';
import { volume } from '../../../test/volume.fixture.ts';
import { refusalOf, startLimits } from './room-limits.fixture.ts';

const ROUNDS = volume(2, 10);

it('GR-03: of 20 messages of one member at once over two connections, slow mode stores one', async () => {
  const { roomOfThree, connect, setSlowMode, history } = await startLimits();
  const { ann, bob, groupId } = await roomOfThree();
  await setSlowMode(groupId, 600);
  const tabs = [await connect(ann, groupId), await connect(ann, groupId)];
  const other = await connect(bob, groupId);
  const sends = Array.from({ length: 20 }, (_each, at) => tabs[at % 2]?.send(`message ${at}`));
  const answers = await Promise.all([...sends, other.send('of another')]);
  const stored = answers.filter((answer) => answer && 'sequence' in answer);
  expect(stored).toHaveLength(2);
  for (const answer of answers)
    if (answer && 'code' in answer) expect(answer).toMatchObject({ code: 'slow_mode' });
  const { messages } = (await history(bob, groupId)).data;
  expect(messages.filter(({ sender }) => sender === ann.username)).toHaveLength(1);
});

it('GR-03: after a timeout is confirmed no message of the member is stored, and two at once leave one', async () => {
  const { roomOfThree, connect, grant, timeOut, history, getRoom, log } = await startLimits();
  for (let round = 0; round < ROUNDS; round += 1) {
    const { creator, ann, bob, groupId } = await roomOfThree();
    await grant(creator, groupId, bob, ['can_kick']);
    const mine = await connect(ann, groupId);
    const talking = Array.from({ length: 20 }, (_each, at) => mine.send(`message ${at}`));
    const [hour, day] = await Promise.all([
      timeOut(creator, groupId, ann, 60),
      timeOut(bob, groupId, ann, 1440),
    ]);
    expect([hour.status, day.status]).toEqual([200, 200]);
    const { last_sequence: atTimeout } = (await history(bob, groupId)).data;
    await Promise.all(talking);
    expect((await history(bob, groupId)).data.last_sequence).toBe(atTimeout);
    const { entries } = (await log(creator, groupId)).data;
    const [latest, earlier] = entries.filter(({ kind }) => kind === 'timeout');
    expect([latest?.details, earlier?.details]).toEqual(
      expect.arrayContaining([{ minutes: 60 }, { minutes: 1440 }]),
    );
    const until = Date.parse((await getRoom(ann, groupId)).data.timeout_until ?? '');
    const isDay = until - Date.now() > 2 * 3_600_000;
    expect(latest?.details).toEqual({ minutes: isDay ? 1440 : 60 });
  }
});

it('GR-04: two pins at once of a room with 49 leave 50, and the same pin twice is one', async () => {
  const { roomOfThree, connect, grant, pin, pins } = await startLimits();
  const { creator, ann, groupId } = await roomOfThree();
  await grant(creator, groupId, ann, ['can_ban']);
  const mine = await connect(ann, groupId);
  const ids: string[] = [];
  for (let at = 0; at < 52; at += 1) {
    const sent = await mine.send(`message ${at}`);
    if (!('_id' in sent)) throw new Error('It was not stored.');
    ids.push(sent._id);
  }
  for (const id of ids.slice(0, 49)) expect((await pin(creator, groupId, id)).status).toBe(200);
  const answers = await Promise.all([
    ...ids.slice(49, 51).map((id, at) => pin(at === 0 ? creator : ann, groupId, id)),
    pin(ann, groupId, ids[0] ?? ''),
    pin(creator, groupId, ids[0] ?? ''),
  ]);
  const outcomes = answers.map((answer) => (answer.status === 200 ? 'pinned' : answer.error.code));
  expect(outcomes.slice(0, 2).toSorted()).toEqual(['pinned', 'pins_full']);
  expect(outcomes.slice(2)).toEqual(['pinned', 'pinned']);
  expect((await pins(ann, groupId)).data.pins).toHaveLength(50);
  const full = await pin(creator, groupId, ids[51] ?? '');
  expect(refusalOf(full)).toEqual([400, 'pins_full']);
  expect(full.error.detail).toBe('At most 50 messages can be pinned');
});
