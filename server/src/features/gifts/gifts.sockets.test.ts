import { expect, it } from 'vitest';
import { eventually, type Person } from '../rooms/rooms.fixture.ts';
import { receivedGifts, startGifts } from './gifts.fixture.ts';

async function startRoomOfFive() {
  const fixture = await startGifts();
  const { creator, groupId, ann, ben } = await fixture.roomOfTwo();
  const [eve, dan] = [await fixture.memberWith(0, groupId), await fixture.memberWith(0, groupId)];
  const connect = (user: Person) => fixture.connect(user, groupId);
  const block = (by: Person, { username }: Person) =>
    fixture.client('POST /users/block', { body: { blocked_username: username } }, by);
  const witness = await connect(creator);
  /** Resolves once everything published before has been received. */
  const hasAll = async (client: typeof witness) => {
    const mark = crypto.randomUUID();
    await witness.send(mark);
    await eventually(() => expect(client.messages.at(-1)?.content).toBe(mark));
    return receivedGifts(client.received);
  };
  return { ...fixture, creator, groupId, ann, ben, eve, dan, connect, block, hasAll };
}

it('GI-03: every member of the room receives a gift, and a repeated one once', async () => {
  const { groupId, ann, ben, eve, connect, sendGift, hasAll, open, join } = await startRoomOfFive();
  const elsewhere = await open(ann);
  await join(eve, elsewhere);
  const clients = [await connect(ann), await connect(ben), await connect(eve)];
  const { data } = await sendGift(ann, groupId, ben, 'love', 'one');
  await sendGift(ann, groupId, ben, 'love', 'one');
  await sendGift(ann, groupId, ben, 'love', 'refused'.repeat(20));
  const event = {
    gift_id: data.gift_id,
    group_id: groupId,
    sender: ann.username,
    recipient: ben.username,
    gift_type: 'love',
    gift_emoji: '❤️',
    gift_description: 'Love',
    timestamp: expect.stringMatching(/^\d{4}-.+Z$/),
  };
  for (const client of clients) expect(await hasAll(client)).toEqual([event]);
});

it('R-07, R-14: members blocked with the sender or the recipient receive no gift, all others do', async () => {
  const { groupId, ann, ben, eve, dan, connect, block, sendGift, hasAll } = await startRoomOfFive();
  const [toEve, toDan, toBen] = [await connect(eve), await connect(dan), await connect(ben)];
  await block(eve, ann);
  await block(ben, dan);
  expect((await sendGift(ann, groupId, ben, 'kiss')).status).toBe(200);
  expect(await hasAll(toBen)).toHaveLength(1);
  expect(await hasAll(toEve)).toEqual([]);
  expect(await hasAll(toDan)).toEqual([]);
  // The same holds for a member who joins afterwards.
  const later = await connect(eve);
  expect((await sendGift(ann, groupId, ben, 'kiss')).status).toBe(200);
  expect(await hasAll(toBen)).toHaveLength(2);
  expect(await hasAll(later)).toEqual([]);
});

it('WA-06: both shells receive their new balances', async () => {
  const { groupId, ann, ben, sendGift, connectShell, balanceOf } = await startRoomOfFive();
  const [annsShell, bensShell] = [await connectShell(ann), await connectShell(ben)];
  const [annBefore, benBefore] = [await balanceOf(ann), await balanceOf(ben)];
  await sendGift(ann, groupId, ben, 'hug');
  const balances = ({ received }: typeof annsShell) =>
    received.filter(({ event }) => event === 'wallet_changed').map(({ payload }) => Object(payload).balance);
  await eventually(() => expect(balances(annsShell)).toEqual([annBefore - 15]));
  await eventually(() => expect(balances(bensShell)).toEqual([benBefore + 15]));
});
