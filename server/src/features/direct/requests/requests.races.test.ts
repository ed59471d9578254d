import { sql } from 'kysely';
import { expect, it } from 'vitest';
import { startRequests } from './requests.fixture.ts';

it('MR-01: of 10 concurrent texts over two sockets and whispers in two rooms exactly 3 are stored', async () => {
  const { person, open, join, connect, connectShell, connectStranger, textsOf, read, history } =
    await startRequests();
  const [ann, bob] = [await person(), await person()];
  const groups = [await open(ann), await open(ann)];
  for (const groupId of groups) await join(bob, groupId);
  const rooms = await Promise.all(groups.map((groupId) => connect(ann, groupId)));
  const [shell, chat] = [await connectShell(ann), await connectStranger(ann, bob)];
  const texts = Array.from({ length: 10 }, (_, n) =>
    (n % 2 === 0 ? shell : chat).send(`text ${n}`, { recipient: bob.username }),
  );
  const whispers = rooms.flatMap((room) => [1, 2].map((n) => room.send(`@${bob.username} whisper ${n}`)));
  const answers = await Promise.all([...texts, ...whispers]);
  const codes = answers.map((answer) => ('code' in answer ? answer.code : 'stored'));
  expect(codes.filter((code) => code === 'stored')).toHaveLength(3);
  expect(new Set(codes)).toEqual(new Set(['stored', 'awaiting_answer']));
  expect(await textsOf(ann, bob)).toBe(3);
  const whispered = (await Promise.all(groups.map((groupId) => history(bob, groupId)))).flatMap(({ data }) =>
    data.messages.filter(({ is_private: isPrivate }) => isPrivate),
  );
  expect((await read(bob, ann)).data.messages.length + whispered.length).toBe(3);
});

it('MR-01: a page that is read while texts are stored says how many are left after its last message', async () => {
  const { person, connectStranger, read } = await startRequests();
  for (let race = 0; race < 10; race += 1) {
    const [ann, bob] = [await person(), await person()];
    const chat = await connectStranger(ann, bob);
    const reading = Array.from({ length: 12 }, () => read(ann, bob));
    const writing = (async () => {
      for (const content of ['one', 'two', 'three']) await chat.say(content);
    })();
    const pages = await Promise.all(reading);
    await writing;
    const more = await read(ann, bob);
    for (const { data } of [...pages, more])
      expect([data.messages.length, data.texts_left]).toEqual([
        data.messages.length,
        3 - data.messages.length,
      ]);
  }
});

it('MR-01: a text that races with the answer is stored or refused, and none is lost', async () => {
  const { person, connectStranger, read } = await startRequests();
  for (let race = 0; race < 8; race += 1) {
    const [ann, bob] = [await person(), await person()];
    const annChat = await connectStranger(ann, bob);
    for (const content of ['one', 'two', 'three']) await annChat.say(content);
    const bobChat = await connectStranger(bob, ann);
    const answers = await Promise.all([annChat.send('four'), bobChat.send('hello'), annChat.send('five')]);
    const stored = answers.filter((answer) => '_id' in answer).length;
    expect((await read(ann, bob)).data.messages).toHaveLength(3 + stored);
    expect(await annChat.refusal('six')).toBeUndefined();
  }
});

it('MR-01: further messages of a chat that the peer has not answered leave its row unchanged', async () => {
  const { database, person, connectStranger, follow } = await startRequests();
  const [ann, bob] = [await person(), await person()];
  await follow(bob, ann);
  const chat = await connectStranger(ann, bob);
  const rowVersion = async () => {
    const { rows } = await sql<{ xmin: string; accepted: number }>`
      SELECT pair.xmin::text, pair.accepted_by_low::integer + pair.accepted_by_high::integer AS accepted
      FROM direct_conversations pair JOIN users ON users.id IN (pair.low_id, pair.high_id)
      WHERE users.username = ${ann.username}`.execute(database.db);
    return rows;
  };
  await chat.say('first');
  const first = await rowVersion();
  expect(first).toEqual([{ xmin: expect.any(String), accepted: 1 }]);
  for (const text of ['second', 'third', 'fourth', 'fifth']) await chat.say(text);
  expect(await rowVersion()).toEqual(first);
});
