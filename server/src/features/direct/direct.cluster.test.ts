import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { startApp } from '../../app.ts';
import { readConfig } from '../../config.ts';
import { silentLogger } from '../../test/database-template.fixture.ts';
import { JWT_SECRET } from '../rooms/rooms.fixture.ts';
import { connectChat, eventually, startChats } from './direct.fixture.ts';

const redisUrl = process.env.TEST_REDIS_URL || undefined;

/** Two people, each with an open chat on a node of their own. */
async function startTwoNodes() {
  const here = await startChats();
  const dataDir = mkdtempSync(join(tmpdir(), 'adda-second-'));
  const env = { PORT: '0', DATA_DIR: dataDir, RATE_LIMITS: 'off', REDIS_URL: redisUrl, JWT_SECRET };
  const { database } = here;
  const there = await startApp({ config: readConfig(env), logger: silentLogger, database });
  onTestFinished(() => there.stop());
  const { ann, bob } = await here.twoPeople();
  const annChat = await here.connectChat(ann, bob);
  const bobChat = await connectChat(there.url, bob, ann);
  return { ...here, ann, bob, annChat, bobChat };
}

describe.runIf(redisUrl)('two nodes', () => {
  it('R-01, R-02: share a private chat: messages, typing and presence', async () => {
    const { ann, bob, annChat, bobChat } = await startTwoNodes();
    await eventually(() =>
      expect(annChat.all('user_status').at(-1)).toMatchObject({ username: bob.username, is_online: true }),
    );
    const sends = Array.from({ length: 20 }, (_, n) => [annChat.say(`a${n}`), bobChat.say(`b${n}`)]);
    await Promise.all(sends.flat());
    const sequences = Array.from({ length: 40 }, (_, index) => index + 1);
    for (const chat of [annChat, bobChat])
      await eventually(() =>
        expect(
          chat
            .all('message')
            .map((message) => message.sequence)
            .toSorted((a, b) => a - b),
        ).toEqual(sequences),
      );
    annChat.socket.emit('typing_start', { recipient: bob.username });
    await eventually(() => expect(bobChat.all('typing_start')).toEqual([{ username: ann.username }]));
  });

  it('R-07: a block on one node holds on the other, and is told there', async () => {
    const { ann, bob, annChat, bobChat, block, unblock } = await startTwoNodes();
    await annChat.say('before');
    await eventually(() => expect(bobChat.all('message')).toHaveLength(1));
    await block(ann, bob);
    expect(await bobChat.refusal('after')).toBe('blocked_by_user');
    expect(await annChat.refusal('after')).toBe('blocked_by_user');
    await eventually(() =>
      expect(bobChat.all('blocked_notification')).toContainEqual({
        username: ann.username,
        is_blocked: true,
      }),
    );
    annChat.socket.emit('typing_start', { recipient: bob.username });
    expect(await annChat.refusal('after typing')).toBe('blocked_by_user');
    await unblock(ann, bob);
    await eventually(() =>
      expect(bobChat.all('blocked_notification').at(-1)).toEqual({
        username: ann.username,
        is_blocked: false,
      }),
    );
    expect(bobChat.all('typing_start')).toEqual([]);
    annChat.socket.emit('typing_start', { recipient: bob.username });
    await eventually(() => expect(bobChat.all('typing_start')).toHaveLength(1));
    await annChat.say('again');
    await eventually(() => expect(bobChat.all('message')).toHaveLength(2));
  });

  it('Q-06: what is deleted on one node is told on the other', async () => {
    const { ann, bob, annChat, bobChat, deleteMessages } = await startTwoNodes();
    const id = await annChat.say('gone soon');
    await eventually(() => expect(bobChat.all('message')).toHaveLength(1));
    expect((await deleteMessages(ann, bob, [id])).data.deleted_count).toBe(1);
    await eventually(() => expect(bobChat.all('message_deleted')).toMatchObject([{ message_ids: [id] }]));
  });
});
