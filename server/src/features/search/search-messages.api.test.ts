import { SEARCH_PAGE } from '@adda/contract/search';
import { sql } from 'kysely';
import { expect, it } from 'vitest';
import { volume } from '../../test/volume.fixture.ts';
import { eventually } from '../direct/direct.fixture.ts';
import { startSearch } from './search.fixture.ts';

const LINES = [
  ['See you at the Café at ten', 'cafe', 'Café'],
  ['Straße ist lang', 'STRASSE', 'Straße'],
  ['Добрый вечер', 'ДОБРЫЙ', 'Добрый'],
  ['آپ کیسے ہیں دوست', 'كيسے', 'کیسے'],
  ['नमस्ते दुनिया', 'दुनिया', 'दुनिया'],
  ['আমি বাংলায় গান গাই', 'গান', 'গান'],
  ['Καλημέρα κόσμε', 'ΚΌΣΜΕ', 'κόσμε'],
  ['🎉🎉 then a surprise', 'surprise', 'surprise'],
] as const;

it('SR-01: words of five scripts are found in a private chat, by both, with their places in the text', async () => {
  const { openChat, search, found } = await startSearch();
  const { ann, bob, annChat } = await openChat();
  for (const [content] of LINES) await annChat.say(content);
  for (const [content, q, part] of LINES)
    for (const someone of [ann, bob]) expect(await found(someone, { q }), q).toEqual([[content, part]]);
  const { data } = await search(bob, { q: 'cafe' });
  expect(data.results[0]?.where).toEqual({ username: ann.username });
  expect(await found(bob, { q: 'दुन' })).toEqual([['नमस्ते दुनिया', 'दुन']]);
  expect(await found(bob, { q: 'दनिया' })).toEqual([]);
  expect(await found(bob, { q: 'গন' })).toEqual([]);
});

it('SR-01: a result is the message as the history has it, and a room is named by id and name', async () => {
  const { startRoom, search, history, getRoom, client, read, openChat } = await startSearch();
  const { creator, groupId, room } = await startRoom();
  const id = (await room.send('Findable words https://example.org/a')) as { _id: string };
  await client(
    'POST /messages/:id/reactions',
    { params: { id: id._id }, body: { emoji: '👍', on: true } },
    creator,
  );
  const page = (await history(creator, groupId)).data;
  const { name } = (await getRoom(creator, groupId)).data;
  const { data } = await search(creator, { q: 'findable' });
  const withoutLinks = (message: unknown) => ({ ...(message as object), image_url: null });
  expect(data.results.map(({ message }) => withoutLinks(message))).toEqual(page.messages.map(withoutLinks));
  expect(data.results[0]?.where).toEqual({ group_id: groupId, name });
  const { ann, bob, annChat } = await openChat();
  await annChat.say('Another findable line');
  const history2 = (await read(bob, ann)).data.messages;
  expect((await search(bob, { q: 'findable' })).data.results.map(({ message }) => message)).toEqual(history2);
});

it('SR-01: every word must match, the last by its beginning, a phrase side by side', async () => {
  const { openChat, found } = await startSearch();
  const { ann, annChat } = await openChat();
  await annChat.say('see you at the station');
  await annChat.say('at you see I');
  expect(await found(ann, { q: 'see stat' })).toEqual([['see you at the station', 'see', 'stat']]);
  expect(await found(ann, { q: 'stat see' })).toEqual([]);
  expect(await found(ann, { q: '"you at"' })).toEqual([['see you at the station', 'you at']]);
  expect(await found(ann, { q: '"you a"' })).toEqual([]);
  expect(await found(ann, { q: '"at you" s' })).toEqual([['at you see I', 'at you', 's']]);
  expect(await found(ann, { q: 'y' })).toHaveLength(2);
  expect(await found(ann, { q: '!!! 😀' })).toEqual([]);
});

it('SR-01: nobody finds whispers to others, blocked or suspended users, and only members find anything', async () => {
  const { startRoom, found, person, admin, join, leave, block, unblock, suspend, connect, database } =
    await startSearch();
  const { creator, groupId, bob, eve, room } = await startRoom();
  await room.send(`@${bob.username} quietly pineapple`);
  const bobClient = await connect(bob, groupId);
  await bobClient.send('loudly pineapple');
  const contents = async (someone: typeof bob) => (await found(someone, { q: 'pineapple' })).length;
  expect([await contents(creator), await contents(bob), await contents(eve)]).toEqual([2, 2, 1]);
  const [outsider, boss] = [await person(), await admin()];
  expect([await contents(outsider), await contents(boss)]).toEqual([0, 0]);
  await block(eve, bob);
  expect(await contents(eve)).toBe(0);
  await unblock(eve, bob);
  await join(outsider, groupId);
  expect(await contents(outsider)).toBe(1);
  await leave(outsider, groupId);
  expect(await contents(outsider)).toBe(0);
  await suspend(bob);
  expect([await contents(creator), await contents(eve)]).toEqual([1, 0]);
  await sql`UPDATE users SET suspended_at = NULL WHERE username = ${bob.username}`.execute(database.db);
  expect(await contents(eve)).toBe(1);
});

it('SR-01: deleted, hidden and cleared messages are not found, nor chats with a blocked or suspended user', async () => {
  const { openChat, found, deleteMessages, block, unblock, suspend } = await startSearch();
  const { ann, bob, annChat, bobChat } = await openChat();
  // An answer keeps the two known to each other after the block, which ends follows.
  await bobChat.say('hello');
  const [first, second] = [
    await annChat.say('mango one'),
    await annChat.say('mango two'),
    await annChat.say('mango three'),
  ];
  const count = async (someone: typeof ann) => (await found(someone, { q: 'mango' })).length;
  await deleteMessages(ann, bob, [first]);
  expect([await count(ann), await count(bob)]).toEqual([2, 2]);
  await deleteMessages(bob, ann, [second]);
  expect([await count(ann), await count(bob)]).toEqual([2, 1]);
  await block(bob, ann);
  expect([await count(ann), await count(bob)]).toEqual([0, 0]);
  await unblock(bob, ann);
  expect([await count(ann), await count(bob)]).toEqual([2, 1]);
  await deleteMessages(ann, bob, []);
  expect([await count(ann), await count(bob)]).toEqual([0, 0]);
  await annChat.say('mango four');
  expect([await count(ann), await count(bob)]).toEqual([1, 1]);
  await suspend(ann);
  expect(await count(bob)).toBe(0);
});

it('SR-01: a cleared or deleted room is not found any more', async () => {
  const { startRoom, found, client, deleteGroup } = await startSearch();
  const { creator, groupId, bob, room } = await startRoom();
  await room.send('papaya');
  expect(await found(bob, { q: 'papaya' })).toHaveLength(1);
  await client('POST /groupchat/delete_messages', { body: { group_id: groupId } }, creator);
  expect(await found(bob, { q: 'papaya' })).toEqual([]);
  await room.send('papaya again');
  expect(await found(bob, { q: 'papaya' })).toHaveLength(1);
  await deleteGroup(creator, groupId);
  expect(await found(bob, { q: 'papaya' })).toEqual([]);
});

it('SR-01: filters by place, sender, attachment and time', async () => {
  const { openChat, startRoom, found, search, client, join } = await startSearch();
  const { ann, bob, annChat, bobChat } = await openChat();
  const { groupId, room, creator } = await startRoom();
  await annChat.say('tea at http://tea.example/x');
  await bobChat.say('tea please');
  await room.send('tea for all');
  expect(await found(ann, { q: 'tea', recipient: bob.username })).toHaveLength(2);
  expect(await found(ann, { q: 'tea', recipient: 'nobody-here' })).toEqual([]);
  expect(await found(ann, { q: 'tea', group_id: groupId })).toEqual([]);
  expect(await found(creator, { q: 'tea', group_id: groupId })).toEqual([['tea for all', 'tea']]);
  expect(await found(ann, { q: 'te', from: bob.username })).toEqual([['tea please', 'te']]);
  expect(await found(ann, { from: bob.username.toUpperCase() })).toEqual([['tea please']]);
  expect(await found(ann, { from: 'nobody-here' })).toEqual([]);
  expect(await found(ann, { has: 'link' })).toEqual([['tea at http://tea.example/x']]);
  expect(await found(ann, { q: 't', has: 'link', from: bob.username })).toEqual([]);
  for (const has of ['image', 'voice', 'video'] as const) expect(await found(ann, { has })).toEqual([]);
  const video = { youtube_url: 'https://www.youtube.com/watch?v=aqz-KE-bpKQ' };
  await room.send('tea party', video);
  expect(await found(creator, { has: 'video' })).toEqual([['tea party']]);
  await join(ann, groupId);
  expect(await found(ann, { q: 'party', from: creator.username, has: 'video' })).toEqual([
    ['tea party', 'party'],
  ]);
  await client('POST /groupchat/groups/leave', { body: { group_id: groupId } }, ann);
  const [newest, oldest] = (await search(ann, { q: 'tea' })).data.results.map(
    ({ message }) => message.timestamp,
  );
  expect(await found(ann, { q: 'tea', before: newest ?? '' })).toEqual([
    ['tea at http://tea.example/x', 'tea', 'tea'],
  ]);
  expect(await found(ann, { q: 'tea', after: oldest ?? '' })).toEqual([['tea please', 'tea']]);
  expect(await found(ann, { q: 'tea', after: oldest ?? '', before: newest ?? '' })).toEqual([]);
});

it('SR-01: pages of all conversations together have every message once, newest first', async () => {
  const { app, startRoom, join, search, database, openChat } = await startSearch();
  const { groupId, bob, room } = await startRoom();
  await room.send('lychee first');
  const { ann, bobChat } = await openChat();
  await join(ann, groupId);
  await bobChat.say('lychee second');
  // Stored as by the previous version, and indexed by the job: more messages than a page, some at the same time.
  const { rows } = await sql<{ id: number }>`
    WITH place AS (
      SELECT own.conversation_id AS id, head.last_sequence FROM conversation_members own
      JOIN users ON users.id = own.user_id JOIN conversations head ON head.id = own.conversation_id
      WHERE users.username = ${ann.username}
    ), stored AS (
      INSERT INTO messages (conversation_id, sequence, sender_id, content, created_at)
      SELECT place.id, place.last_sequence + n, (SELECT id FROM users WHERE username = ${bob.username}), 'lychee ' || n,
        now() + n * interval '1 second'
      FROM place, generate_series(1, 35) AS n
    ), unworded AS (
      INSERT INTO unworded_messages (conversation_id, from_sequence, to_sequence)
      SELECT id, last_sequence + 1, last_sequence + 35 FROM place
    )
    UPDATE conversations SET last_sequence = place.last_sequence + 35, last_message_at = now() + interval '35 seconds'
    FROM place WHERE conversations.id = place.id RETURNING place.id`.execute(database.db);
  expect(rows).toHaveLength(2);
  await database.transaction((tx) => app.jobs.enqueue(tx, 'messages.add-words', null));
  await expect
    .poll(async () => (await sql`SELECT FROM unworded_messages`.execute(database.db)).rows.length)
    .toBe(0);
  const seen: string[] = [];
  let cursor: string | undefined;
  const sizes: number[] = [];
  do {
    const { data } = await search(ann, { q: 'lych', ...(cursor !== undefined && { cursor }) });
    sizes.push(data.results.length);
    seen.push(...data.results.map(({ message }) => `${message.timestamp} ${message._id}`));
    cursor = data.next_cursor ?? undefined;
  } while (cursor !== undefined);
  expect(sizes).toEqual([SEARCH_PAGE, SEARCH_PAGE, SEARCH_PAGE, 12]);
  expect(new Set(seen).size).toBe(72);
  const times = seen.map((line) => line.split(' ')[0] ?? '');
  expect(times).toEqual(times.toSorted().toReversed());
});

it('SR-01: frequent and rare words are found in many conversations, newest first', async () => {
  const { app, startRoom, search, found, database } = await startSearch();
  const { bob } = await startRoom();
  // The message of each room is older than those of the rooms after it; a rare word is in the two oldest ones.
  await sql`
    WITH writer AS (SELECT id FROM users WHERE username = ${bob.username}),
    place AS (
      INSERT INTO conversations (kind, last_sequence, last_message_at)
      SELECT 'room', 1, now() + n * interval '1 second' FROM generate_series(1, 60) AS n
      RETURNING id, last_message_at
    ), room AS (
      INSERT INTO rooms (conversation_id, group_id, name, description, creator_id)
      SELECT place.id, lpad(to_hex(place.id), 24, '0'), 'Orchard ' || place.id, '', writer.id FROM place, writer
    ), member AS (
      INSERT INTO conversation_members (conversation_id, user_id) SELECT place.id, writer.id FROM place, writer
    ), stored AS (
      INSERT INTO messages (conversation_id, sequence, sender_id, content, created_at)
      SELECT place.id, 1, writer.id,
        CASE WHEN place.last_message_at <= now() + interval '2.5 seconds' THEN 'papaya durian' ELSE 'papaya' END,
        place.last_message_at
      FROM place, writer
    )
    INSERT INTO unworded_messages (conversation_id, from_sequence, to_sequence) SELECT id, 1, 1 FROM place`.execute(
    database.db,
  );
  await database.transaction((tx) => app.jobs.enqueue(tx, 'messages.add-words', null));
  await expect
    .poll(async () => (await sql`SELECT FROM unworded_messages`.execute(database.db)).rows.length)
    .toBe(0);
  const times: string[] = [];
  let cursor: string | undefined;
  do {
    const { data } = await search(bob, { q: 'papaya', ...(cursor !== undefined && { cursor }) });
    times.push(...data.results.map(({ message }) => message.timestamp));
    cursor = data.next_cursor ?? undefined;
  } while (cursor !== undefined);
  expect(times).toHaveLength(60);
  expect(times).toEqual([...new Set(times)].toSorted().toReversed());
  expect(await found(bob, { q: 'durian' })).toHaveLength(2);
  expect(await found(bob, { q: 'papaya durian' })).toHaveLength(2);
});

it('SR-01: messages are found right after their confirmation, and edited ones only by their new texts', async () => {
  const { startRoom, client } = await startSearch();
  const { creator, groupId, bob, room } = await startRoom();
  const contents = async (q: string) => {
    const { data } = await client('GET /search/messages', { query: { q, group_id: groupId } }, bob);
    return data.results.map(({ message }) => message.content);
  };
  for (const n of [1, 2, 3, 4, 5]) {
    await room.send(`guava ${n}`);
    // Not by the job, which runs every minute.
    await eventually(async () => expect(await contents(`guava ${n}`)).toEqual([`guava ${n}`]));
  }
  const edits = [1, 2, 3, 4, 5, 6].map(async (n) => {
    const { _id: id } = (await room.send(`melon ${n}`)) as { _id: string };
    return client('PATCH /messages/:id', { params: { id }, body: { content: `berry ${n}` } }, creator);
  });
  expect((await Promise.all(edits)).map(({ status }) => status)).toEqual([200, 200, 200, 200, 200, 200]);
  await eventually(async () => expect(await contents('berry')).toHaveLength(6));
  expect(await contents('melon')).toEqual([]);
});

it('SR-01: refuses what is malformed', async () => {
  const { person, search } = await startSearch();
  const ann = await person();
  const status = async (filters: Parameters<typeof search>[1]) => {
    const answer = await search(ann, filters);
    return [answer.status, answer.status === 200 ? undefined : answer.error.detail];
  };
  expect(await status({ q: 'a', cursor: 'broken' })).toEqual([400, 'Invalid request parameters']);
  expect(await status({ q: 'a', cursor: 'a'.repeat(5000) })).toEqual([400, 'Invalid request parameters']);
  expect((await status({ q: '' }))[0]).toBe(422);
  expect((await status({ q: '  ' }))[0]).toBe(422);
  expect((await status({ q: 'a'.repeat(201) }))[0]).toBe(422);
  expect((await status({ q: 'a', group_id: 'b', recipient: 'c' }))[0]).toBe(422);
  expect((await status({ q: 'a', has: 'sound' as never }))[0]).toBe(422);
  expect((await status({ q: 'a', before: 'yesterday' }))[0]).toBe(422);
  expect((await status({ q: 'a'.repeat(200), before: '' }))[0]).toBe(200);
});

it('SR-01: no text makes a search fail', async () => {
  const { openChat, search, everything } = await startSearch();
  const { ann, annChat } = await openChat();
  await annChat.say('"quoted" %_\\ words, क्या ß 👩‍💻');
  const pieces = [
    'a',
    '"',
    "'",
    '%',
    '_',
    '\\',
    ' ',
    '#',
    '@',
    'ß',
    'क्',
    '\u200d',
    '👩‍💻',
    '\ud800',
    'ک',
    '(',
    ':*',
    '&',
    '“',
  ];
  let seed = 11;
  const next = (below: number) => (seed = (seed * 48_271) % 2_147_483_647) % below;
  const text = () => Array.from({ length: 1 + next(12) }, () => pieces[next(pieces.length)]).join('');
  for (let round = 0; round < volume(80, 1000); round += 1) {
    const q = text();
    const { status } =
      round % 4 === 0 ? await everything(ann, q) : await search(ann, { q, from: round % 3 ? '' : text() });
    expect([200, 422], JSON.stringify(q)).toContain(status);
  }
}, 240_000);

it('SR-04: old messages of a long room are found, alone and in pages, in every part of it', async () => {
  const { app, startRoom, search, found, database } = await startSearch();
  const { creator, groupId, room } = await startRoom();
  await room.send('the first of many');
  await sql`
    WITH place AS (
      SELECT conversation_id AS id, creator_id FROM rooms WHERE group_id = ${groupId}
    ), stored AS (
      INSERT INTO messages (conversation_id, sequence, sender_id, content, created_at)
      SELECT id, n, creator_id,
        CASE WHEN n % 997 = 0 THEN 'needle ' || n WHEN n % 1000 = 1 THEN 'hay odd' WHEN n % 50 = 2 THEN 'hay mow' ELSE 'hay' END,
        now() + n * interval '1 second'
      FROM place, generate_series(2, 9000) AS n
    ), unworded AS (
      INSERT INTO unworded_messages (conversation_id, from_sequence, to_sequence) SELECT id, 2, 9000 FROM place
    )
    UPDATE conversations SET last_sequence = 9000, last_message_at = now() + interval '9000 seconds'
    FROM place WHERE conversations.id = place.id`.execute(database.db);
  await database.transaction((tx) => app.jobs.enqueue(tx, 'messages.add-words', null));
  await expect
    .poll(async () => (await sql`SELECT FROM unworded_messages`.execute(database.db)).rows.length)
    .toBe(0);
  const needles = [8973, 7976, 6979, 5982, 4985, 3988, 2991, 1994, 997].map((n) => `needle ${n}`);
  const contents = async (q: string) =>
    (await found(creator, { q, group_id: groupId })).map(([content]) => content);
  expect(await contents('needle')).toEqual(needles);
  expect(await contents('nee')).toEqual(needles);
  expect(await contents('needle 1994')).toEqual(['needle 1994']);
  expect(await contents('"needle 5982"')).toEqual(['needle 5982']);
  expect(await contents('first man')).toEqual(['the first of many']);
  expect(await contents('needle hay')).toEqual([]);
  // A second word that is rare in a slice and one that is frequent there are read differently, beginnings too.
  for (const rare of ['"hay" "odd"', '"odd" "hay"', 'hay od'])
    expect(await contents(rare), rare).toEqual(Array.from({ length: 8 }, () => 'hay odd'));
  for (const frequent of ['"hay" "mow"', '"mow" "hay"', 'hay mo']) {
    const { data } = await search(creator, { q: frequent, group_id: groupId });
    const sequences = data.results.map(({ message }) => message.sequence ?? 0);
    expect(sequences, frequent).toHaveLength(20);
    const distances = new Set(
      sequences.slice(1).map((sequence, index) => (sequences[index] ?? 0) - sequence),
    );
    expect([...distances], frequent).toEqual([50]);
  }
  const first = (await search(creator, { q: 'hay' })).data;
  const second = (await search(creator, { q: 'hay', cursor: first.next_cursor ?? '' })).data;
  expect(second.results[0]?.message.sequence).toBe((first.results.at(-1)?.message.sequence ?? 0) - 1);
});
