import sharp from 'sharp';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { startTestApp, type TestApp } from '../test/app.fixture.ts';
import { oncePerFile } from '../test/file-scope.fixture.ts';
import { personName, roomOf } from './community.ts';
import { fillBigRoom } from './fill-big-room.ts';
import { fill, SEED_PASSWORD } from './fill.ts';
import { pictureNames } from './picture-names.ts';
import { createPictureSource, pictureUrlOf } from './picture-source.ts';
import { sharePosts } from './share-posts.ts';

const AMOUNTS = { users: 30, rooms: 1, messages: 30 };
const POSTS = 18;
const PATIENCE_MS = 120_000;
const LIMITS = { maxBytes: 1024 * 1024, timeoutMs: 10_000 };

let test: TestApp;
const pictures = createPictureSource();
beforeAll(async () => {
  test = await startTestApp({}, { outbound: pictures });
  await fillAll();
}, PATIENCE_MS);
afterAll(() => test.stop());

async function fillAll(): Promise<void> {
  const { url, client, app } = test;
  const people = await fill(url, client, AMOUNTS, () => undefined);
  await sharePosts({ url, client, database: app.database }, people, POSTS);
}

/** Returns the data of a room that its creator can see. */
async function lookInto(name: string) {
  const { client } = test;
  const body = { username: personName(0), password: SEED_PASSWORD };
  const { data: session } = await client('POST /auth/login', { body });
  const token = { token: session.access_token };
  const { data: list } = await client('GET /groupchat/groups', { query: { search: name } }, token);
  const room = list.groups.find((each) => each.name === name);
  const groupId = room?.group_id ?? '';
  const params = { id: groupId };
  const [history, members, banned] = await Promise.all([
    client('GET /groupchat/group-messages', { query: { group_id: groupId, limit: 200 } }, token),
    client('GET /groupchat/groups/:id/members', { params, query: {} }, token),
    client('GET /groups/:id/banned-users', { params, query: {} }, token),
  ]);
  return { room, history: history.data, members: members.data.members, banned: banned.data.banned_users };
}

it('covers the features of a room: images, videos, whispers, deleted messages, permissions and bans', async () => {
  const { history, members, banned } = await lookInto(roomOf(0).name);
  const said = history.messages;
  const notices = said.filter(({ sender }) => sender === 'system');
  expect(notices.length, 'gifts leave notices').toBeGreaterThan(0);
  expect(history.last_sequence - notices.length).toBe(AMOUNTS.messages);
  expect(said.some((message) => message.image_id !== null && message.image_width === 1200)).toBe(true);
  expect(said.some((message) => message.youtube_url !== null)).toBe(true);
  expect(said.some((message) => message.is_private)).toBe(true);
  expect(history.revision).toBeGreaterThan(0);
  expect(new Set(members.flatMap((member) => member.permissions))).toEqual(new Set(['can_kick', 'can_ban']));
  expect(members.filter((member) => !member.is_creator && member.permissions.length > 0)).not.toEqual([]);
  expect(banned).toHaveLength(1);
});

/** Returns the private chats of the first user. */
async function lookIntoChats() {
  const { client } = test;
  const body = { username: personName(0), password: SEED_PASSWORD };
  const { data: session } = await client('POST /auth/login', { body });
  const token = { token: session.access_token };
  const { data: list } = await client('GET /messages/conversations', { query: {} }, token);
  const { data: unread } = await client('GET /chat/unread', {}, token);
  return { conversations: list.conversations, unread };
}

/** Returns the posts and sellers that the first user sees. */
async function lookIntoFeed() {
  const { client } = test;
  const body = { username: personName(0), password: SEED_PASSWORD };
  const { data: session } = await client('POST /auth/login', { body });
  const token = { token: session.access_token };
  const { data: feed } = await client('GET /feed/', { query: { limit: '50' } }, token);
  const { data: strip } = await client('GET /subscriptions/creators', { query: {} }, token);
  const profiles = await Promise.all(
    Array.from({ length: 6 }, async (_, n) => {
      const params = { sender: personName(n) };
      return (await client('GET /feed/profile/:sender', { params }, token)).data;
    }),
  );
  return {
    posts: feed.filter((item) => !item.is_ad),
    ads: feed.filter((item) => item.is_ad),
    strip,
    profiles,
  };
}

/** What a second run could change. */
async function lookEverywhere() {
  return { room: await lookInto(roomOf(0).name), chats: await lookIntoChats(), feed: await lookIntoFeed() };
}

/** Fills the program once more; returns what was there before and is there afterwards. */
const runAgain = oncePerFile(
  async () => {
    const before = await lookEverywhere();
    await fillAll();
    return { before, after: await lookEverywhere() };
  },
  () => undefined,
);

it(
  'creates private chats for the first user, some with unread messages, and sends nothing twice',
  async () => {
    const { before, after } = await runAgain();
    const { conversations, unread } = before.chats;
    // Twelve friends, an answered request, and a user who has not answered the first user's own.
    expect(conversations).toHaveLength(14);
    expect(conversations.filter((entry) => entry.unread_count > 0)).toHaveLength(4);
    const sent = ({ conversations: chats }: typeof before.chats) =>
      chats.map((entry) => [entry.username, entry.latest_message.sequence]);
    // One of the four chats is muted, and stands in `muted` alone (GR-07).
    expect(unread.messages.filter((message) => message.group_id === null)).toHaveLength(3);
    expect(sent(after.chats)).toEqual(sent(before.chats));
    expect(after.chats.conversations.filter((entry) => entry.unread_count > 0)).toHaveLength(4);
  },
  PATIENCE_MS,
);

it(
  'sends, bans and stores nothing twice when it runs again',
  async () => {
    const {
      before: { room: before },
      after: { room: after },
    } = await runAgain();
    expect(after.history.last_sequence).toBe(before.history.last_sequence);
    expect(after.history.revision).toBe(before.history.revision);
    expect(after.members).toEqual(before.members);
    expect(after.banned).toEqual(before.banned);
  },
  PATIENCE_MS,
);

it(
  'fills the feed with text posts, photos, videos and locked posts of the last weeks, and ads; nothing twice',
  async () => {
    const { before, after } = await runAgain();
    const { posts, ads, strip, profiles } = before.feed;
    expect(posts).toHaveLength(POSTS);
    expect(posts.filter((post) => post.preview_pending || (post.has_media && post.width === null))).toEqual(
      [],
    );
    expect(new Set(posts.map((post) => post.has_media))).toEqual(new Set([true, false]));
    expect(posts.some((post) => post.is_video && (post.duration ?? 0) > 1)).toBe(true);
    const locked = posts.filter((post) => post.is_locked);
    expect(locked.length).toBeGreaterThan(1);
    expect(posts.some((post) => post.like_count > 0) && posts.some((post) => post.comment_count > 0)).toBe(
      true,
    );
    const days = posts.map((post) => new Date(post.created_at).toDateString());
    expect(new Set(days).size).toBeGreaterThan(2);
    expect(ads.length).toBeGreaterThan(0);
    for (const ad of ads) expect(ad.media_url).not.toBeNull();
    expect(strip.creators[0]?.total_subscribers).toBeGreaterThan(0);
    expect(profiles.filter((shown) => shown.plans.length === 2).length).toBe(4);
    expect(profiles.filter((shown) => shown.bio !== null && shown.profile_image_url !== null)).toHaveLength(
      5,
    );
    expect(profiles.some((shown) => shown.links.length > 0 && (shown.total_followers ?? 0) > 0)).toBe(true);
    const counts = ({ media_id: id, like_count: likes, comment_count: comments }: (typeof posts)[number]) =>
      [id, likes, comments] as const;
    expect(after.feed.posts.map(counts)).toEqual(posts.map(counts));
    expect(after.feed.profiles).toEqual(profiles);
    expect(after.feed.strip).toEqual(strip);
  },
  PATIENCE_MS,
);

it(
  'fills one room with a long history and many members, once',
  async () => {
    const size = { members: 300, messages: 2000 };
    await fillBigRoom(test.app.database, test.client, size);
    const first = await lookInto('The Big Adda');
    expect(first.room?.member_count).toBe(size.members);
    expect(first.history).toMatchObject({ last_sequence: size.messages, has_more: true });
    const times = first.history.messages.map((message) => message.timestamp);
    expect(times).toEqual(times.toSorted());
    await fillBigRoom(test.app.database, test.client, size);
    const second = await lookInto('The Big Adda');
    expect(second.history.last_sequence).toBe(size.messages);
    expect(second.room?.member_count).toBe(size.members);
  },
  PATIENCE_MS,
);

it(
  'draws every picture, and reaches no other address',
  async () => {
    for (const name of pictureNames) {
      const { bytes } = await pictures.fetchBytes(pictureUrlOf(name), LIMITS);
      expect(await sharp(bytes).metadata()).toMatchObject({ format: 'jpeg', width: 1200, height: 800 });
    }
    await expect(pictures.fetchBytes('https://example.com/a.jpg', LIMITS)).rejects.toThrow('not fetched');
  },
  PATIENCE_MS,
);
