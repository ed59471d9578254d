import { sql } from 'kysely';
import { describe, expect, it } from 'vitest';
import { messageRefOf } from '../features/messages/index.ts';
import { eventually, freshWord, startPrivacy, type Person } from '../features/privacy/privacy.fixture.ts';

/** The response to a request; reading the data of a refused one throws. */
type Answer = { readonly status: number; readonly data: unknown; readonly error: unknown };

type Fixture = Awaited<ReturnType<typeof startPrivacy>>;

/** The surfaces on which a word of a room's message stands for a reader of the room. */
const ROOM_SURFACES = [
  'around',
  'catch-up',
  'everything',
  'history',
  'message',
  'older',
  'quote',
  'search',
] as const;

/** The same for a word of a private message. */
const PRIVATE_SURFACES = [
  'around',
  'catch-up',
  'conversations',
  'copy of data',
  'everything',
  'history',
  'message',
  'older',
  'quote',
  'search',
  'unread',
] as const;

/** Resolves when all stored messages can be found by their words. */
const whenWorded = ({ database }: Fixture) =>
  eventually(async () => {
    const { rows } = await sql`SELECT FROM unworded_messages`.execute(database.db);
    expect(rows).toHaveLength(0);
  });

/** Returns the names of the places whose content has a word, sorted. */
const placesWith = (word: string, places: Readonly<Record<string, unknown>>): string[] =>
  Object.keys(places)
    .filter((name) => JSON.stringify(places[name]).includes(word))
    .toSorted();

/** Returns the response of a request, or its refusal. */
const shown = (answer: Answer): unknown => (answer.status === 200 ? answer.data : answer.error);

type Page = { readonly messages: readonly { readonly reply_to: unknown }[] };

/** Returns the messages of a page; none if it is refused. */
const messagesOf = (answer: Pick<Answer, 'status'> & { readonly data: Page }): Page['messages'] =>
  answer.status === 200 ? answer.data.messages : [];

/** A time after all messages. */
const later = '2100-01-01T00:00:00.000Z';

/** Returns what a person finds with a word, in messages and in everything. */
async function findings({ client }: Fixture, reader: Person, q: string) {
  return {
    search: shown(await client('GET /search/messages', { query: { q } }, reader)),
    everything: shown(await client('GET /search', { query: { q } }, reader)),
  };
}

/** Gives a message a card whose title is a word, as a fetched page would (FT-05). */
async function addCard({ database }: Fixture, messageId: string, word: string): Promise<void> {
  const ref = messageRefOf(messageId);
  await sql`
    WITH changed AS (
      UPDATE conversations SET revision = revision + 1 WHERE id = ${ref?.conversationId} RETURNING id, revision
    ), card AS (
      INSERT INTO message_previews (conversation_id, sequence, url, title, site)
      SELECT id, ${ref?.sequence}::bigint, ${linkWith(word)}, ${word}, 'Tea' FROM changed
    )
    UPDATE messages SET version = changed.revision FROM changed
    WHERE conversation_id = changed.id AND sequence = ${ref?.sequence}`.execute(database.db);
}

const linkWith = (word: string): string => `https://tea.example/${word}`;

/** Returns what the lists and the data copy of a person show. */
async function listsOf({ client, copyOf, database }: Fixture, reader: Person) {
  // A copy may be requested once a day.
  await sql`DELETE FROM data_exports`.execute(database.db);
  const copy = await copyOf(reader);
  return {
    unread: shown(await client('GET /chat/unread', {}, reader)),
    drafts: shown(await client('GET /drafts', {}, reader)),
    conversations: shown(await client('GET /messages/conversations', { query: {} }, reader)),
    'copy of data': [...copy].map(([name, bytes]) => `${name} ${bytes.toString()}`),
  };
}

/** Starts a room of `ann`, who writes, `zed`, who answers, and the reader `ben`. */
async function startRoom() {
  const fixture = await startPrivacy();
  const { creator: ann, groupId } = await fixture.roomOf(0);
  const [ben, zed] = [await fixture.person(), await fixture.person()];
  for (const member of [ben, zed]) await fixture.join(member, groupId);
  const clients = {
    ann: await fixture.connect(ann, groupId),
    ben: await fixture.connect(ben, groupId),
    zed: await fixture.connect(zed, groupId),
  };
  const shell = await fixture.connectShell(ben);
  const word = freshWord();

  async function say(who: keyof typeof clients, content: string, more = {}) {
    const answer = await clients[who].send(content, more);
    if (!('_id' in answer)) throw new Error(`was refused: ${answer.code}`);
    return answer;
  }

  /** Writes the word as `ann`, and answers as `zed`; returns both messages. */
  async function writeWord(start = '') {
    await say('ann', 'first');
    const original = await say('ann', `${start}${word} of ann ${linkWith(word)}`);
    await addCard(fixture, original._id, word);
    const draft = { group_id: groupId, text: 'not sent yet', reply_to: original._id };
    await fixture.client('PUT /drafts', { body: draft }, ben);
    const reply = await say('zed', 'an answer', { reply_to: original._id });
    await say('ann', 'last');
    return { original, reply };
  }

  /** Returns the surfaces of the room on which a reader sees the word. */
  async function seenBy(reader: Person, { original, reply }: Awaited<ReturnType<typeof writeWord>>) {
    await whenWorded(fixture);
    const { client, history } = fixture;
    const single = async (id: string) =>
      shown(await client('GET /groupchat/messages/:id', { params: { id } }, reader));
    const newest = messagesOf(await history(reader, groupId));
    return placesWith(word, {
      history: newest.filter(({ reply_to: quote }) => quote === null),
      quote: [newest.filter(({ reply_to: quote }) => quote !== null), await single(reply._id)],
      around: shown(await history(reader, groupId, { around_sequence: original.sequence })),
      older: shown(await history(reader, groupId, { before: later })),
      'catch-up': shown(await history(reader, groupId, { after_sequence: 0, after_revision: 0 })),
      message: await single(original._id),
      ...(await findings(fixture, reader, word)),
      ...(await listsOf(fixture, reader)),
    });
  }

  /** Returns the live events with the word that the reader gets while the quoted message and its replies change. */
  async function liveFor({ original, reply }: Awaited<ReturnType<typeof writeWord>>, change: () => unknown) {
    const before = { room: clients.ben.received.length, shell: shell.received.length };
    await change();
    const { client } = fixture;
    const body = { emoji: '👍', on: true };
    await client('POST /messages/:id/reactions', { params: { id: original._id }, body }, zed);
    await client('PATCH /messages/:id', { params: { id: reply._id }, body: { content: 'changed' } }, zed);
    await say('zed', 'another answer', { reply_to: reply._id });
    const mark = await say('zed', 'the end');
    await eventually(() =>
      expect(clients.ben.messages.some(({ sequence }) => sequence === mark.sequence)).toBe(true),
    );
    const events = [...clients.ben.received.slice(before.room), ...shell.received.slice(before.shell)];
    return events.filter((event) => JSON.stringify(event).includes(word)).map(({ event }) => event);
  }
  return { ...fixture, ann, ben, zed, groupId, word, writeWord, seenBy, liveFor };
}

describe('R-14, RY-01, ED-04, FT-04, FT-05, SR-01: words of a room', () => {
  it('a whisper is seen on every surface by its recipient, and on none by another member', async () => {
    const { ben, zed, writeWord, seenBy, liveFor } = await startRoom();
    const written = await writeWord(`@${zed.username} `);
    expect(await seenBy(zed, written)).toEqual([...ROOM_SURFACES, 'copy of data'].toSorted());
    expect(await seenBy(ben, written)).toEqual([]);
    expect(await liveFor(written, () => undefined)).toEqual([]);
  });

  it.each<[string, (room: Awaited<ReturnType<typeof startRoom>>, id: string) => Promise<unknown>]>([
    [
      'a deleted message',
      ({ client, ann }, id) =>
        client('POST /groupchat/delete_messages', { body: { message_ids: [id] } }, ann),
    ],
    [
      'a former text',
      ({ client, ann }, id) =>
        client('PATCH /messages/:id', { params: { id }, body: { content: 'something else' } }, ann),
    ],
    ['a message of a blocked user', ({ block, ben, ann }) => block(ben, ann)],
    ['a message of a user who blocked the reader', ({ block, ben, ann }) => block(ann, ben)],
    ['a message of a suspended user', ({ suspend, ann }) => suspend(ann)],
    ['a message of a room that the reader left', ({ leave, ben, groupId }) => leave(ben, groupId)],
  ])('%s is on no surface of a reader who saw it before', async (name, hide) => {
    const room = await startRoom();
    const { ann, ben, zed } = room;
    const written = await room.writeWord();
    expect(await room.seenBy(ben, written)).toEqual(ROOM_SURFACES);
    const isStillMember = !name.includes('left');
    if (isStillMember)
      expect(await room.liveFor(written, () => hide(room, written.original._id))).toEqual([]);
    else await hide(room, written.original._id);
    expect(await room.seenBy(ben, written)).toEqual([]);
    // Only a block and leaving concern the reader alone.
    const isPersonal = name.includes('block') || !isStillMember;
    expect(await room.seenBy(zed, written)).toEqual(isPersonal ? ROOM_SURFACES : []);
    if (isPersonal) expect(await room.seenBy(ann, written)).toContain('copy of data');
  });
});

describe('R-14, RY-01, ED-04, FT-05, SR-01: words of a private chat', () => {
  /** Starts a private chat in which `ann` wrote the word and `ben` answered. */
  async function startChat() {
    const fixture = await startPrivacy();
    const [ann, ben] = [await fixture.person(), await fixture.person()];
    const word = freshWord();
    const annShell = await fixture.connectShell(ann);
    const benShell = await fixture.connectShell(ben);
    const content = `${word} of ann ${linkWith(word)}`;
    const original = await annShell.say(content, { recipient: ben.username });
    await addCard(fixture, original, word);
    const reply = await benShell.say('an answer', { recipient: ann.username, reply_to: original });
    const sequence = Number(original.split('-').at(-1));

    async function seenByBen() {
      await whenWorded(fixture);
      const { read, getMessage } = fixture;
      const messages = messagesOf(await read(ben, ann));
      return placesWith(word, {
        history: messages.filter(({ reply_to: quote }) => quote === null),
        quote: [
          messages.filter(({ reply_to: quote }) => quote !== null),
          shown(await getMessage(ben, reply)),
        ],
        around: shown(await read(ben, ann, { around_sequence: sequence })),
        older: shown(await read(ben, ann, { before: later })),
        'catch-up': shown(await read(ben, ann, { after_sequence: 0, after_revision: 0 })),
        message: shown(await getMessage(ben, original)),
        ...(await findings(fixture, ben, word)),
        ...(await listsOf(fixture, ben)),
      });
    }
    return { ...fixture, ann, ben, original, seenByBen };
  }

  it.each<[string, (chat: Awaited<ReturnType<typeof startChat>>) => Promise<unknown>]>([
    ['a deleted message', ({ deleteMessages, ann, ben, original }) => deleteMessages(ann, ben, [original])],
    [
      'a message that the reader deleted for themselves',
      ({ deleteMessages, ann, ben, original }) => deleteMessages(ben, ann, [original]),
    ],
    [
      'a former text',
      ({ client, ann, original: id }) =>
        client('PATCH /messages/:id', { params: { id }, body: { content: 'something else' } }, ann),
    ],
    ['a message of a blocked user', ({ block, ann, ben }) => block(ben, ann)],
    ['a message of a user who blocked the reader', ({ block, ann, ben }) => block(ann, ben)],
  ])('%s is on no surface of the reader', async (_name, hide) => {
    const chat = await startChat();
    expect(await chat.seenByBen()).toEqual(PRIVATE_SURFACES);
    expect(await hide(chat)).toMatchObject({ status: 200 });
    expect(await chat.seenByBen()).toEqual([]);
  });
});
