import type { SettingsInput } from '@adda/contract/accounts';
import { RECEIPT_INTERVAL_MS } from '@adda/contract/direct';
import { sql } from 'kysely';
import { describe, expect, it, vi } from 'vitest';
import type { ChatClient, Person } from '../direct.fixture.ts';
import { personalSections } from '../../../personal-sections.ts';
import { PASSWORD } from '../../accounts/accounts.fixture.ts';
import { startLists } from '../lists.fixture.ts';

/** Resolves when the check passes; a second change of a chat is told after an interval. */
const soon = (check: () => void | Promise<void>) =>
  vi.waitFor(check, { interval: 5, timeout: 5 * RECEIPT_INTERVAL_MS });

/** Creates two users, the first of whom has two tabs: a shell and a chat with the second. */
async function startReceipts() {
  const lists = await startLists();
  const { ann, bob } = await lists.twoPeople();
  const tabs = [await lists.connectShell(ann), await lists.connectChat(ann, bob)] as const;
  const set = (who: Person, body: SettingsInput) => lists.client('PATCH /users/settings', { body }, who);
  const messagesOf = async (who: Person, peer: Person) => (await lists.read(who, peer)).data.messages;
  const lastOf = async (who: Person, peer: Person) => (await messagesOf(who, peer)).at(-1);
  /** Resolves when both tabs of the sender have the status. */
  const told = (status: object, clients: readonly ChatClient[] = tabs) =>
    soon(() => {
      for (const client of clients) expect(client.all('message_status').at(-1)).toMatchObject(status);
    });
  return { ...lists, ann, bob, tabs, annChat: tabs[1], set, messagesOf, lastOf, told };
}

const isTime: unknown = expect.stringMatching(/^\d{4}-.*Z$/);
const unseen = { is_read: false, delivered_at: null, read_at: null };
const delivered = { is_read: false, delivered_at: isTime, read_at: null };
const read = { is_read: true, delivered_at: isTime, read_at: isTime };

describe('what the sender is told', () => {
  it('FT-03: a message is stored, delivered to a shell, and read when the chat is opened', async () => {
    const chats = await startReceipts();
    const { ann, bob, tabs, annChat } = chats;
    await annChat.say('to an absent user');
    expect(await chats.lastOf(ann, bob)).toMatchObject(unseen);
    const bobShell = await chats.connectShell(bob);
    await annChat.say('hello');
    await chats.told({ username: bob.username, up_to_sequence: 2, delivered_at: isTime, read_at: null });
    expect(await chats.messagesOf(ann, bob)).toMatchObject([delivered, delivered]);
    await chats.connectChat(bob, ann);
    await chats.told({ username: bob.username, up_to_sequence: 2, delivered_at: isTime, read_at: isTime });
    expect(await chats.messagesOf(ann, bob)).toMatchObject([read, read]);
    const [{ latest_message: latest } = {}] = (await chats.conversations(ann)).data.conversations;
    const { delivered_at, read_at } = tabs[0].all('message_status').at(-1) ?? {};
    expect(latest).toMatchObject({ is_read: true, delivered_at, read_at });
    expect(bobShell.all('message_status')).toEqual([]);
  });

  it('FT-03: a message into an open chat is read at once; later ones are told at most once a second', async () => {
    const chats = await startReceipts();
    const { ann, bob, tabs, annChat } = chats;
    await chats.connectChat(bob, ann);
    for (let n = 0; n < 10; n += 1) await annChat.say(`line ${n}`);
    await chats.told({ up_to_sequence: 10, read_at: isTime });
    expect(tabs[0].all('message_status').length).toBeLessThan(5);
    const times = (await chats.messagesOf(ann, bob)).map((message) => Date.parse(message.read_at ?? ''));
    expect(times).toEqual(times.toSorted((a, b) => a - b));
    expect(times).toHaveLength(10);
  });

  it.each(['history', 'conversations', 'unread'] as const)(
    'FT-03: a message that the recipient requested is delivered without a socket: %s',
    async (way) => {
      const chats = await startReceipts();
      const { ann, bob, annChat } = chats;
      await annChat.say('hello');
      if (way === 'history') await chats.read(bob, ann);
      if (way === 'conversations') await chats.conversations(bob);
      if (way === 'unread') await chats.unread(bob);
      await chats.told({ up_to_sequence: 1, read_at: null });
      expect(await chats.lastOf(ann, bob)).toMatchObject(delivered);
    },
  );

  it('FT-03: marking as read is told, and what was read later never changes earlier times', async () => {
    const chats = await startReceipts();
    const { ann, bob, annChat } = chats;
    await annChat.say('first');
    await chats.markRead(bob, ann);
    await chats.told({ up_to_sequence: 1, read_at: isTime });
    const first = await chats.lastOf(ann, bob);
    await annChat.say('second');
    await chats.read(bob, ann, { before: new Date(Date.parse(first?.timestamp ?? '') + 1).toISOString() });
    await chats.markRead(bob);
    await chats.told({ up_to_sequence: 2, read_at: isTime });
    expect(await chats.messagesOf(ann, bob)).toMatchObject([{ ...first }, read]);
  });
});

describe('who is told', () => {
  it.each(['sender', 'recipient'] as const)(
    'FT-03: reading is not told if the %s has it off; delivery is',
    async (who) => {
      const chats = await startReceipts();
      const { ann, bob, tabs, annChat } = chats;
      await chats.set(who === 'sender' ? ann : bob, { tell_read: false });
      await chats.connectShell(bob);
      await annChat.say('hello');
      await chats.told({ up_to_sequence: 1, delivered_at: isTime, read_at: null });
      const bobChat = await chats.connectChat(bob, ann);
      await annChat.say('again');
      await soon(() => expect(bobChat.all('message')).toMatchObject([{ is_read: true }]));
      await soon(() =>
        expect(annChat.all('message')).toMatchObject([{ is_read: false }, { is_read: false }]),
      );
      await chats.told({ up_to_sequence: 2, delivered_at: isTime, read_at: null });
      expect(tabs[0].all('message_status').filter(({ read_at }) => read_at !== null)).toEqual([]);
      expect(await chats.messagesOf(ann, bob)).toMatchObject([delivered, delivered]);
      expect((await chats.conversations(ann)).data.conversations[0]?.latest_message).toMatchObject(delivered);
      expect(await chats.lastOf(bob, ann)).toMatchObject({ is_read: true });
    },
  );

  it('FT-03: a change of the setting holds at once for chats that are open', async () => {
    const chats = await startReceipts();
    const { ann, bob, annChat } = chats;
    await chats.connectChat(bob, ann);
    const isReadShown = async () => {
      const id = await annChat.say('hello');
      await soon(() => expect(annChat.all('message').at(-1)?._id).toBe(id));
      return annChat.all('message').at(-1)?.is_read;
    };
    expect(await isReadShown()).toBe(true);
    await chats.set(ann, { tell_read: false });
    expect(await isReadShown()).toBe(false);
    await chats.set(bob, { tell_read: false });
    await chats.set(ann, { tell_read: true });
    expect(await isReadShown()).toBe(false);
    await chats.set(bob, { tell_read: true });
    expect(await isReadShown()).toBe(true);
  });

  it('FT-03: nothing is told during a block', async () => {
    const chats = await startReceipts();
    const { ann, bob, tabs, annChat } = chats;
    await annChat.say('hello');
    await chats.block(ann, bob);
    await chats.connectChat(bob, ann);
    await chats.markRead(bob);
    await chats.unread(bob);
    await chats.unblock(ann, bob);
    expect(await chats.lastOf(ann, bob)).toMatchObject({ delivered_at: null, read_at: null });
    expect(tabs.flatMap((tab) => tab.all('message_status'))).toEqual([]);
  });
});

it('FT-03: messages from before receipts existed are read without a time', async () => {
  const chats = await startReceipts();
  const { ann, bob, annChat, database } = chats;
  await annChat.say('old');
  await sql`UPDATE messages SET created_at = (SELECT at FROM receipts_began) - interval '1 day'
    WHERE sender_id = ${await chats.idOf(ann)}`.execute(database.db);
  await chats.markRead(bob, ann);
  await annChat.say('new');
  await chats.markRead(bob, ann);
  await chats.told({ up_to_sequence: 2, read_at: isTime });
  expect(await chats.messagesOf(ann, bob)).toMatchObject([
    { is_read: true, delivered_at: null, read_at: null },
    read,
  ]);
});

it('FT-03, SV-104: the own marks are in the data copy and go with the account', async () => {
  const { ann, bob, annChat, told, connectChat, database, idOf, client, lastOf } = await startReceipts();
  const id = await annChat.say('hello');
  await connectChat(bob, ann);
  await told({ up_to_sequence: 1, read_at: isTime });
  const bobId = await idOf(bob);
  const section = personalSections('a secret').find(({ name }) => name === 'receipts');
  const copy = async (userId: number) => Array.fromAsync(section?.rows(database.db, userId) ?? []);
  expect(await copy(bobId)).toEqual([{ up_to_message_id: id, kind: 'read', at: expect.any(Date) }]);
  expect(await copy(await idOf(ann))).toEqual([]);
  expect((await client('DELETE /users/me', { body: { password: PASSWORD } }, bob)).status).toBe(200);
  expect(await copy(bobId)).toEqual([]);
  const former = { username: annChat.all('user_renamed').at(-1)?.username ?? '' };
  expect(await lastOf(ann, { ...bob, ...former })).toMatchObject({ delivered_at: null, read_at: null });
});
