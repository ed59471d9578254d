import { setTimeout as sleep } from 'node:timers/promises';
import { expect, it } from 'vitest';
import { eventually } from '../direct.fixture.ts';
import { startLists } from '../lists.fixture.ts';

const ROUNDS = 15;
const SENT = 16;

it('SV-46, Q-12: under load a whisper is either written to the open room or unread', async () => {
  const lists = await startLists();
  const [speaker, reader] = [await lists.person(), await lists.person()];
  await lists.makeKnown(speaker, reader);
  const groupId = await lists.open(speaker);
  await lists.join(reader, groupId);
  const speakerClient = await lists.connect(speaker, groupId);
  let waited = 0;
  for (let round = 0; round < ROUNDS; round += 1) {
    const readerClient = await lists.connect(reader, groupId);
    const sent: ReturnType<typeof speakerClient.send>[] = [];
    for (let n = 0; n < SENT; n += 1) {
      sent.push(speakerClient.send(`@${reader.username} line ${n}`));
      // Leaves the room and keeps the connection, so that it still receives the messages written to it.
      if (n === SENT / 2) readerClient.socket.io.engine.write('1');
      await sleep(round % 4);
    }
    const ids = (await Promise.all(sent)).map((answer) => ('_id' in answer ? answer._id : ''));
    const received = new Set(readerClient.messages.map((message) => message._id));
    const missed = ids.filter((id) => !received.has(id));
    await eventually(async () => {
      const { messages } = await lists.unread(reader);
      expect(messages.map(({ _id }) => _id).toSorted()).toEqual(missed.toSorted());
    });
    waited += missed.length;
    readerClient.socket.disconnect();
    await lists.markRead(reader);
  }
  expect(waited).toBeGreaterThan(0);
  expect(waited).toBeLessThan(ROUNDS * SENT);
}, 60_000);
