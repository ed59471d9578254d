import { describe, expect, it, vi } from 'vitest';
import { ApiError } from '../../../platform/api-error.ts';
import { messageAt, pageOf } from '../../rooms/rooms.fixture.ts';
import { openStore } from '../history/message-store.ts';
import type { OutboxEdit } from '../outbox/outbox-entry.ts';
import { goOffline, openTestOutbox, settleStorage, prepareTestOutboxes } from '../outbox/outbox.fixture.ts';
import { editTargetOf, mayBeEdited } from './edit-target.ts';
import { withPendingEdits } from './edit.ts';

prepareTestOutboxes();

const target = (sequence = 1) => editTargetOf(messageAt(sequence, { sender: 'asha' }));

/** An outbox whose edits reach `answer`; an edit without one succeeds. */
async function opened(answer: (edit: OutboxEdit) => Promise<void> = () => Promise.resolve()) {
  const asked: OutboxEdit[] = [];
  const outbox = await openTestOutbox({
    requests: {
      sendEdit(edit) {
        asked.push(edit);
        return answer(edit);
      },
    },
  });
  const waiting = () =>
    outbox
      .requests()
      .filter((entry) => entry.kind === 'edit')
      .map(({ content, state, detail }) => ({ content, state, detail }));
  return { outbox, asked, texts: () => asked.map(({ content }) => content), waiting };
}

const refusal = (status: number, code: string, retryAfterSeconds?: number) =>
  new ApiError({
    status,
    code,
    detail: 'This message is too old to change',
    ...(retryAfterSeconds !== undefined && { retryAfterSeconds }),
  });

describe('an edit in the outbox', () => {
  it('ED-01: made offline it waits, also over a reload, and is sent once', async () => {
    const goOnline = goOffline();
    const before = await opened();
    before.outbox.edit(target(), 'better');
    await vi.advanceTimersByTimeAsync(60_000);
    expect(before.asked).toEqual([]);
    before.outbox.close();
    const after = await opened();
    expect(after.waiting()).toEqual([{ content: 'better', state: 'queued' }]);
    goOnline();
    await settleStorage();
    expect(after.asked).toMatchObject([{ messageId: messageAt(1)._id, content: 'better' }]);
    expect(after.waiting()).toEqual([]);
    after.outbox.close();
    expect((await opened()).waiting()).toEqual([]);
  });

  it('ED-01: the newest edit of a message replaces one that still waits, and leaves those of others', async () => {
    const goOnline = goOffline();
    const { outbox, texts } = await opened();
    outbox.edit(target(1), 'first');
    outbox.edit(target(2), 'other');
    outbox.edit(target(1), 'second');
    goOnline();
    await settleStorage();
    expect(texts()).toEqual(['other', 'second']);
  });

  it('ED-03: an edit made while the previous one is under way follows it, with a key of its own', async () => {
    const answers: (() => void)[] = [];
    const { outbox, asked, texts } = await opened(
      () =>
        new Promise((resolve) => {
          answers.push(resolve);
        }),
    );
    outbox.edit(target(), 'first');
    outbox.edit(target(), 'second');
    outbox.edit(target(), 'third');
    expect(texts()).toEqual(['first']);
    answers.shift()?.();
    await settleStorage();
    expect(texts()).toEqual(['first', 'third']);
    expect(new Set(asked.map(({ key }) => key)).size).toBe(2);
  });

  it.each([
    ['without an answer', refusal(0, 'network'), 2000],
    ['too fast', refusal(429, 'sending_too_fast', 3), 3000],
  ])('ED-03: sent %s, it is tried again with the same key', async (_when, error, waitMs) => {
    let isDown = true;
    const { outbox, asked, waiting } = await opened(() =>
      isDown ? Promise.reject(error) : Promise.resolve(),
    );
    outbox.edit(target(), 'better');
    await vi.advanceTimersByTimeAsync(waitMs - 100);
    expect(asked).toHaveLength(1);
    isDown = false;
    await vi.advanceTimersByTimeAsync(200);
    expect(asked.map(({ key }) => key)).toEqual([asked[0]?.key, asked[0]?.key]);
    expect(waiting()).toEqual([]);
  });

  it('ED-01: a refused edit keeps its words and the reason, also over a reload, and the next one is sent', async () => {
    const { outbox, texts } = await opened((edit) =>
      edit.content === 'late' ? Promise.reject(refusal(403, 'edit_too_late')) : Promise.resolve(),
    );
    outbox.edit(target(1), 'late');
    outbox.edit(target(2), 'in time');
    await settleStorage();
    expect(texts()).toEqual(['late', 'in time']);
    outbox.close();
    const after = await opened();
    expect(after.waiting()).toEqual([
      { content: 'late', state: 'failed', detail: 'This message is too old to change' },
    ]);
    expect(after.outbox.isBusy()).toBe(false);
    expect(after.asked).toEqual([]);
  });
});

describe('an edit that waits', () => {
  const store = openStore(pageOf([messageAt(1, { sender: 'asha', content: 'first' }), messageAt(2)]));

  it('ED-01: shows the new text until the server has answered, and the former one after a refusal', async () => {
    const answers: ((error: ApiError) => void)[] = [];
    const { outbox } = await opened(
      () =>
        new Promise((_resolve, reject) => {
          answers.push(reject);
        }),
    );
    const shown = () =>
      withPendingEdits(store, outbox.requests()).messages.map(({ content, isSaving }) => [content, isSaving]);
    outbox.edit(target(1), 'better');
    expect(shown()).toEqual([
      ['better', true],
      ['message 2', undefined],
    ]);
    answers.shift()?.(refusal(403, 'edit_too_late'));
    await settleStorage();
    expect(shown()).toEqual([
      ['first', undefined],
      ['message 2', undefined],
    ]);
  });

  it('ED-01: is offered for own messages with text', () => {
    const now = Date.parse(messageAt(1).timestamp);
    expect(mayBeEdited(messageAt(1, { sender: 'asha' }), 'asha', now)).toBe(true);
    expect(mayBeEdited(messageAt(1, { sender: 'riya' }), 'asha', now)).toBe(false);
    expect(mayBeEdited(messageAt(1, { sender: 'asha', content: '' }), 'asha', now)).toBe(false);
    expect(mayBeEdited(messageAt(1, { sender: 'asha', is_deleted: true }), 'asha', now)).toBe(false);
  });
});
