import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { startApp } from '../../app.ts';
import { readConfig } from '../../config.ts';
import { createClient } from '../../test/client.ts';
import { silentLogger } from '../../test/database-template.fixture.ts';
import { connectTo, eventually, JWT_SECRET, type Person } from '../rooms/rooms.fixture.ts';
import { receivedGifts, startGifts } from './gifts.fixture.ts';

const redisUrl = process.env.TEST_REDIS_URL || undefined;

/** Starts two nodes on one database and Redis, each with its own gifts in flight. */
async function startNodes() {
  const here = await startGifts({ LOGIN_BONUS_COINS: '0' });
  const dataDir = mkdtempSync(join(tmpdir(), 'adda-second-'));
  const settings = { PORT: '0', DATA_DIR: dataDir, RATE_LIMITS: 'off', JWT_SECRET, LOGIN_BONUS_COINS: '0' };
  const config = readConfig({ ...settings, REDIS_URL: redisUrl });
  const there = await startApp({ config, logger: silentLogger, database: here.database });
  onTestFinished(async () => {
    await there.stop();
    rmSync(dataDir, { recursive: true, force: true });
  });
  const client = createClient(there.url);
  const sendThere = (by: Person, groupId: string, to: Person, gift: string, id?: string) =>
    client(
      'POST /groupchat/groups/send-gift',
      {
        body: { group_id: groupId, recipient_username: to.username, gift_type: gift, client_gift_id: id },
      },
      by,
    );
  return { ...here, there, sendThere };
}

it('R-08: concurrent gifts on two nodes never exceed the coins', async () => {
  const { roomOfTwo, sendGift, sendThere, balanceOf, giftsOf } = await startNodes();
  const { groupId, ann, ben } = await roomOfTwo(100);
  const answers = await Promise.all(
    Array.from({ length: 60 }, (_, index) =>
      (index % 2 === 0 ? sendGift : sendThere)(ann, groupId, ben, 'like'),
    ),
  );
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(20);
  expect(answers.filter(({ status }) => status === 402)).toHaveLength(40);
  expect([await balanceOf(ann), await balanceOf(ben), (await giftsOf(ann)).length]).toEqual([0, 100, 20]);
});

it('R-09: the same gift on two nodes concurrently is given once, and another one with its id is refused', async () => {
  const { roomOfTwo, sendGift, sendThere, balanceOf } = await startNodes();
  const { groupId, ann, ben } = await roomOfTwo(1000);
  for (let round = 1; round <= 20; round += 1) {
    const id = `round ${round}`;
    const [one, other] = await Promise.all([
      sendGift(ann, groupId, ben, 'kiss', id),
      sendThere(ann, groupId, ben, 'kiss', id),
    ]);
    expect(one.data.gift_id).toBe(other.data.gift_id);
    expect((await sendThere(ann, groupId, ben, 'hug', id)).status).toBe(409);
    expect(await balanceOf(ann)).toBe(1000 - round * 10);
  }
});

describe.runIf(redisUrl)('with Redis', () => {
  it('GI-03: a gift on one node is published on the other', async () => {
    const { roomOfTwo, sendGift, there } = await startNodes();
    const { groupId, ann, ben } = await roomOfTwo();
    const toBen = await connectTo(there.url, ben, groupId);
    const { data } = await sendGift(ann, groupId, ben, 'smile');
    await eventually(() => expect(receivedGifts(toBen.received)).toMatchObject([{ gift_id: data.gift_id }]));
  });
});
