import { describe, expect, it } from 'vitest';
import { UNREADABLE } from '../../../platform/paging/unreadable.fixture.ts';
import { writeCursor } from '../../../platform/paging/list-cursor.ts';
import { startLists } from '../lists.fixture.ts';

/** Returns the names of the peers in a list, in its order. */
const names = (answer: { data: { conversations: readonly { username: string }[] } }) =>
  answer.data.conversations.map((entry) => entry.username);

describe('the list of conversations', () => {
  it('CV-07, CV-09: shows the peer, the newest message and the unread count', async () => {
    const { person, say, conversations } = await startLists();
    const [reader, ann] = [await person(), await person()];
    await say(ann, reader, 'first');
    const id = await say(ann, reader, 'second');
    const { data } = await conversations(reader);
    const [low, high] = [reader.username, ann.username].toSorted();
    expect(data).toMatchObject({
      conversations: [
        {
          conversation_id: `${low}:${high}`,
          username: ann.username,
          sex: 'female',
          profile_picture: null,
          is_online: true,
          last_active: expect.stringMatching(/Z$/),
          latest_message: {
            _id: id,
            sender: ann.username,
            recipient: reader.username,
            content: 'second',
            is_read: false,
            is_deleted: false,
            is_fake: false,
          },
          unread_count: 2,
        },
      ],
      next_last_id: null,
    });
    const theirs = await conversations(ann);
    expect(theirs.data.conversations[0]).toMatchObject({ username: reader.username, unread_count: 0 });
    expect(theirs.data.conversations[0]?.latest_message.is_read).toBe(false);
  });

  it('SV-40: the newest is first, regardless of its sender', async () => {
    const { person, say, conversations } = await startLists();
    const [reader, ann, bob] = [await person(), await person(), await person()];
    await say(ann, reader);
    await say(reader, bob);
    expect(names(await conversations(reader))).toEqual([bob.username, ann.username]);
    await say(ann, reader);
    expect(names(await conversations(reader))).toEqual([ann.username, bob.username]);
  });

  it('SV-40: shows the newest message that the caller may still see, and none if there is none', async () => {
    const { person, say, conversations, deleteMessages } = await startLists();
    const [reader, ann, bob] = [await person(), await person(), await person()];
    await say(ann, reader, 'kept');
    await say(bob, reader, 'in between');
    const hidden = await say(ann, reader, 'hidden by the reader');
    const takenBack = await say(ann, reader, 'taken back');
    await deleteMessages(ann, reader, [takenBack]);
    const latest = async () => {
      const { data } = await conversations(reader);
      return data.conversations.map((entry) => entry.latest_message.content);
    };
    expect(await latest()).toEqual(['hidden by the reader', 'in between']);
    await deleteMessages(reader, ann, [hidden]);
    expect(await latest()).toEqual(['in between', 'kept']);
    await deleteMessages(reader, ann, []);
    expect(await latest()).toEqual(['in between']);
    const theirs = await conversations(ann);
    expect(theirs.data.conversations[0]?.latest_message.content).toBe('hidden by the reader');
    await say(ann, reader, 'a new beginning');
    expect(await latest()).toEqual(['a new beginning', 'in between']);
  });

  it('R-14: two blocked users are not in each other’s list until they are unblocked', async () => {
    const { person, say, conversations, block, unblock } = await startLists();
    const [reader, ann] = [await person(), await person()];
    await say(ann, reader);
    await block(reader, ann);
    expect([names(await conversations(reader)), names(await conversations(ann))]).toEqual([[], []]);
    await unblock(reader, ann);
    expect(names(await conversations(ann))).toEqual([reader.username]);
  });

  it('SV-13: a deleted account stays in the list without a name', async () => {
    const { person, say, conversations, client, idOf } = await startLists();
    const [reader, ann] = [await person(), await person()];
    await say(ann, reader, 'so long');
    const id = await idOf(ann);
    const gone = await client('DELETE /users/me', { body: { password: 'correct horse battery' } }, ann);
    expect(gone.status).toBe(200);
    const { data } = await conversations(reader);
    expect(data.conversations).toMatchObject([
      { username: `deleted-${id}`, is_online: false, last_active: null, unread_count: 1 },
    ]);
    expect(data.conversations[0]?.latest_message).toMatchObject({
      sender: `deleted-${id}`,
      content: 'so long',
    });
  });

  it('SV-46: shows whether the peer has read the newest message', async () => {
    const { person, say, conversations, markRead } = await startLists();
    const [reader, ann] = [await person(), await person()];
    await say(ann, reader);
    const isRead = async () => (await conversations(ann)).data.conversations[0]?.latest_message.is_read;
    expect(await isRead()).toBe(false);
    await markRead(reader, ann);
    expect(await isRead()).toBe(true);
    expect((await conversations(reader)).data.conversations[0]?.unread_count).toBe(0);
  });
});

const notBegun = writeCursor({
  snapshot: '5:5:',
  startedAt: new Date(Date.now() + 3_600_000),
  position: new Date(),
  id: 1,
});

type Query = Record<string, string>;

describe('errors of the list of conversations', () => {
  it.each<[string, Query]>([
    ['no conversations at all', { limit: '0' }],
    ['too many', { limit: '101' }],
    ['a limit that is no number', { limit: 'many' }],
    ['a cursor that is none', { last_id: 'abc' }],
    ['a cursor that is too long', { last_id: 'a'.repeat(4001) }],
    ['a list that has not begun', { last_id: notBegun }],
    ...UNREADABLE.map((limit): [string, Query] => [`“${limit}” conversations`, { limit }]),
  ])('CV-11: %s', async (_what, query) => {
    const { person, conversations } = await startLists();
    const { status, error } = await conversations(await person(), query);
    expect([status, error.code, error.detail]).toEqual([
      400,
      'invalid_parameters',
      'Invalid request parameters',
    ]);
  });
});
