import { sql } from 'kysely';
import { expect, it } from 'vitest';
import { actorsOf, createToldItems } from '../activity/told-items.fixture.ts';
import { connectShellTo } from '../direct/direct.fixture.ts';
import { eventually } from '../rooms/rooms.fixture.ts';
import { startGifts } from './gifts.fixture.ts';

async function startOne() {
  const fixture = await startGifts();
  return { ...fixture, ...createToldItems(fixture), ...(await fixture.roomOfTwo(200)) };
}

it('NT-01: each gift is an item of its recipient with the giver, the gift and the room', async () => {
  const { ann, ben, groupId, sendGift, items, unread } = await startOne();
  await sendGift(ann, groupId, ben, 'kiss');
  await sendGift(ann, groupId, ben, 'hug');
  const told = await items(ben);
  expect(told.map(({ excerpt }) => excerpt)).toEqual(['Hug 🤗', 'Kiss 💋']);
  expect(told[0]).toMatchObject({
    kind: 'gift',
    subject: { type: 'group', id: groupId, group_id: groupId },
    is_read: false,
  });
  expect(told.map(actorsOf)).toEqual([
    [[ann.username], 1],
    [[ann.username], 1],
  ]);
  expect(await unread(ben)).toBe(2);
  expect(await items(ann), 'nothing for the giver').toEqual([]);
});

it('NT-01: a refused gift and a retry are not told', async () => {
  const { ann, ben, groupId, sendGift, rows } = await startOne();
  expect((await sendGift(ben, groupId, ann, 'kiss')).status).toBe(402);
  for (let time = 0; time < 2; time += 1) await sendGift(ann, groupId, ben, 'kiss', 'one-gift-0001');
  expect([await rows(ann), await rows(ben)]).toEqual([0, 1]);
});

it('NT-01: a gift is not shown while its giver is blocked or suspended, or the room may not be known', async () => {
  const { ann, ben, groupId, sendGift, client, items, unread, suspend, database, memberWith } =
    await startOne();
  const cleo = await memberWith(100, groupId);
  await sendGift(ann, groupId, ben, 'kiss');
  await sendGift(cleo, groupId, ben, 'smile');
  await client('POST /users/block', { body: { blocked_username: ann.username } }, ben);
  expect((await items(ben)).map(({ excerpt }) => excerpt)).toEqual(['Smile 😊']);
  await sql`UPDATE rooms SET deleted_at = now() WHERE group_id = ${groupId}`.execute(database.db);
  expect([await items(ben), await unread(ben)]).toEqual([[], 0]);
  await sql`UPDATE rooms SET deleted_at = NULL WHERE group_id = ${groupId}`.execute(database.db);
  expect(await unread(ben)).toBe(1);
  await suspend(cleo);
  expect([await items(ben), await unread(ben)]).toEqual([[], 0]);
});

it('NT-01, NT-02: gifts go from open screens with their room, also a private one that the recipient leaves', async () => {
  const { creator, ann, ben, groupId, sendGift, client, items, url, database } = await startOne();
  await sendGift(ann, groupId, ben, 'kiss');
  await sql`UPDATE rooms SET is_private = true WHERE group_id = ${groupId}`.execute(database.db);
  const [item] = await items(ben);
  const gone = { removed: [item?.activity_id], unread_count: 0 };
  const shell = await connectShellTo(url, ben);
  const room = { body: { group_id: groupId } };
  await client('POST /groupchat/groups/leave', room, ben);
  await eventually(() => expect(shell.all('activity')).toEqual([gone]));
  await sql`UPDATE rooms SET is_private = false WHERE group_id = ${groupId}`.execute(database.db);
  expect(await items(ben)).toEqual([item]);
  await client('POST /groupchat/groups/delete', room, creator);
  await eventually(() => expect(shell.all('activity')).toEqual([gone, gone]));
  expect(await items(ben)).toEqual([]);
});
