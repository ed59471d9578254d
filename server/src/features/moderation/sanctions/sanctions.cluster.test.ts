import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { startApp } from '../../../app.ts';
import { readConfig } from '../../../config.ts';
import { silentLogger } from '../../../test/database-template.fixture.ts';
import { connectChat, connectShellTo } from '../../direct/direct.fixture.ts';
import { JWT_SECRET } from '../../rooms/rooms.fixture.ts';
import { connectRoom, eventually, startSanctions } from './sanctions.fixture.ts';

const redisUrl = process.env.TEST_REDIS_URL || undefined;

describe.runIf(redisUrl)('two nodes', () => {
  it('R-07, SV-50: a suspension on one node closes the connections on the other', async () => {
    const here = await startSanctions();
    const env = { PORT: '0', RATE_LIMITS: 'off', REDIS_URL: redisUrl, JWT_SECRET };
    const dataDir = mkdtempSync(join(tmpdir(), 'adda-second-'));
    const config = readConfig({ ...env, DATA_DIR: dataDir });
    const there = await startApp({ config, logger: silentLogger, database: here.database });
    onTestFinished(() => there.stop());
    const [boss, ann, bob] = [await here.admin(), await here.person(), await here.person()];
    const { groupId, creator } = await here.roomOf(0);
    await here.join(bob, groupId);
    await here.makeKnown(ann, bob);
    const [shell, chat] = [await connectShellTo(there.url, bob), await connectChat(there.url, bob, ann)];
    const [room, listener] = [
      await connectRoom(there.url, bob, groupId),
      await connectRoom(there.url, creator, groupId),
    ];
    await here.suspendBy(boss, bob);
    const from = performance.now();
    for (const connection of [shell, chat])
      await eventually(() => expect(connection.all('session_ended')).toEqual([{ reason: 'suspended' }]));
    for (const { socket } of [shell, chat, room])
      await eventually(() => expect(socket.connected).toBe(false));
    await eventually(() => expect(listener.all('member_suspended')).toHaveLength(1));
    expect(performance.now() - from).toBeLessThan(10_000);
  });
});
