import { randomInt } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import type { Person } from '../rooms/rooms.fixture.ts';
import { startLimits } from '../rooms/moderation/room-limits.fixture.ts';
import { startGifts } from './gifts.fixture.ts';
import { volume } from '../../test/volume.fixture.ts';

const RACES = volume(3, 8);
/** Number of gifts that one sender keeps in flight. */
const IN_FLIGHT = 4;

type Fixture = Awaited<ReturnType<typeof startGifts>>;
type Scene = { creator: Person; groupId: string; ann: Person; ben: Person };

/** Actions that end the right to give, and the response to a gift after each. */
const endings: [string, (fixture: Fixture, scene: Scene) => Promise<{ status: number }>, string][] = [
  [
    'the recipient blocks the sender',
    ({ client }, { ann, ben }) =>
      client('POST /users/block', { body: { blocked_username: ann.username } }, ben),
    'blocked_by_user',
  ],
  [
    'the sender blocks the recipient',
    ({ client }, { ann, ben }) =>
      client('POST /users/block', { body: { blocked_username: ben.username } }, ann),
    'blocked_by_user',
  ],
  [
    'the sender is kicked',
    ({ kick }, { creator, groupId, ann }) => kick(creator, groupId, ann),
    'not_a_member',
  ],
  [
    'the sender is banned',
    ({ ban }, { creator, groupId, ann }) => ban(creator, groupId, ann),
    'not_a_member',
  ],
  [
    'the recipient is banned',
    ({ ban }, { creator, groupId, ben }) => ban(creator, groupId, ben),
    'gift_recipient_not_member',
  ],
  ['the recipient leaves', ({ leave }, { groupId, ben }) => leave(ben, groupId), 'gift_recipient_not_member'],
  [
    'the room is deleted',
    ({ deleteGroup }, { creator, groupId }) => deleteGroup(creator, groupId),
    'group_not_found',
  ],
];

/** Sends gifts continuously; resolves once `enough` were given. `stop` returns how many were given. */
function giveContinuously({ sendGift }: Fixture, { ann, groupId, ben }: Scene, enough: number) {
  const state = { isOver: false, given: 0 };
  const { promise: inFlight, resolve } = Promise.withResolvers<void>();
  const others = new Set<string>();
  const giveOne = async () => {
    while (!state.isOver) {
      const answer = await sendGift(ann, groupId, ben, 'like');
      if (answer.status === 200) state.given += 1;
      else others.add(answer.error.code);
      if (state.given >= enough) resolve();
    }
  };
  const all = Promise.all(Array.from({ length: IN_FLIGHT }, giveOne));
  const stop = async () => {
    state.isOver = true;
    await all;
    return { given: state.given, others: [...others] };
  };
  return { inFlight, stop };
}

async function race(fixture: Fixture, [, end, code]: (typeof endings)[number]): Promise<void> {
  const scene = await fixture.roomOfTwo(10_000);
  const { ann, groupId, ben } = scene;
  const { inFlight, stop } = giveContinuously(fixture, scene, randomInt(1, 8));
  await inFlight;
  expect((await end(fixture, scene)).status).toBe(200);
  const whenAnswered = (await fixture.giftsOf(ann)).length;
  expect((await fixture.sendGift(ann, groupId, ben, 'like')).error.code).toBe(code);
  const { given, others } = await stop();
  expect((await fixture.giftsOf(ann)).length).toBe(whenAnswered);
  expect(given).toBe(whenAnswered);
  expect(others.filter((other) => other !== code)).toEqual([]);
}

describe('R-07: no gift is accepted after the commit of', () => {
  it.each(endings)('%s', async (...ending) => {
    const fixture = await startGifts();
    for (let round = 0; round < RACES; round += 1) await race(fixture, ending);
  });
});

it('R-08: users who give each other gifts in several rooms concurrently neither deadlock nor lose a coin', async () => {
  const fixture = await startGifts({ LOGIN_BONUS_COINS: '0' });
  const { person, open, join, sendGift, memberWith, balanceOf } = fixture;
  const creator = await person();
  const groupIds = [await open(creator), await open(creator), await open(creator)];
  const people: Person[] = [];
  for (let index = 0; index < 6; index += 1) people.push(await memberWith(100, groupIds[0] ?? ''));
  for (const user of people) for (const groupId of groupIds.slice(1)) await join(user, groupId);
  const some = <T>(list: readonly T[]): T[] => list.slice(randomInt(list.length)).slice(0, 1);
  const answers = await Promise.all(
    Array.from({ length: 300 }, async () => {
      const [ann = creator] = some(people);
      const [ben = creator] = some(people.filter((user) => user !== ann));
      const [groupId = ''] = some(groupIds);
      return (await sendGift(ann, groupId, ben, 'smile')).status;
    }),
  );
  expect(answers.filter((status) => status !== 200 && status !== 402)).toEqual([]);
  const balances = await Promise.all(people.map(balanceOf));
  expect(balances.reduce((sum, balance) => sum + balance, 0)).toBe(600);
});

it('GR-03: slow mode allows one of several gifts at once, a gift is a turn, and nobody gives in a timeout', async () => {
  const { roomOfTwo, sendGift, giftsOf, connect, ...fixture } = await startGifts();
  const { setSlowMode, pass, timeOut, history } = { ...fixture, ...(await startLimits()) };
  const { creator, groupId, ann, ben } = await roomOfTwo();
  await setSlowMode(groupId, 600);
  const room = await connect(ann, groupId);
  const answers = await Promise.all(
    Array.from({ length: 5 }, (_each, at) => sendGift(ann, groupId, ben, 'kiss', `gift ${at}`)),
  );
  const refused = answers.filter(({ status }) => status !== 200);
  expect(refused).toHaveLength(4);
  for (const { status, error } of refused) {
    expect([status, error.code]).toEqual([429, 'slow_mode']);
    expect(error.retry_after).toBeGreaterThan(0);
  }
  const [given] = await giftsOf(ann);
  // A retry of the stored gift is answered as before.
  expect((await sendGift(ann, groupId, ben, 'kiss', given?.client_gift_id ?? '')).data.gift_id).toBe(
    given?.gift_id,
  );
  expect(await room.send('hello')).toMatchObject({ code: 'slow_mode' });
  await pass(groupId, 600);
  expect(await room.send('hello')).toHaveProperty('sequence');
  expect((await sendGift(ann, groupId, ben, 'kiss')).error.code).toBe('slow_mode');
  await setSlowMode(groupId, 0);
  await timeOut(creator, groupId, ann, 10);
  const { status, error } = await sendGift(ann, groupId, ben, 'kiss');
  expect([status, error.code]).toEqual([403, 'timed_out']);
  expect(error.until).toMatch(/Z$/);
  expect(await giftsOf(ann)).toHaveLength(1);
  expect((await history(ben, groupId)).data.messages).toHaveLength(2);
});
