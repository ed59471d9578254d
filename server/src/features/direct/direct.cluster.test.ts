import { RECEIPT_INTERVAL_MS } from '@adda/contract/direct';
import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { startApp } from '../../app.ts';
import { readConfig } from '../../config.ts';
import { silentLogger } from '../../test/database-template.fixture.ts';
import { JWT_SECRET } from '../rooms/rooms.fixture.ts';
import { connectChat, connectShellTo, eventually, startChats } from './direct.fixture.ts';

const redisUrl = process.env.TEST_REDIS_URL || undefined;

/** Resolves when the check passes; a second change of a chat is told after an interval. */
const waitFor = (check: () => void | Promise<void>) =>
  vi.waitFor(check, { interval: 50, timeout: 5 * RECEIPT_INTERVAL_MS });

/** Creates two users, each with an open chat on a separate node. */
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
  return { ...here, ann, bob, annChat, bobChat, thereUrl: there.url };
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

  it('MR-02: a request, its acceptance and its end are told on the other node', async () => {
    const { thereUrl, person, connectStranger, client } = await startTwoNodes();
    const [eve, zoe] = [await person(), await person()];
    const eveChat = await connectStranger(eve, zoe);
    const zoeShell = await connectShellTo(thereUrl, zoe);
    await eveChat.say('hello');
    await eventually(() => expect(zoeShell.all('chat_request')).toEqual([{ username: eve.username }]));
    await eventually(() =>
      expect(zoeShell.all('unread_count').at(-1)).toMatchObject({ total: 0, requests: 1 }),
    );
    await client('POST /chat/requests/accept', { body: { username: eve.username } }, zoe);
    await eventually(() =>
      expect(zoeShell.all('chat_request_closed')).toEqual([{ username: eve.username, accepted: true }]),
    );
    await zoeShell.say('hi', { recipient: eve.username });
    await eventually(() =>
      expect(eveChat.all('chat_request_accepted')).toEqual([{ username: zoe.username }]),
    );
    expect(zoeShell.all('new_message')).toEqual([]);
  });

  it('R-07: a block on one node is effective on the other, and is sent there', async () => {
    const { ann, bob, annChat, bobChat, block, unblock, makeKnown } = await startTwoNodes();
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
    // A block ends follows.
    await makeKnown(ann, bob);
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

  it('SV-46, CL-02: nothing is counted for a message in a chat that is open on the other node', async () => {
    const { bob, annChat, bobChat, person, connectChat, makeKnown } = await startTwoNodes();
    const eve = await person();
    await makeKnown(eve, bob);
    const eveChat = await connectChat(eve, bob);
    for (let n = 0; n < 5; n += 1) await annChat.say(`line ${n}`);
    await eventually(() => expect(bobChat.all('message')).toHaveLength(5));
    const before = bobChat.all('unread_count').length;
    for (let n = 0; n < 5; n += 1) await annChat.say(`more ${n}`);
    await eveChat.say('and one elsewhere');
    await eventually(() =>
      expect(bobChat.all('unread_count').at(-1)).toMatchObject({
        total: 1,
        by_sender: { [eve.username]: 1 },
      }),
    );
    expect(bobChat.all('message')).toHaveLength(10);
    // One for the last message, and one if opening the chat was counted late.
    expect(bobChat.all('unread_count').length).toBeLessThanOrEqual(before + 2);
  });

  it('SV-46: a message of another node is read if it was written to the open chat, and unread after it was closed', async () => {
    const { bob, annChat, bobChat, client } = await startTwoNodes();
    const sent: string[] = [];
    for (let n = 0; n < 30; n += 1) {
      sent.push(await annChat.say(`line ${n}`));
      // Leaves the chat and keeps the connection, so that it still receives the messages written to it.
      if (n === 15) bobChat.socket.io.engine.write('1');
    }
    const received = () => new Set(bobChat.all('message').map((message) => message._id));
    await eventually(() => expect(received().size).toBeGreaterThan(10));
    await eventually(async () => {
      const { messages } = (await client('GET /chat/unread', {}, bob)).data;
      const waiting = messages.map((message) => message._id).toReversed();
      expect(waiting.length).toBeGreaterThan(10);
      expect(waiting).toEqual(sent.filter((id) => !received().has(id)));
    });
  });

  it('X-19: typing of a user who is not available is not sent, regardless of the node', async () => {
    const { ann, bob, annChat, bobChat, client } = await startTwoNodes();
    const type = () => bobChat.socket.emit('typing_start', { recipient: ann.username });
    const switchTo = (is_available: boolean) =>
      client('PATCH /users/availability', { body: { is_available } }, bob);
    await switchTo(false);
    await eventually(() => expect(annChat.all('user_status').at(-1)).toMatchObject({ is_online: false }));
    type();
    await bobChat.say('words');
    await eventually(() => expect(annChat.all('message')).toHaveLength(1));
    expect(annChat.all('typing_start')).toEqual([]);
    await switchTo(true);
    await eventually(() => {
      type();
      expect(annChat.all('typing_start')).toContainEqual({ username: bob.username });
    });
  });

  it('FT-04: a draft and its removal by a message on one node reach the main screens on the other', async () => {
    const { client, ann, bob, annChat, thereUrl } = await startTwoNodes();
    const shell = await connectShellTo(thereUrl, ann);
    await client('PUT /drafts', { body: { recipient: bob.username, text: 'hello' } }, ann);
    await annChat.say('hello');
    await eventually(() => expect(shell.all('draft_changed').map(({ text }) => text)).toEqual(['hello', '']));
  });

  it('FT-03: a message of another node is read in an open chat and delivered to a shell there; the sender is told', async () => {
    const { bob, annChat, bobChat, thereUrl } = await startTwoNodes();
    const last = () => annChat.all('message_status').at(-1);
    const isTime: unknown = expect.any(String);
    await annChat.say('into the chat');
    await waitFor(() => expect(last()).toMatchObject({ up_to_sequence: 1, read_at: isTime }));
    await connectShellTo(thereUrl, bob);
    bobChat.socket.disconnect();
    await waitFor(async () => {
      await annChat.say('to the shell');
      expect(annChat.all('message_status').at(-1)).toMatchObject({ delivered_at: isTime, read_at: null });
    });
  });

  it('ED-02: an edit on one node is published on the other', async () => {
    const { ann, annChat, bobChat, client } = await startTwoNodes();
    const params = { id: await annChat.say('hello') };
    await eventually(() => expect(bobChat.all('message')).toHaveLength(1));
    const answer = await client('PATCH /messages/:id', { params, body: { content: 'changed' } }, ann);
    expect(answer.status).toBe(200);
    await eventually(() =>
      expect(bobChat.all('message_edited')).toMatchObject([
        { _id: params.id, content: 'changed', version: 1 },
      ]),
    );
  });

  it('Q-06: a deletion on one node is published on the other', async () => {
    const { ann, bob, annChat, bobChat, deleteMessages } = await startTwoNodes();
    const id = await annChat.say('gone soon');
    await eventually(() => expect(bobChat.all('message')).toHaveLength(1));
    expect((await deleteMessages(ann, bob, [id])).data.deleted_count).toBe(1);
    await eventually(() => expect(bobChat.all('message_deleted')).toMatchObject([{ message_ids: [id] }]));
  });
});
