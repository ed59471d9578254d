import { expect, it } from 'vitest';
import { eventually } from '../../direct/direct.fixture.ts';
import { startReports } from '../../moderation/reports/reports.fixture.ts';
import { editsOf, startEditing } from './edits.fixture.ts';

it('ED-02: every member in the room gets the message as it is now, with the correct `mine` for each', async () => {
  const { edit, react, openRoom, connect } = await startEditing();
  const { ann, bob, eve, groupId, annClient, say } = await openRoom();
  const id = await say('hello');
  const [bobClient, eveClient] = [await connect(bob, groupId), await connect(eve, groupId)];
  await react(bob, id, '👍');
  const { data } = await edit(ann, id, 'changed');
  const common = { _id: id, sequence: 1, group_id: groupId, content: 'changed', version: 2, revision: 2 };
  const one = { emoji: '👍', count: 1, usernames: [bob.username] };
  const mineOf = { annClient: false, bobClient: true, eveClient: false };
  await eventually(() => {
    for (const [name, client] of Object.entries({ annClient, bobClient, eveClient }))
      expect(editsOf(client)).toMatchObject([
        {
          ...common,
          edited_at: data.edited_at,
          sender: ann.username,
          reactions: [{ ...one, mine: mineOf[name as keyof typeof mineOf] }],
        },
      ]);
  });
});

it('ED-02: several edits arrive in order, the last one with the highest version', async () => {
  const { edit, openRoom, connect } = await startEditing();
  const { ann, bob, groupId, say } = await openRoom();
  const id = await say('0');
  const bobClient = await connect(bob, groupId);
  const texts = Array.from({ length: 20 }, (_, n) => `${n + 1}`);
  for (const text of texts) expect((await edit(ann, id, text)).status).toBe(200);
  await eventually(() => expect(editsOf(bobClient).at(-1)).toMatchObject({ content: '20', version: 20 }));
  const versions = editsOf(bobClient).map(({ version }) => version);
  expect(versions).toEqual(versions.toSorted((one, other) => one - other));
  for (const { version, content, revision } of editsOf(bobClient)) {
    expect(content).toBe(`${version}`);
    expect(revision).toBeGreaterThanOrEqual(version);
  }
});

it('ED-02, X-35: the edit of a whisper reaches its sender and recipients alone', async () => {
  const { edit, openRoom, connect } = await startEditing();
  const { ann, bob, eve, groupId, annClient, say } = await openRoom();
  const id = await say(`@${bob.username} between us`);
  const open = await say('for all');
  const [bobClient, eveClient] = [await connect(bob, groupId), await connect(eve, groupId)];
  await edit(ann, id, `@${eve.username} and you?`);
  await edit(ann, open, 'for everybody');
  await eventually(() => {
    for (const client of [annClient, bobClient])
      expect(editsOf(client)).toMatchObject([
        { _id: id, is_private: true, recipient_usernames: [bob.username] },
        { _id: open, is_private: false },
      ]);
    expect(editsOf(eveClient)).toMatchObject([{ _id: open }]);
  });
});

it('ED-02, R-14: a block hides edits, reactions and quotes from the two who blocked each other', async () => {
  const { edit, react, openRoom, connect, block } = await startEditing();
  const { ann, bob, eve, groupId, annClient, say } = await openRoom();
  const bobClient = await connect(bob, groupId);
  const sent = await bobClient.send('from bob');
  const reply = await say('my answer', { reply_to: '_id' in sent ? sent._id : '' });
  await react(bob, reply, '👍');
  await block(eve, bob);
  const eveClient = await connect(eve, groupId);
  await edit(ann, reply, 'my better answer');
  await eventually(() => {
    expect(editsOf(annClient)).toMatchObject([
      { reply_to: { sender: bob.username, excerpt: 'from bob' }, reactions: [{ count: 1 }] },
    ]);
    expect(editsOf(eveClient)).toMatchObject([
      { content: 'my better answer', reply_to: { sender: null, excerpt: '' }, reactions: [] },
    ]);
  });
  await react(eve, reply, '😂');
  await block(eve, ann);
  await edit(ann, reply, 'not for eve');
  await eventually(() => expect(editsOf(annClient).at(-1)).toMatchObject({ content: 'not for eve' }));
  expect(editsOf(eveClient)).toHaveLength(1);
});

it('RX-03, R-14: a user who reacted gets no reactions to the message after a block with its sender', async () => {
  const { react, openRoom, connect, block } = await startEditing();
  const { ann, bob, eve, groupId, annClient, say } = await openRoom();
  const id = await say('hello');
  await react(eve, id, '👍');
  await block(eve, ann);
  const eveClient = await connect(eve, groupId);
  await react(bob, id, '😂');
  const emojisOf = ({ received }: typeof annClient) =>
    received.flatMap(({ event, payload }) =>
      event === 'message_reactions'
        ? [(payload as { reactions: { emoji: string }[] }).reactions.map(({ emoji }) => emoji)]
        : [],
    );
  await eventually(() => expect(emojisOf(annClient).at(-1)).toEqual(['😂']));
  expect(emojisOf(eveClient)).toEqual([]);
});

it('ED-02: a private chat and the list of both users get the edit, each with their own link and what was read', async () => {
  const world = await startReports();
  const { ann, bob, annChat, bobChat } = await world.openChat();
  const [annShell, bobShell] = [await world.connectShell(ann), await world.connectShell(bob)];
  const id = await annChat.say('look', { image_id: await world.uploadImage(ann) });
  const params = { id };
  await world.client('PATCH /messages/:id', { params, body: { content: 'look here' } }, ann);
  const common = { _id: id, content: 'look here', version: 1, revision: 1, is_read: true, reactions: [] };
  const named = { sender: ann.username, recipient: bob.username };
  await eventually(() => {
    for (const client of [annChat, bobChat, annShell, bobShell])
      expect(editsOf(client)).toMatchObject([{ ...common, ...named }]);
  });
  const linkOf = (client: typeof annChat) => client.all('message_edited')[0]?.image_url ?? '';
  expect((await world.openLink(linkOf(annChat), ann)).status).toBe(200);
  expect((await world.openLink(linkOf(bobChat), bob)).status).toBe(200);
  expect(linkOf(annChat)).not.toBe(linkOf(bobChat));
});

it('ED-02, Q-07: who has hidden a message of a private chat is not told of its edit', async () => {
  const { edit, openChat, deleteMessages } = await startEditing();
  const { ann, bob, annChat, bobChat } = await openChat();
  const id = await annChat.say('hello');
  await deleteMessages(bob, ann, [id]);
  await edit(ann, id, 'changed');
  await eventually(() => expect(editsOf(annChat)).toHaveLength(1));
  expect(editsOf(bobChat)).toEqual([]);
});

it('ED-03: two tabs edit at once: both succeed, the last one stands, and both get it with the highest version', async () => {
  const { edit, openRoom, connect, history, formerTexts } = await startEditing();
  const { ann, bob, groupId, annClient, say } = await openRoom();
  const second = await connect(ann, groupId);
  for (let round = 0; round < 5; round += 1) {
    const id = await say(`round ${round}`);
    const [one, other] = await Promise.all([
      edit(ann, id, 'left', { edit_key: 'left' }),
      edit(ann, id, 'right', { edit_key: 'right' }),
    ]);
    expect([one.status, other.status]).toEqual([200, 200]);
    const stored = (await history(bob, groupId)).data.messages.at(-1);
    const former = await formerTexts(id);
    expect([...former, stored?.content].toSorted()).toEqual(['left', 'right', `round ${round}`]);
    await eventually(() => {
      for (const client of [annClient, second])
        expect(editsOf(client).findLast((event) => event._id === id)).toMatchObject({
          content: stored?.content,
          version: stored?.version,
        });
    });
  }
});

it('ED-03: retries that arrive at the same time are one edit', async () => {
  const { edit, openRoom, history, formerTexts } = await startEditing();
  const { ann, groupId, annClient, say } = await openRoom();
  const id = await say('hello');
  const retries = Array.from({ length: 8 }, () => edit(ann, id, 'changed', { edit_key: 'one' }));
  for (const { status, data } of await Promise.all(retries))
    expect([status, data.content, data.version]).toEqual([200, 'changed', 1]);
  expect(await formerTexts(id)).toEqual(['hello']);
  expect((await history(ann, groupId)).data.revision).toBe(1);
  await eventually(() => expect(editsOf(annClient)).toHaveLength(1));
});

it('ED-02: somebody who may not see the message any more gets nothing', async () => {
  const { edit, openRoom, connect, kick } = await startEditing();
  const { ann, bob, groupId, annClient, say } = await openRoom();
  const id = await say('hello');
  const bobClient = await connect(bob, groupId);
  await kick(ann, groupId, bob);
  await edit(ann, id, 'without bob');
  await eventually(() => expect(editsOf(annClient)).toHaveLength(1));
  expect(editsOf(bobClient)).toEqual([]);
});
