import { setTimeout as sleep } from 'node:timers/promises';
import { expect, it } from 'vitest';
import { eventually } from '../direct.fixture.ts';
import { startLists } from '../lists.fixture.ts';

const ROUNDS = 25;
const SAID = 24;

/**
 * Starts a sender who writes continuously, and a reader whose chat closes meanwhile. The chat leaves with a packet of
 * Socket.IO while its connection stays open, so it still receives everything that was written to it.
 */
async function startTraffic() {
  const lists = await startLists();
  const [reader, writer] = [await lists.person(), await lists.person()];
  const [readerShell, writerChat] = [
    await lists.connectShell(reader),
    await lists.connectChat(writer, reader),
  ];

  async function closeAmidst(pauseMs: number) {
    const seen = readerShell.all('new_message').length;
    const chat = await lists.connectChat(reader, writer);
    const sent: Promise<string>[] = [];
    for (let n = 0; n < SAID; n += 1) {
      sent.push(writerChat.say(`line ${n}`));
      if (n === SAID / 2) chat.socket.io.engine.write('1');
      await sleep(pauseMs);
    }
    await Promise.all(sent);
    await eventually(() => expect(readerShell.all('new_message').length).toBe(seen + SAID));
    const delivered = new Set(chat.all('message').map((message) => message._id));
    const published = readerShell.all('new_message').slice(seen);
    chat.socket.disconnect();
    return { delivered, published };
  }

  return { ...lists, reader, readerShell, closeAmidst };
}

it('SV-46: under load each message is either delivered to the chat or unread, as it was published and counted', async () => {
  const { reader, readerShell, closeAmidst, unread, markRead } = await startTraffic();
  let waited = 0;
  for (let round = 0; round < ROUNDS; round += 1) {
    const { delivered, published } = await closeAmidst(round % 4);
    const missed = published.filter(({ _id }) => !delivered.has(_id)).map(({ _id }) => _id);
    const asUnread = published.filter((message) => !message.is_read).map(({ _id }) => _id);
    expect(asUnread).toEqual(missed);
    await eventually(async () => {
      const { messages, total } = await unread(reader);
      expect(messages.map(({ _id }) => _id).toReversed()).toEqual(missed);
      expect(readerShell.all('unread_count').at(-1)?.total).toBe(total);
    });
    waited += missed.length;
    await markRead(reader);
  }
  expect(waited).toBeGreaterThan(0);
  expect(waited).toBeLessThan(ROUNDS * SAID);
}, 60_000);
