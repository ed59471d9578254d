import { describe, expect, it, vi } from 'vitest';
import { ApiError } from '../../../platform/api-error.ts';
import { clearOutboxes } from './index.ts';
import {
  changeAccount,
  goOffline,
  openTestOutbox,
  settleStorage,
  testAccount,
  prepareTestOutboxes,
} from './outbox.fixture.ts';
import type { OutboxRequests } from './request-sender.ts';

prepareTestOutboxes();

async function opened(options: Partial<OutboxRequests> = {}) {
  const asked: string[] = [];
  const outbox = await openTestOutbox({
    requests: {
      ...options,
      send(entry) {
        asked.push(`${entry.messageId} ${entry.emoji} ${entry.on}`);
        return options.send?.(entry) ?? Promise.resolve();
      },
    },
  });
  const reactions = () => outbox.requests().filter((entry) => entry.kind === 'reaction');
  return { outbox, asked, waiting: () => reactions().map(({ emoji, on }) => [emoji, on]) };
}

describe('a reaction in the outbox', () => {
  const refusal = (status: number, code: string) =>
    new ApiError({ status, code, detail: 'This message has enough different reactions' });
  it('RX-06: made offline waits without a time limit, also over a reload, and is sent once', async () => {
    const goOnline = goOffline();
    const before = await opened();
    before.outbox.react('a-1', '👍', true);
    await vi.advanceTimersByTimeAsync(60_000);
    expect(before.asked).toEqual([]);
    before.outbox.close();
    const { outbox, asked, waiting } = await opened();
    expect(waiting()).toEqual([['👍', true]]);
    expect(outbox.isBusy()).toBe(true);
    goOnline();
    await settleStorage();
    expect(asked).toEqual(['a-1 👍 true']);
    expect(waiting()).toEqual([]);
    outbox.close();
    expect((await opened()).waiting()).toEqual([]);
  });

  it('RX-06: a second press offline cancels the first, and a repeated one counts once', async () => {
    const goOnline = goOffline();
    const { outbox, asked, waiting } = await opened();
    outbox.react('a-1', '👍', true);
    outbox.react('a-1', '👍', true);
    outbox.react('a-2', '👍', true);
    outbox.react('a-1', '👍', false);
    expect(waiting()).toEqual([['👍', true]]);
    goOnline();
    await settleStorage();
    expect(asked).toEqual(['a-2 👍 true']);
  });

  it('RX-06: a press while the first is under way follows it, so that the last one counts', async () => {
    const answers: (() => void)[] = [];
    const { outbox, asked, waiting } = await opened({
      send: () => new Promise((resolve) => answers.push(resolve)),
    });
    outbox.react('a-1', '👍', true);
    outbox.react('a-1', '👍', false);
    expect(asked).toEqual(['a-1 👍 true']);
    answers.shift()?.();
    await settleStorage();
    expect(asked).toEqual(['a-1 👍 true', 'a-1 👍 false']);
    answers.shift()?.();
    await settleStorage();
    expect(waiting()).toEqual([]);
  });

  it('RX-06: a refusal removes it, says why, and the next one is sent', async () => {
    const texts: string[] = [];
    const { outbox, asked, waiting } = await opened({
      send: ({ emoji }) =>
        emoji === '👍' ? Promise.reject(refusal(400, 'reactions_full')) : Promise.resolve(),
      onRefused: (_entry, text) => texts.push(text),
    });
    outbox.react('a-1', '👍', true);
    outbox.react('a-1', '🔥', true);
    await settleStorage();
    expect(texts).toEqual(['This message has enough different reactions']);
    expect(asked).toEqual(['a-1 👍 true', 'a-1 🔥 true']);
    expect(waiting()).toEqual([]);
  });

  it.each([
    ['without an answer', 0, 'network'],
    ['while the server is not available', 503, 'unavailable'],
    ['too fast', 429, 'rate_limited'],
  ])(
    'RX-06: sent %s, it is kept and sent again, and is not cancelled by its opposite',
    async (_when, status, code) => {
      let isDown = true;
      const { outbox, asked, waiting } = await opened({
        send: () => (isDown ? Promise.reject(refusal(status, code)) : Promise.resolve()),
      });
      outbox.react('a-1', '👍', true);
      await settleStorage();
      outbox.react('a-1', '👍', false);
      await settleStorage();
      expect(waiting()).toEqual([
        ['👍', true],
        ['👍', false],
      ]);
      isDown = false;
      await vi.advanceTimersByTimeAsync(60_000);
      expect(asked.slice(-2)).toEqual(['a-1 👍 true', 'a-1 👍 false']);
      expect(waiting()).toEqual([]);
    },
  );

  it('RX-06: is neither shown nor counted among the messages, and belongs to one account', async () => {
    goOffline();
    const { outbox } = await opened();
    outbox.react('a-1', '👍', true);
    await settleStorage();
    expect(outbox.messages()).toEqual([]);
    changeAccount();
    expect((await opened()).waiting()).toEqual([]);
  });

  it('RX-06: goes with the account: kept for the same user, removed for the next', async () => {
    goOffline();
    const first = await opened();
    first.outbox.react('a-1', '👍', true);
    await settleStorage();
    first.outbox.close();
    await Promise.all([clearOutboxes(testAccount()), settleStorage()]);
    const again = await opened();
    expect(again.waiting()).toEqual([['👍', true]]);
    again.outbox.close();
    await Promise.all([clearOutboxes('riya'), settleStorage()]);
    expect((await opened()).waiting()).toEqual([]);
  });
});
