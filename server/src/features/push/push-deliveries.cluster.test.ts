import { randomUUID } from 'node:crypto';
import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'kysely';
import { describe, expect, it, onTestFinished } from 'vitest';
import { startApp } from '../../app.ts';
import { readConfig } from '../../config.ts';
import { silentLogger } from '../../test/database-template.fixture.ts';
import { makeKnown } from '../../test/known-people.fixture.ts';
import { connectChat } from '../direct/direct.fixture.ts';
import { connectTo, eventually } from '../rooms/rooms.fixture.ts';
import { claimDue } from './deliveries.repository.ts';
import { PUSH_SETTINGS, startPush, type Person } from './push.fixture.ts';

const REDIS_URL = process.env.TEST_REDIS_URL || undefined;

/** Two nodes that share a database, and a browser of a user. */
async function startTwoNodes() {
  const here = await startPush();
  const { app, db, service, person, browserOf } = here;
  const env = {
    PORT: '0',
    DATA_DIR: mkdtempSync(join(tmpdir(), 'adda-second-')),
    RATE_LIMITS: 'off',
    REDIS_URL,
    ...PUSH_SETTINGS,
  };
  const there = await startApp({
    config: readConfig(env),
    logger: silentLogger,
    database: app.database,
    pushServices: { ca: service.ca },
  });
  onTestFinished(() => there.stop());
  const [asha, omar] = [await person(), await person()];
  await makeKnown(db, [asha, omar]);
  const browser = await browserOf(omar);
  const settled = ({ userId }: Person = omar) =>
    eventually(async () => {
      const { rows } = await sql`SELECT FROM push_deliveries WHERE user_id = ${userId}`.execute(db);
      expect(rows).toEqual([]);
    });
  return { ...here, thereUrl: there.url, asha, omar, browser, settled };
}

describe.runIf(REDIS_URL)('two nodes', () => {
  it('PN-03: push each message once', async () => {
    const { url, omar, browser, person, settled, db } = await startTwoNodes();
    const friends = [await person(), await person(), await person(), await person(), await person()];
    for (const friend of friends) {
      await makeKnown(db, [friend, omar]);
      const chat = await connectChat(url, friend, omar);
      await chat.say('Hello');
    }
    await settled();
    expect(browser.received.map(({ payload }) => payload.tag).toSorted()).toEqual(
      friends.map(({ username }) => `chat:${username}`).toSorted(),
    );
  });

  it('PN-03: push nothing about a room or a chat that is open on the other node', async () => {
    const { url, thereUrl, client, asha, omar, browser, settled } = await startTwoNodes();
    const name = `Room ${randomUUID().slice(0, 8)}`;
    const opened = await client('POST /groupchat/groups/create', { body: { name } }, asha);
    const groupId = opened.data.group_id;
    await client('POST /groupchat/groups/join', { body: { group_id: groupId } }, omar);
    const room = await connectTo(url, asha, groupId);
    for (const place of ['room', 'chat']) {
      const screen =
        place === 'room' ? await connectTo(thereUrl, omar, groupId) : await connectChat(thereUrl, omar, asha);
      if (place === 'room') await room.send(`Look, @${omar.username}`, { audience: 'room' });
      else await (await connectChat(url, asha, omar)).say('Hello');
      await settled();
      screen.socket.disconnect();
    }
    expect(browser.received).toEqual([]);
  });

  it('PN-03: take no delivery twice, until the lease of the one that took it ends', async () => {
    const { db, omar } = await startTwoNodes();
    // Of a node that was killed: its lease has 55 seconds left.
    await sql`
      INSERT INTO push_deliveries (subscription_id, user_id, item_id, due_at)
      SELECT 0, ${omar.userId}, 'none', now() + interval '55 seconds' FROM generate_series(1, 20)`.execute(
      db,
    );
    expect(await claimDue(db, 100)).toEqual([]);
    await sql`UPDATE push_deliveries SET due_at = now() WHERE user_id = ${omar.userId}`.execute(db);
    const claims = await Promise.all([claimDue(db, 15), claimDue(db, 15), claimDue(db, 15)]);
    const ids = claims.flat().map(({ id }) => id);
    expect(new Set(ids).size).toBe(ids.length);
    await sql`DELETE FROM push_deliveries WHERE user_id = ${omar.userId}`.execute(db);
  });
});
