import { randomInt } from 'node:crypto';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { expect, it } from 'vitest';
import { eventually, startChats, type ChatClient } from '../direct.fixture.ts';
import { volume } from '../../../test/volume.fixture.ts';

const RACES = volume(30, 300);

/** Resolves when the client has received everything that the server wrote to it before. */
async function fence(chat: ChatClient): Promise<void> {
  const seen = chat.all('rejoin_confirmation').length;
  chat.socket.emit('rejoin_rooms');
  await eventually(() => expect(chat.all('rejoin_confirmation').length).toBeGreaterThan(seen));
}

it(
  `R-07: in ${RACES} races of a block against messages no message is accepted or delivered once the request to block has returned`,
  { timeout: 180_000 },
  async () => {
    const { openChat, block, unblock, connectShell } = await startChats();
    const { ann, bob, annChat, bobChat } = await openChat();
    const bobShell = await connectShell(bob);
    // A block ends follows; what was written once stays.
    await bobChat.say('hello');
    let [accepted, refused] = [0, 0];
    for (let race = 0; race < RACES; race += 1) {
      const [from, shellFrom] = [bobChat.all('message').length, bobShell.all('new_message').length];
      const blocked = block(race % 2 === 0 ? bob : ann, race % 2 === 0 ? ann : bob);
      const early: ReturnType<ChatClient['send']>[] = [];
      for (let turns = randomInt(0, 12); turns >= 0; turns -= 1) {
        if (turns % 3 === 0) early.push(annChat.send(`race ${race}`));
        await nextTurn();
      }
      expect((await blocked).status).toBe(200);
      const late = [annChat.send(`late ${race}`), annChat.send(`late ${race}`)];
      await fence(bobChat);
      await fence(bobShell);
      const delivered = bobChat.all('message').slice(from);
      const notified = bobShell.all('new_message').slice(shellFrom);
      const answers = await Promise.all(early);
      const ids = answers.flatMap((answer) => ('_id' in answer ? [answer._id] : []));
      expect(delivered.map((message) => message._id)).toEqual(ids);
      expect(notified.map((message) => message._id)).toEqual(ids);
      for (const answer of [...answers, ...(await Promise.all(late))])
        if (!('_id' in answer)) expect(answer.code).toBe('blocked_by_user');
      expect((await Promise.all(late)).filter((answer) => '_id' in answer)).toEqual([]);
      await fence(bobChat);
      expect(bobChat.all('message').slice(from)).toHaveLength(delivered.length);
      accepted += ids.length;
      refused += answers.length - ids.length;
      await unblock(race % 2 === 0 ? bob : ann, race % 2 === 0 ? ann : bob);
    }
    expect(accepted).toBeGreaterThan(0);
    expect(refused).toBeGreaterThan(0);
  },
);

it(
  'R-07: a block concurrent with the first message of two users is effective as well',
  { timeout: 60_000 },
  async () => {
    const { twoPeople, connectChat, block, read, unblock } = await startChats();
    for (let race = 0; race < 25; race += 1) {
      const { ann, bob } = await twoPeople();
      const annChat = await connectChat(ann, bob);
      const first = annChat.send('first');
      for (let turns = randomInt(0, 6); turns > 0; turns -= 1) await nextTurn();
      await block(bob, ann);
      const late = await annChat.refusal('late');
      expect(late).toBe('blocked_by_user');
      const answer = await first;
      await unblock(bob, ann);
      const contents = (await read(bob, ann)).data.messages.map((message) => message.content);
      expect(contents).toEqual('_id' in answer ? ['first'] : []);
    }
  },
);

it(
  'R-02, R-03: concurrent first messages of two users create one conversation',
  { timeout: 60_000 },
  async () => {
    const { openChat, read } = await startChats();
    for (let race = 0; race < 20; race += 1) {
      const { ann, bob, annChat, bobChat } = await openChat();
      const sends = [0, 1, 2].flatMap((n) => [annChat.say(`a${n}`), bobChat.say(`b${n}`)]);
      const ids = await Promise.all(sends);
      expect(new Set(ids.map((id) => id.split('-')[0])).size).toBe(1);
      const { messages } = (await read(ann, bob)).data;
      expect(messages.map((message) => message.sequence)).toEqual([1, 2, 3, 4, 5, 6]);
      for (const { username } of [ann, bob]) {
        const own = messages.filter((message) => message.sender === username);
        expect(own.map((message) => message.content.slice(1))).toEqual(['0', '1', '2']);
      }
    }
  },
);

it('R-07: concurrent deletions and messages keep sequences, revisions and both views consistent', async () => {
  const { openChat, deleteMessages, read } = await startChats();
  const { ann, bob, annChat, bobChat } = await openChat();
  for (let round = 0; round < 15; round += 1) {
    const id = await annChat.say(`a${round}`);
    await Promise.all([
      bobChat.say(`b${round}`),
      deleteMessages(ann, bob, round % 3 === 0 ? [] : [id]),
      deleteMessages(bob, ann, [id]),
      annChat.say(`c${round}`),
    ]);
  }
  const [own, theirs] = [(await read(ann, bob)).data, (await read(bob, ann, { limit: 200 })).data];
  expect(own.revision).toBe(theirs.revision);
  expect(theirs.last_sequence).toBe(45);
  const alive = (page: typeof own, kind: string) =>
    page.messages.filter((m) => !m.is_deleted && m.content.startsWith(kind)).map((m) => m.content);
  // Only ann deletes messages that start with c, for both; messages of bob are deleted only from ann's view.
  expect(alive(own, 'c')).toEqual(alive(theirs, 'c'));
  expect(alive(theirs, 'b')).toEqual(Array.from({ length: 15 }, (_, round) => `b${round}`));
  expect(alive(theirs, 'b')).toEqual(expect.arrayContaining(alive(own, 'b')));
  expect([...alive(own, 'a'), ...alive(theirs, 'a')]).toEqual([]);
});
