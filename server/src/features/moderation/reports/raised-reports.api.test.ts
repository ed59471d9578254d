import { expect, it } from 'vitest';
import { eventually, startReports } from './reports.fixture.ts';

/** Starts the application with a word under review and two users in a private chat. */
async function startWords() {
  const world = await startReports();
  const admin = await world.admin();
  const word = `zorble${crypto.randomUUID().replaceAll(/[^a-f]/g, '')}`;
  await world.client('POST /admin/words', { body: { word, action: 'review' } }, admin);
  const raisedAbout = async (username: string) => {
    const query = { reported: username, status: 'open' };
    return (await world.list(admin, query)).data.reports;
  };
  return { ...world, ...(await world.openChat()), admin, word, raisedAbout };
}

it('SV-105: a private message with a listed word is reported without a reporter and without other messages', async () => {
  const { bob, annChat, bobChat, word, raisedAbout } = await startWords();
  await annChat.say('what do you mean?');
  const id = await bobChat.say(`I mean ${word}`);
  await eventually(async () => {
    const [report, ...others] = await raisedAbout(bob.username);
    expect(others).toEqual([]);
    expect(report).toMatchObject({ kind: 'message', message_id: id, reporter: null, status: 'open' });
    expect(report?.reason).toContain(word);
    expect(report?.evidence.messages.map(({ content, is_named }) => [content, is_named])).toEqual([
      [`I mean ${word}`, true],
    ]);
  });
});

it('SV-105: further findings about a user are added to the open report until it is decided', async () => {
  const { bob, bobChat, admin, word, raisedAbout, decide } = await startWords();
  await bobChat.say(`first ${word}`);
  await bobChat.say(`second ${word}`);
  await eventually(async () => {
    const [report, ...others] = await raisedAbout(bob.username);
    expect(others).toEqual([]);
    expect(report?.evidence.messages).toHaveLength(2);
  });
  const [report] = await raisedAbout(bob.username);
  expect((await decide(admin, report?.report_id ?? '', { status: 'dismissed' })).status).toBe(200);
  await bobChat.say(`third ${word}`);
  await eventually(async () => {
    const [next] = await raisedAbout(bob.username);
    expect(next?.evidence.messages.map(({ content }) => content)).toEqual([`third ${word}`]);
  });
});

it('SV-105: a room message and a post are reported with their kind', async () => {
  const { bob, poster, upload, connect, open, word, raisedAbout } = await startWords();
  const groupId = await open(bob);
  await (await connect(bob, groupId)).send(`here is ${word}`);
  await eventually(async () =>
    expect(await raisedAbout(bob.username)).toMatchObject([{ kind: 'message', group_id: groupId }]),
  );
  const author = await poster();
  const { media_id: mediaId } = await upload(author, { fields: { caption: `my ${word}` } });
  await eventually(async () =>
    expect(await raisedAbout(author.username)).toMatchObject([
      { kind: 'post', media_id: mediaId, evidence: { post: { caption: `my ${word}` } } },
    ]),
  );
});

it('SV-105: a comment is kept with its text, and a profile with its content', async () => {
  const { bob, poster, insert, client, edit, word, raisedAbout } = await startWords();
  const [post] = await insert(await poster());
  const comment = `rather ${word}`;
  await client('POST /media/comment', { body: { media_id: post?.mediaId ?? '', comment } }, bob);
  await edit(bob, { fields: { bio: `all about ${word}` } });
  await eventually(async () => {
    const [report] = await raisedAbout(bob.username);
    expect(report).toMatchObject({ kind: 'person', media_id: null, message_id: null });
    expect(report?.evidence.messages).toMatchObject([{ sender: bob.username, content: comment }]);
    expect(report?.evidence.profile?.bio).toBe(`all about ${word}`);
  });
});
