import { describe, expect, it } from 'vitest';
import { startSecondNode } from '../../test/second-node.fixture.ts';
import { connectTo, eventually, startRooms } from './rooms.fixture.ts';

const redisUrl = process.env.TEST_REDIS_URL || undefined;

/** A room of two members: the creator is connected to the first node as `ann`, the guest to the second as `bob`. */
async function startTwoMembers() {
  const here = await startRooms();
  const there = await startSecondNode(here);
  const { creator, others, groupId } = await here.roomOf(1);
  const bobby = others[0] ?? creator;
  const ann = await here.connect(creator, groupId);
  const bob = await connectTo(there.url, bobby, groupId);
  return { here, creator, bobby, groupId, ann, bob };
}

describe.runIf(redisUrl)('two nodes', () => {
  it('R-01, R-02, X-35: share a room: messages, private messages and presence', async () => {
    const here = await startRooms();
    const there = await startSecondNode(here);
    const { creator, others, groupId } = await here.roomOf(2);
    const [bobby = creator, evelyn = creator] = others;
    const ann = await here.connect(creator, groupId);
    const bob = await connectTo(there.url, bobby, groupId);
    const eve = await connectTo(there.url, evelyn, groupId);
    await eventually(() =>
      expect(ann.received).toContainEqual({
        event: 'user_status',
        payload: { username: evelyn.username, is_online: true, last_active: expect.any(String) },
      }),
    );
    const sends = Array.from({ length: 20 }, (_, n) =>
      [ann, bob, eve].map((client) => client.send(`message ${n}`)),
    );
    await Promise.all(sends.flat());
    await ann.send(`@${bobby.username} between us`);
    const last = await bob.send('last');
    const sequences = Array.from({ length: 62 }, (_, index) => index + 1);
    for (const client of [ann, bob]) {
      await eventually(() => {
        expect(client.messages.map((message) => message.sequence).toSorted((a, b) => a - b)).toEqual(
          sequences,
        );
      });
    }
    await eventually(() => expect(eve.messages).toHaveLength(61));
    expect(eve.messages.find((message) => message.is_private)).toBeUndefined();
    expect(await ann.send('last', { clientMessageId: 'x' })).not.toEqual(last);
  });

  it('Q-06: a deletion on one node is published on the other', async () => {
    const here = await startRooms();
    const there = await startSecondNode(here);
    const { creator, others, groupId } = await here.roomOf(1);
    const ann = await here.connect(creator, groupId);
    const bob = await connectTo(there.url, others[0] ?? creator, groupId);
    const sent = await ann.send('hello');
    const body = { message_ids: ['_id' in sent ? sent._id : ''] };
    expect((await here.client('POST /groupchat/delete_messages', { body }, creator)).status).toBe(200);
    await eventually(() =>
      expect(bob.received.filter((entry) => entry.event === 'message_deleted')).toMatchObject([
        { payload: { sequences: [1], revision: 1 } },
      ]),
    );
  });

  it('RX-03: reactions on one node are published on the other, with `mine` right for each user', async () => {
    const { here, bobby, ann, bob } = await startTwoMembers();
    const sent = await ann.send('hello');
    const params = { id: '_id' in sent ? sent._id : '' };
    const body = { emoji: '👍', on: true };
    expect((await here.client('POST /messages/:id/reactions', { params, body }, bobby)).status).toBe(200);
    const statesOf = ({ received }: typeof bob) =>
      received.filter(({ event }) => event === 'message_reactions').map(({ payload }) => payload);
    const state = { message_id: params.id, sequence: 1, revision: 1 };
    await eventually(() => {
      expect(statesOf(ann)).toMatchObject([{ ...state, reactions: [{ count: 1, mine: false }] }]);
      expect(statesOf(bob)).toMatchObject([{ ...state, reactions: [{ count: 1, mine: true }] }]);
    });
  });

  it('ED-02: an edit on one node is published on the other', async () => {
    const { here, creator, ann, bob } = await startTwoMembers();
    const sent = await ann.send('hello');
    const params = { id: '_id' in sent ? sent._id : '' };
    for (const content of ['one', 'two'])
      expect((await here.client('PATCH /messages/:id', { params, body: { content } }, creator)).status).toBe(
        200,
      );
    const editsOf = ({ received }: typeof bob) =>
      received.filter(({ event }) => event === 'message_edited').map(({ payload }) => payload);
    await eventually(() => {
      for (const client of [ann, bob])
        expect(editsOf(client).at(-1)).toMatchObject({
          _id: params.id,
          content: 'two',
          version: 2,
          revision: 2,
        });
    });
  });

  it('R-07: leaving on one node closes the room on the other', async () => {
    const { here, bobby, groupId, ann, bob } = await startTwoMembers();
    await here.leave(bobby, groupId);
    await eventually(() => expect(bob.socket.connected).toBe(false));
    const receivedCount = bob.received.length;
    expect(bob.received.at(-1)?.event).toBe('group_left');
    await ann.send('gone');
    expect(bob.received).toHaveLength(receivedCount);
  });

  it('R-07: a block on one node is effective on the other, and so is its removal', async () => {
    const { here, creator, bobby, groupId, ann, bob } = await startTwoMembers();
    const body = { blocked_username: bobby.username };
    const receivedBy = async (client: typeof bob) => {
      await eventually(() => expect(client.confirmations.length).toBeGreaterThan(0));
      return client.messages.map(({ content }) => content);
    };
    expect((await here.client('POST /users/block', { body }, creator)).status).toBe(200);
    ann.socket.emit('typing_start', { group_id: groupId });
    await ann.send('from ann');
    await bob.send('from bob');
    expect((await here.client('POST /users/unblock', { body }, creator)).status).toBe(200);
    await ann.send('ann again');
    await bob.send('bob again');
    await eventually(() => expect(ann.messages.at(-1)?.content).toBe('bob again'));
    await eventually(() => expect(bob.messages.at(-1)?.content).toBe('bob again'));
    expect(await receivedBy(ann)).toEqual(['from ann', 'ann again', 'bob again']);
    expect(await receivedBy(bob)).toEqual(['from bob', 'ann again', 'bob again']);
    expect(bob.received.filter(({ event }) => event === 'typing_start')).toEqual([]);
  });

  it.each([
    { command: 'kick', event: 'kick_user' },
    { command: 'ban', event: 'ban_user' },
  ] as const)('R-07: a $command on one node closes the room on the other', async ({ command, event }) => {
    const { here, creator, bobby, groupId, ann, bob } = await startTwoMembers();
    expect((await here[command](creator, groupId, bobby)).status).toBe(200);
    await eventually(() => expect(bob.socket.connected).toBe(false));
    const payload = { group_id: groupId, username: bobby.username, by: creator.username };
    expect(bob.received.at(-1)).toEqual({ event, payload });
    const receivedCount = bob.received.length;
    await ann.send('gone');
    expect(bob.received).toHaveLength(receivedCount);
  });
});
