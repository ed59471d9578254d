import { expect, it } from 'vitest';
import { sql } from 'kysely';
import { sendUpload } from '../feed/posts/send-upload.fixture.ts';
import { insertPosts } from '../feed/posts/post-rows.fixture.ts';
import { userIdOf } from '../creators/creators.fixture.ts';
import { startSearch } from './search.fixture.ts';

/** Starts the application of the file; `post` posts a text with hashtags, and a user can be renamed for a test. */
async function startEverything() {
  const search = await startSearch();
  const post = async (
    someone: { token: string; username: string },
    caption: string,
    hashtags = '',
    visibility = 'public',
  ) => {
    const { status, media_id: mediaId } = await sendUpload(search.url, someone, {
      fields: { caption, hashtags, visibility },
    });
    expect(status).toBe(201);
    return mediaId ?? '';
  };
  /** Registers a user with a name, who differs from those of other tests by the letters at its end. */
  const named = async (username: string, displayName = username) => {
    const someone = await search.person();
    await sql`
      UPDATE users SET username = ${username}, display_name = ${displayName}
      WHERE username = ${someone.username}`.execute(search.database.db);
    return { ...someone, username };
  };
  return { ...search, post, named };
}

it('SR-02: people are found by their name, its beginning, or with one typing mistake, in this order', async () => {
  const { person, named, everything, block, suspend } = await startEverything();
  const viewer = await person();
  const similar = await named('marinaxq');
  const begins = await named('marinxq.kapoor');
  const exact = await named('marinxq');
  await named('quite.other', 'Mārinxq of old');
  const names = async (q: string) =>
    (await everything(viewer, q)).data.people.map(({ username }) => username);
  expect(await names('marinxq')).toEqual([exact.username, begins.username, similar.username]);
  expect(await names('@MarinXQ')).toEqual([exact.username, begins.username, similar.username]);
  expect(await names('mairnxq')).toEqual([exact.username]);
  expect(await names('mairnaxq.')).toEqual([]);
  expect(await names('marinxq.kapor')).toEqual([begins.username]);
  await block(viewer, exact);
  await suspend(begins);
  expect(await names('marinxq')).toEqual([similar.username]);
  const { data } = await everything(viewer, 'marinaxq');
  expect(data.people[0]).toMatchObject({ username: 'marinaxq', is_guest: false, is_online: false });
  expect((await everything(viewer, viewer.username)).data.people).toEqual([]);
});

it('SR-02: rooms are found by their names, as lists show them', async () => {
  const { person, open, everything, join } = await startEverything();
  const [creator, viewer] = [await person(), await person()];
  const exact = await open(creator, 'Zephyr Lounge');
  const begins = await open(creator, 'Zephyr Lounges of Old');
  const similar = await open(creator, 'Zephir Lounge Two');
  await open(creator, 'Another place');
  await join(viewer, begins);
  const { data } = await everything(viewer, 'zéphyr lounge');
  expect(data.rooms.map((room) => room.group_id)).toEqual([exact, begins, similar]);
  expect(data.rooms[1]).toMatchObject({ is_member: true, member_count: 2 });
  expect(data.rooms[0]?.faces?.[0]).toMatchObject({ username: creator.username });
  expect((await everything(viewer, 'zyphir')).data.rooms.map((room) => room.group_id)).toEqual([similar]);
  expect((await everything(viewer, 'zyp')).data.rooms).toEqual([]);
});

it('SR-02: posts are found by captions and hashtags, where the feed shows them, and hashtags with their posts', async () => {
  const { person, post, everything, client, block } = await startEverything();
  const [author, viewer] = [await person(), await person()];
  const first = await post(author, 'Monsoón at the pier', '#Rainwalk, #tea');
  const second = await post(author, 'monsoons are here', 'rainwalks #rainwalk');
  const hidden = await post(author, 'monsoon alone', 'rainwalk', 'private');
  const ids = async (someone: typeof viewer, q: string) =>
    (await everything(someone, q)).data.posts.map(({ media_id: id }) => id);
  const tags = async (q: string) => (await everything(viewer, q)).data.hashtags;
  expect(await ids(viewer, 'monsoon')).toEqual([first, second]);
  expect(await ids(author, 'monsoon')).toEqual([hidden, first, second]);
  expect(await ids(viewer, 'monsoon pier')).toEqual([first]);
  expect(await ids(viewer, '"the pier"')).toEqual([first]);
  expect(await ids(viewer, '"pier the"')).toEqual([]);
  expect(await ids(viewer, 'monsone')).toEqual([]);
  expect(await ids(viewer, '#rainwalk')).toEqual([second, first]);
  expect(await tags('rainwalk')).toEqual([
    { tag: 'rainwalk', posts: 2 },
    { tag: 'rainwalks', posts: 1 },
  ]);
  expect(await tags('#rainwlak')).toEqual([{ tag: 'rainwalk', posts: 2 }]);
  expect(await tags('rain walk')).toEqual([]);
  const shown = (await everything(viewer, 'monsoon pier')).data.posts[0];
  const single = await client('GET /feed/post/:media_id', { params: { media_id: first } }, viewer);
  expect(shown).toEqual(single.data);
  await client('DELETE /media/delete/:media_id', { params: { media_id: second } }, author);
  expect(await tags('rainwalk')).toEqual([{ tag: 'Rainwalk', posts: 1 }]);
  await block(author, viewer);
  expect([await ids(viewer, 'monsoon'), await tags('rainwalk')]).toEqual([[], []]);
});

it('SR-02: posts from before the upgrade are found after the job, locked ones where the feed shows them', async () => {
  const { app, person, everything, database } = await startEverything();
  const [author, viewer] = [await person(), await person()];
  const authorId = await userIdOf(database, author);
  // A word of its own: the job also runs each minute, and a repeated test must not find what the first try left.
  const word = `kumquat${authorId}`;
  const [open] = await insertPosts(database, { authorId, caption: `${word} season` });
  const [locked] = await insertPosts(database, { authorId, caption: `${word} locked`, isLocked: true });
  await insertPosts(database, { authorId, caption: `${word} alone`, visibility: 'private' });
  expect((await everything(viewer, word)).data.posts).toEqual([]);
  await database.transaction((tx) => app.jobs.enqueue(tx, 'feed.add-words', null));
  const ids = async () => (await everything(viewer, word)).data.posts.map((post) => post.media_id);
  // The feed shows the caption of a locked post to everybody who may find it.
  await expect.poll(ids).toEqual([locked?.mediaId, open?.mediaId]);
});

it('SR-02: messages are those of the search in messages, five of each kind at most, none for an empty text', async () => {
  const { openChat, everything, post } = await startEverything();
  const { ann, annChat } = await openChat();
  for (let count = 1; count <= 7; count += 1) {
    await annChat.say(`tamarind ${count}`);
    await post(ann, `tamarind ${count}`, `tamarind${count}`);
  }
  const { data } = await everything(ann, 'tamarind');
  expect([data.posts, data.hashtags, data.messages].map((found) => found.length)).toEqual([5, 5, 5]);
  expect(data.messages[0]).toMatchObject({ message: { content: 'tamarind 7' }, highlights: [[0, 8]] });
  const nothing = { people: [], rooms: [], posts: [], hashtags: [], messages: [] };
  expect((await everything(ann, '')).data).toEqual(nothing);
  expect((await everything(ann, '  ')).data).toEqual(nothing);
  expect((await everything(ann, 'a'.repeat(201))).status).toBe(422);
});
