import { GIFTS } from '@adda/contract/gifts';
import { expect, it } from 'vitest';
import { offerPlan, userIdOf } from '../../creators/creators.fixture.ts';
import { insertPosts } from '../../feed/posts/post-rows.fixture.ts';
import { giveCoins } from '../../wallet/wallet.fixture.ts';
import { connectRoom, startSanctions, type Person } from './sanctions.fixture.ts';

const COINS = 1_000;
const GIFT = Object.keys(GIFTS)[0] ?? '';

/** Bob has used every feature that is visible to others; Ann is the viewer. */
async function startFixture() {
  const fixture = await startSanctions();
  const { admin, person, client, database, roomOf, join, connectChat, url } = fixture;
  const [boss, ann, bob] = [await admin(), await person(), await person()];
  const { creator: host, groupId } = await roomOf(0);
  for (const someone of [ann, bob]) await join(someone, groupId);
  const postOf = async (author: Person) => {
    const [post] = await insertPosts(database, { authorId: await userIdOf(database, author) });
    return post?.mediaId ?? '';
  };
  const [bobsPost, hostsPost] = [await postOf(bob), await postOf(host)];
  const planId = await offerPlan(database, await userIdOf(database, bob));
  for (const who of [ann, bob]) await giveCoins(database, await userIdOf(database, who), COINS);
  await client('POST /media/like', { body: { media_id: hostsPost } }, bob);
  await client('POST /media/comment', { body: { media_id: hostsPost, comment: 'by bob' } }, bob);
  await client('POST /subscriptions/follow', { query: { target_username: ann.username } }, bob);
  const [room, chat] = [await connectRoom(url, bob, groupId), await connectChat(bob, ann)];
  const said = await room.send('by bob');
  await room.send(`@${ann.username} a whisper by bob`);
  await chat.say('by bob');
  const messageId = '_id' in said ? said._id : '';
  return { ...fixture, boss, ann, bob, groupId, bobsPost, hostsPost, planId, messageId };
}

type Scene = Awaited<ReturnType<typeof startFixture>>;

/** Surfaces that show Bob's profile or allow interaction with him. */
const people = ({ client, ann, bob, planId, groupId, listMembers }: Scene) => {
  const creator = bob.username;
  const statusOf = async (answer: Promise<{ status: number }>) => (await answer).status;
  return {
    'SV-20: the directory': async () =>
      (await client('GET /users/list', { query: { username: creator } }, ann)).data.users.length,
    'SV-68: the strip of creators': async () =>
      (await client('GET /subscriptions/creators', { query: { limit: 50 } }, ann)).data.creators.some(
        ({ username }) => username === creator,
      ),
    'SV-16: the profile': () =>
      statusOf(client('GET /feed/profile/:sender', { params: { sender: creator } }, ann)),
    'SV-17: the profile in a room': () =>
      statusOf(client('GET /groupchat/users/:username/profile', { params: { username: creator } }, ann)),
    'SV-43: the public profile': () =>
      statusOf(client('GET /public/profiles/:username', { params: { username: creator } })),
    'SV-21: whether the user exists': async () =>
      (await client('GET /chat/users/:username/exists', { params: { username: creator } }, ann)).data.exists,
    'SV-94: the leaderboard': async () =>
      (await client('GET /wallet/leaderboard', { query: { page_size: 100 } }, ann)).data.leaderboard.some(
        ({ username }) => username === creator,
      ),
    'X-05: a plan': () =>
      statusOf(client('GET /subscriptions/plan/:plan_id', { params: { plan_id: planId } }, ann)),
    'SV-71: subscribing': () =>
      statusOf(client('POST /subscriptions/subscribe', { query: { plan_id: planId } }, ann)),
    'SV-35: the members of a room': async () =>
      (await listMembers(ann, groupId)).data.members.some(({ username }) => username === creator),
    'GI-02: a gift': () =>
      statusOf(
        client(
          'POST /groupchat/groups/send-gift',
          { body: { group_id: groupId, recipient_username: creator, gift_type: GIFT } },
          ann,
        ),
      ),
    'SV-01: the username stays taken': async () =>
      (await client('POST /auth/register', { body: accountOf(creator) })).error.code,
  };
};

const accountOf = (username: string) => ({
  username,
  email: `other.${username}@example.org`,
  password: 'correct horse battery',
  sex: 'female' as const,
  birth_date: '1999-05-17',
  country: 'India' as const,
  state: 'Kerala',
});

/** Surfaces that show Bob's content. */
const content = ({ client, ann, bob, bobsPost, hostsPost, groupId, messageId, history, read }: Scene) => ({
  'SV-55: the feed': async () =>
    (await client('GET /feed/', { query: { limit: 50 } }, ann)).data.some(
      (post) => post.media_id === bobsPost,
    ),
  'SV-59: the list of posts': async () =>
    (await client('GET /media/list', { query: { creator: bob.username } }, ann)).status,
  'R-14: one post': async () =>
    (await client('GET /feed/post/:media_id', { params: { media_id: bobsPost } }, ann)).status,
  'SV-42: one post, without login': async () =>
    (await client('GET /public/posts/:media_id', { params: { media_id: bobsPost } })).status,
  'SV-61: comments on a post of another user': async () =>
    (await client('GET /media/comments', { query: { media_id: hostsPost } }, ann)).data.comments.length,
  'FE-07: the names of likes': async () =>
    (await client('GET /feed/post/:media_id', { params: { media_id: hostsPost } }, ann)).data.liked_by,
  'SV-36: the history of a room': async () =>
    (await history(ann, groupId)).data.messages.some(({ sender }) => sender === bob.username),
  'R-14: one message of a room': async () =>
    (await client('GET /groupchat/messages/:id', { params: { id: messageId } }, ann)).status,
  'SV-39: the private chat, kept for the other user': async () => (await read(ann, bob)).data.messages.length,
  'SV-40: the conversation, kept in the list': async () =>
    (await client('GET /messages/conversations', { query: {} }, ann)).data.conversations.length,
});

const OPEN = {
  'SV-20: the directory': 1,
  'SV-68: the strip of creators': true,
  'SV-16: the profile': 200,
  'SV-17: the profile in a room': 200,
  'SV-43: the public profile': 200,
  'SV-21: whether the user exists': true,
  'SV-94: the leaderboard': true,
  'X-05: a plan': 200,
  'SV-71: subscribing': 200,
  'SV-35: the members of a room': true,
  'GI-02: a gift': 200,
  'SV-01: the username stays taken': 'username_taken',
  'SV-55: the feed': true,
  'SV-59: the list of posts': 200,
  'R-14: one post': 200,
  'SV-42: one post, without login': 200,
  'SV-61: comments on a post of another user': 1,
  'FE-07: the names of likes': [expect.any(String)],
  'SV-36: the history of a room': true,
  'R-14: one message of a room': 200,
  'SV-39: the private chat, kept for the other user': 1,
  'SV-40: the conversation, kept in the list': 1,
};

const HIDDEN = {
  'SV-20: the directory': 0,
  'SV-68: the strip of creators': false,
  'SV-16: the profile': 404,
  'SV-17: the profile in a room': 404,
  'SV-43: the public profile': 404,
  'SV-21: whether the user exists': false,
  'SV-94: the leaderboard': false,
  'X-05: a plan': 404,
  'SV-71: subscribing': 422,
  'SV-35: the members of a room': false,
  'GI-02: a gift': 404,
  'SV-01: the username stays taken': 'username_taken',
  'SV-55: the feed': false,
  'SV-59: the list of posts': 404,
  'R-14: one post': 404,
  'SV-42: one post, without login': 404,
  'SV-61: comments on a post of another user': 0,
  'FE-07: the names of likes': [],
  'SV-36: the history of a room': false,
  'R-14: one message of a room': 404,
  'SV-39: the private chat, kept for the other user': 1,
  'SV-40: the conversation, kept in the list': 1,
};

it(
  'SV-50: content and profile of a suspended user are hidden everywhere, and reappear afterwards',
  { timeout: 60_000 },
  async () => {
    const scene = await startFixture();
    const looks: Readonly<Record<string, () => Promise<unknown>>> = { ...people(scene), ...content(scene) };
    const readAll = async () => {
      const seen: Record<string, unknown> = {};
      for (const [surface, look] of Object.entries(looks)) seen[surface] = await look();
      return seen;
    };
    expect(await readAll(), 'before').toEqual(OPEN);
    expect((await scene.suspendBy(scene.boss, scene.bob)).status).toBe(200);
    expect(await readAll(), 'while suspended').toEqual(HIDDEN);
    expect((await scene.unsuspendBy(scene.boss, scene.bob)).status).toBe(200);
    expect(await readAll(), 'afterwards').toEqual(OPEN);
  },
);
