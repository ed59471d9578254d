import { REACTION_PEOPLE_PAGE, REACTIONS_MAX } from '@adda/contract/messages';
import { sql } from 'kysely';
import { expect, it } from 'vitest';
import { PASSWORD } from '../../accounts/accounts.fixture.ts';
import { eventually, startChats, type Person } from '../../direct/direct.fixture.ts';

/** Creates a room of its creator and two guests, with requests about a message of the creator. */
async function startRoom() {
  const chats = await startChats();
  const { creator, groupId, others } = await chats.roomOf(2);
  const [bob = creator, eve = creator] = others;
  const creatorClient = await chats.connect(creator, groupId);
  const idOf = async (content: string) => {
    const answer = await creatorClient.send(content);
    if (!('_id' in answer)) throw new Error(`was refused: ${answer.code}`);
    // A room takes one message a second from a user; waiting for it is part of sending.
    return answer._id;
  };
  const react = (someone: Person, id: string, emoji: string, on = true) =>
    chats.client('POST /messages/:id/reactions', { params: { id }, body: { emoji, on } }, someone);
  const people = (someone: Person, id: string, query: { emoji?: string; cursor?: string } = {}) =>
    chats.client('GET /messages/:id/reactions', { params: { id }, query }, someone);
  return { ...chats, creator, bob, eve, groupId, idOf, react, people, creatorClient };
}

it('RX-01, RX-02: several users react, each sees their own reactions, and repeating a call changes nothing', async () => {
  const { creator, bob, eve, groupId, idOf, react, history } = await startRoom();
  const id = await idOf('hello');
  expect((await react(bob, id, '👍')).data).toEqual({
    message_id: id,
    reactions: [{ emoji: '👍', count: 1, mine: true, usernames: [bob.username] }],
  });
  await react(bob, id, '❤');
  await react(eve, id, '👍');
  const { revision } = (await history(creator, groupId)).data;
  const again = await react(eve, id, '👍');
  expect(again.data.reactions).toEqual([
    { emoji: '👍', count: 2, mine: true, usernames: [eve.username, bob.username] },
    { emoji: '❤️', count: 1, mine: false, usernames: [bob.username] },
  ]);
  await react(eve, id, '😂', false);
  const page = (await history(creator, groupId)).data;
  expect(page.revision).toBe(revision);
  expect(page.messages[0]).toMatchObject({
    version: revision,
    reactions: [
      { emoji: '👍', count: 2, mine: false, usernames: [bob.username, eve.username] },
      { emoji: '❤️', count: 1, mine: false, usernames: [bob.username] },
    ],
  });
  await react(bob, id, '👍', false);
  expect((await react(bob, id, '❤️', false)).data.reactions).toEqual([
    { emoji: '👍', count: 1, mine: false, usernames: [eve.username] },
  ]);
});

it('RX-01: any text but one emoji is refused, and a message that the user cannot read is not found', async () => {
  const { bob, groupId, idOf, react, person, admin, join } = await startRoom();
  const id = await idOf('hello');
  expect(await react(bob, id, '👍👍')).toMatchObject({ status: 400, error: { code: 'invalid_emoji' } });
  expect(await react(bob, id, 'ok')).toMatchObject({ status: 400, error: { detail: 'Choose one emoji' } });
  const outsider = await person();
  const missing = { status: 404, error: { code: 'message_not_found' } };
  expect(await react(outsider, id, '👍')).toMatchObject(missing);
  expect(await react(bob, 'zz-1', '👍')).toMatchObject(missing);
  expect(await react(bob, 'not an id', '👍')).toMatchObject(missing);
  expect(await react(await admin(), id, '👍')).toMatchObject({
    status: 403,
    error: { code: 'not_a_member' },
  });
  await join(outsider, groupId);
  expect((await react(outsider, id, '👍')).status).toBe(200);
});

it('RX-01, X-35: a whisper takes reactions of its sender and recipients alone, a deleted message none', async () => {
  const { client, creator, bob, eve, idOf, react, people } = await startRoom();
  const whisper = await idOf(`@${bob.username} between us`);
  expect((await react(bob, whisper, '👍')).status).toBe(200);
  expect((await react(creator, whisper, '👍')).status).toBe(200);
  expect((await react(eve, whisper, '👍')).status).toBe(404);
  expect((await people(eve, whisper)).status).toBe(404);
  expect((await people(bob, whisper)).data.people).toHaveLength(2);
  await client('POST /groupchat/delete_messages', { body: { message_ids: [whisper] } }, creator);
  expect((await react(bob, whisper, '😂')).status).toBe(404);
  expect((await people(bob, whisper)).status).toBe(404);
});

it('RX-02: blocked and suspended users are in neither counts nor names', async () => {
  const { client, creator, bob, eve, idOf, react, people, block, suspend, admin, groupId, history } =
    await startRoom();
  const id = await idOf('hello');
  await react(bob, id, '👍');
  await react(eve, id, '👍');
  await block(eve, bob);
  const reactionsFor = async (someone: Person) =>
    (await history(someone, groupId)).data.messages[0]?.reactions.map(({ count, usernames }) => ({
      count,
      usernames,
    }));
  expect(await reactionsFor(eve)).toEqual([{ count: 1, usernames: [eve.username] }]);
  expect(await reactionsFor(creator)).toEqual([{ count: 2, usernames: [bob.username, eve.username] }]);
  expect((await people(bob, id)).data.people.map(({ username }) => username)).toEqual([bob.username]);
  await suspend(bob);
  expect(await reactionsFor(creator)).toEqual([{ count: 1, usernames: [eve.username] }]);
  expect(await reactionsFor(await admin())).toEqual([{ count: 2, usernames: [bob.username, eve.username] }]);
  await block(creator, eve);
  expect((await react(eve, id, '😂')).status).toBe(404);
  expect((await client('GET /groupchat/messages/:id', { params: { id } }, eve)).status).toBe(404);
});

it('RX-02: users who react at the same moment each get what the history shows them', async () => {
  const { creator, bob, eve, idOf, react, person, admin, join, block, suspend, groupId, history } =
    await startRoom();
  const id = await idOf('hello');
  const [suspended, administrator] = [await person(), await admin()];
  const others = await Promise.all([person(), person(), person()]);
  for (const each of [suspended, administrator, ...others]) await join(each, groupId);
  await react(suspended, id, '👍');
  await block(eve, bob);
  await suspend(suspended);
  const all = [creator, bob, eve, administrator, ...others];
  const reactAll = () =>
    Promise.all(all.map((each, place) => react(each, id, ['👍', '❤️', '😂'][place % 3] ?? '')));
  await reactAll();
  const answers = await reactAll();
  for (const [place, each] of all.entries()) {
    const { reactions } = (await history(each, groupId)).data.messages[0] ?? {};
    expect(reactions).toHaveLength(3);
    expect(answers[place]?.data.reactions, `place ${place}`).toEqual(reactions);
  }
});

it('RX-02: a message takes 20 different emoji', async () => {
  const { bob, eve, idOf, react } = await startRoom();
  const id = await idOf('hello');
  const emojis = Array.from({ length: REACTIONS_MAX }, (_, n) => String.fromCodePoint(0x1f600 + n));
  const answers = await Promise.all(emojis.map((emoji, n) => react(n % 2 ? bob : eve, id, emoji)));
  expect(answers.map(({ status }) => status)).toEqual(emojis.map(() => 200));
  expect(await react(bob, id, '👍')).toMatchObject({ status: 400, error: { code: 'reactions_full' } });
  expect((await react(bob, id, emojis[0] ?? '')).status).toBe(200);
  await react(eve, id, emojis[2] ?? '', false);
  expect((await react(bob, id, '👍')).status).toBe(200);
});

it('RX-03: every member in the room gets the state immediately, with the correct `mine` for each', async () => {
  const { bob, eve, groupId, idOf, react, connect, creatorClient } = await startRoom();
  const id = await idOf('hello');
  const [bobClient, eveClient] = [await connect(bob, groupId), await connect(eve, groupId)];
  const statesOf = ({ received }: typeof bobClient) =>
    received.filter(({ event }) => event === 'message_reactions').map(({ payload }) => payload);
  await react(bob, id, '👍');
  const common = { group_id: groupId, message_id: id, sequence: 1, revision: 1 };
  const one = { emoji: '👍', count: 1, usernames: [bob.username] };
  await eventually(() => {
    expect(statesOf(creatorClient)).toEqual([{ ...common, reactions: [{ ...one, mine: false }] }]);
    expect(statesOf(eveClient)).toEqual([{ ...common, reactions: [{ ...one, mine: false }] }]);
    expect(statesOf(bobClient)).toEqual([{ ...common, reactions: [{ ...one, mine: true }] }]);
  });
});

it('RX-03: changes in quick succession lead to the final state', async () => {
  const { bob, eve, idOf, react, creatorClient } = await startRoom();
  const id = await idOf('hello');
  const emojis = ['👍', '😂', '😮', '😢', '🙏', '🎉', '🔥', '💯', '👀', '🤝'];
  for (const emoji of emojis) await Promise.all([react(bob, id, emoji), react(eve, id, emoji)]);
  const states = () =>
    creatorClient.received.flatMap(({ event, payload }) =>
      event === 'message_reactions' ? [payload as { reactions: { count: number }[] }] : [],
    );
  await eventually(() => {
    expect(
      states()
        .at(-1)
        ?.reactions.map(({ count }) => count),
    ).toEqual(emojis.map(() => 2));
  });
});

it('RX-03, R-14: a block hides reactions in events; users who must not see the message receive none', async () => {
  const { creator, bob, eve, groupId, idOf, react, connect, block, creatorClient } = await startRoom();
  const id = await idOf('hello');
  await block(eve, bob);
  const eveClient = await connect(eve, groupId);
  await react(bob, id, '👍');
  await react(eve, id, '😂');
  const statesOf = (client: typeof eveClient) =>
    client.received.flatMap(({ event, payload }) =>
      event === 'message_reactions'
        ? [(payload as { reactions: { emoji: string }[] }).reactions.map(({ emoji }) => emoji)]
        : [],
    );
  await eventually(() => {
    expect(statesOf(eveClient).at(-1)).toEqual(['😂']);
    expect(statesOf(creatorClient).at(-1)).toEqual(['👍', '😂']);
  });
  await block(creator, eve);
  const count = statesOf(eveClient).length;
  await react(bob, id, '🎉');
  await eventually(() => expect(statesOf(creatorClient).at(-1)).toContain('🎉'));
  expect(statesOf(eveClient)).toHaveLength(count);
});

it('RX-03, RX-05: private chats get the same events and catch-up; a block ends them', async () => {
  const { client, openChat, read, block, setAvailable } = await startChats();
  const { ann, bob, annChat, bobChat } = await openChat();
  const id = await annChat.say('hello');
  const react = (someone: Person, emoji: string) =>
    client('POST /messages/:id/reactions', { params: { id }, body: { emoji, on: true } }, someone);
  await setAvailable(ann, false);
  expect((await react(bob, '👍')).status).toBe(200);
  const state = { message_id: id, sequence: 1, revision: 1 };
  const one = { emoji: '👍', count: 1, usernames: [bob.username] };
  await eventually(() => {
    expect(annChat.all('message_reactions')).toEqual([
      { username: bob.username, ...state, reactions: [{ ...one, mine: false }] },
    ]);
    expect(bobChat.all('message_reactions')).toEqual([
      { username: ann.username, ...state, reactions: [{ ...one, mine: true }] },
    ]);
  });
  const missed = (await read(ann, bob, { after_sequence: 1, after_revision: 0 })).data;
  expect(missed).toMatchObject({ messages: [], revision: 1, reload: false, deleted_sequences: [] });
  expect(missed.changed_messages).toMatchObject([{ _id: id, version: 1, reactions: [{ emoji: '👍' }] }]);
  const lists = (await client('GET /messages/conversations', { query: {} }, ann)).data.conversations;
  expect(lists[0]?.latest_message).toMatchObject({ version: 1, reactions: [{ emoji: '👍', count: 1 }] });
  await block(ann, bob);
  expect((await react(bob, '😂')).status).toBe(404);
  expect((await react(ann, '😂')).status).toBe(404);
});

it('RX-04: lists the users who reacted, newest first, in pages and by emoji', async () => {
  const { database, creator, bob, eve, idOf, react, people } = await startRoom();
  const id = await idOf('hello');
  await react(bob, id, '👍');
  await react(eve, id, '❤️');
  const first = (await people(creator, id)).data;
  expect(first).toMatchObject({
    people: [
      { username: eve.username, emoji: '❤️', avatar: null },
      { username: bob.username, emoji: '👍' },
    ],
    next_cursor: null,
  });
  expect((await people(creator, id, { emoji: '👍' })).data.people).toHaveLength(1);
  // More users than one page, written directly.
  await sql`
    INSERT INTO message_reactions (conversation_id, sequence, user_id, emoji)
    SELECT conversation_id, sequence, user_id, 'x' || n FROM message_reactions, generate_series(1, 60) AS n
    WHERE user_id = (SELECT id FROM users WHERE username = ${bob.username})`.execute(database.db);
  const page = (await people(creator, id)).data;
  expect(page.people).toHaveLength(REACTION_PEOPLE_PAGE);
  const rest = (await people(creator, id, { cursor: page.next_cursor ?? '' })).data;
  expect(rest.people).toHaveLength(62 - REACTION_PEOPLE_PAGE);
  expect(rest.people.at(-1)).toMatchObject({ username: bob.username, emoji: '👍' });
  expect((await people(creator, id, { cursor: '-' })).status).toBe(400);
});

it('RX-05: more changed messages than one response holds make the client reload', async () => {
  const { database, creator, groupId, idOf, history } = await startRoom();
  await idOf('hello');
  await sql`
    INSERT INTO messages (conversation_id, sequence, sender_id, content, created_at, version)
    SELECT m.conversation_id, n, m.sender_id, 'more', now() + make_interval(secs => n), n - 1
    FROM messages m JOIN rooms ON rooms.conversation_id = m.conversation_id, generate_series(2, 203) AS n
    WHERE rooms.group_id = ${groupId}`.execute(database.db);
  await sql`
    INSERT INTO conversation_changes (conversation_id, revision, sequence, kind)
    SELECT m.conversation_id, m.version, m.sequence, 'reaction'
    FROM messages m JOIN rooms ON rooms.conversation_id = m.conversation_id
    WHERE rooms.group_id = ${groupId} AND m.version > 0`.execute(database.db);
  await sql`
    UPDATE conversations SET last_sequence = 203, revision = 202, revisions_without_deletion = 202
    WHERE id = (SELECT conversation_id FROM rooms WHERE group_id = ${groupId})`.execute(database.db);
  const after = async (revision: number) =>
    (await history(creator, groupId, { after_sequence: 203, after_revision: revision })).data;
  expect(await after(0)).toMatchObject({ reload: true, changed_messages: [], revision: 202 });
  const some = await after(2);
  expect(some).toMatchObject({ reload: false, revision: 202 });
  expect(some.changed_messages.map(({ sequence }) => sequence)).toEqual(
    Array.from({ length: 200 }, (_, n) => n + 4),
  );
});

it('SV-13: the reactions of a deleted account are deleted', async () => {
  const { client, creator, groupId, idOf, react, history, person, join } = await startRoom();
  const leaver = await person();
  await join(leaver, groupId);
  const id = await idOf('hello');
  await react(leaver, id, '👍');
  await client('DELETE /users/me', { body: { password: PASSWORD } }, leaver);
  expect((await history(creator, groupId)).data.messages[0]?.reactions).toEqual([]);
});
