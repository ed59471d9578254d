import { expect, it } from 'vitest';
import { eventually, startChats } from '../../direct/direct.fixture.ts';

const ROUNDS = 15;

it('FT-04: of concurrent changes the last one committed is kept, and every screen ends with it', async () => {
  const { client, twoPeople, connectShell } = await startChats();
  const { ann, bob } = await twoPeople();
  const shell = await connectShell(ann);
  await Promise.all(
    Array.from({ length: ROUNDS }, (_, n) =>
      client('PUT /drafts', { body: { recipient: bob.username, text: `text ${n}` } }, ann),
    ),
  );
  const [kept] = (await client('GET /drafts', {}, ann)).data.drafts;
  await eventually(() => expect(shell.all('draft_changed')).toHaveLength(ROUNDS));
  const newest = shell
    .all('draft_changed')
    .reduce((one, other) => (other.updated_at >= one.updated_at ? other : one));
  expect(newest).toEqual(kept);
});

it('FT-04: a draft beside the first message is moved to the new chat: stored after it, or removed by it', async () => {
  const { client, person, connectChat } = await startChats();
  const ann = await person();
  for (let round = 0; round < ROUNDS; round++) {
    const bob = await person();
    const chat = await connectChat(ann, bob);
    const put = (text: string) => client('PUT /drafts', { body: { recipient: bob.username, text } }, ann);
    await put('before');
    const [, { data }] = await Promise.all([chat.say('hello'), put('beside')]);
    const drafts = (await client('GET /drafts', {}, ann)).data.drafts.filter(
      (draft) => 'recipient' in draft && draft.recipient === bob.username,
    );
    if (drafts.length > 0) expect(drafts).toEqual([data.draft]);
    await put('after');
    await chat.say('again');
    expect((await client('GET /drafts', {}, ann)).data.drafts).not.toContainEqual(
      expect.objectContaining({ recipient: bob.username }),
    );
  }
});

it('FT-04: a draft that is stored before a message is removed by it, however close they are', async () => {
  const { client, roomOf, connect, deleteGroup } = await startChats();
  const { creator, groupId } = await roomOf(0);
  const put = (text: string) => client('PUT /drafts', { body: { group_id: groupId, text } }, creator);
  const room = await connect(creator, groupId);
  const [first] = await Promise.all([put('draft'), room.send('message')]);
  const stored = (await client('GET /drafts', {}, creator)).data.drafts;
  if (stored.length > 0) expect(stored).toEqual([first.data.draft]);
  const [left] = await Promise.all([put('draft'), deleteGroup(creator, groupId)]);
  expect([200, 404]).toContain(left.status);
  expect((await client('GET /drafts', {}, creator)).data.drafts).toEqual([]);
});
