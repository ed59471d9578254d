import { createStore, set } from 'idb-keyval';
import { describe, expect, it, vi } from 'vitest';
import type { Attachments } from '../composer/attachments.ts';
import { openTestOutbox, settleStorage, testAccount, prepareTestOutboxes } from './outbox.fixture.ts';
import { createTestConnection, GROUP_ID } from '../../rooms/rooms.fixture.ts';

prepareTestOutboxes();

async function openOutbox(
  options: { connection?: ReturnType<typeof createTestConnection>; hasRoom?: boolean } = {},
) {
  const connection = options.connection ?? createTestConnection();
  const returned: string[] = [];
  const attached: Attachments[] = [];
  const outbox = await openTestOutbox({
    connection,
    onReturned({ text, attachments }) {
      if (options.hasRoom === false) return false;
      returned.push(text);
      attached.push(attachments);
      return true;
    },
  });
  return {
    ...connection,
    outbox,
    returned,
    attached,
    states: () => outbox.messages().map((entry) => entry.state),
  };
}

describe('the outbox', () => {
  it('GC-46: sends immediately, and removes the entry when it is settled', async () => {
    const { outbox, said, states } = await openOutbox();
    const id = outbox.send('hello');
    expect(said()).toEqual(['hello']);
    expect(states()).toEqual(['sending']);
    expect(outbox.hasSent()).toBe(false);
    expect(outbox.settle(id)).toMatchObject({ content: 'hello' });
    expect(outbox.settle(id)).toBeUndefined();
    expect(states()).toEqual([]);
    expect(outbox.hasSent()).toBe(true);
  });

  it('GC-55, CO-20: sends in order, the next one a second after the previous one', async () => {
    const { outbox, said, ids } = await openOutbox();
    for (const content of ['one', 'two', 'three']) outbox.send(content);
    outbox.settle(ids()[0] ?? '');
    await vi.advanceTimersByTimeAsync(999);
    expect(said()).toEqual(['one']);
    await vi.advanceTimersByTimeAsync(1);
    expect(said()).toEqual(['one', 'two']);
    await vi.advanceTimersByTimeAsync(5000);
    expect(said()).toEqual(['one', 'two']); // not acknowledged: the third waits
    outbox.settle(ids()[1] ?? '');
    expect(said()).toEqual(['one', 'two', 'three']);
  });

  it('GC-55: a message must wait until a second after the previous one', async () => {
    const { outbox, ids } = await openOutbox();
    expect(outbox.mustWait()).toBe(false);
    outbox.send('one');
    expect(outbox.mustWait()).toBe(true);
    outbox.settle(ids()[0] ?? '');
    await vi.advanceTimersByTimeAsync(999);
    expect(outbox.mustWait()).toBe(true);
    await vi.advanceTimersByTimeAsync(1);
    expect(outbox.mustWait()).toBe(false);
  });

  it('GC-55, X-21: offline nothing must wait, and after the reconnect queued messages go first', async () => {
    const { outbox, said, ids, move } = await openOutbox({
      connection: createTestConnection('reconnecting'),
    });
    outbox.send('one');
    expect(outbox.mustWait()).toBe(false);
    outbox.send('two');
    move('connected');
    expect(said()).toEqual(['one']);
    outbox.settle(ids()[0] ?? '');
    expect(outbox.mustWait()).toBe(true);
    await vi.advanceTimersByTimeAsync(1000);
    expect(said()).toEqual(['one', 'two']);
    await vi.advanceTimersByTimeAsync(1000);
    expect(outbox.mustWait()).toBe(false);
  });

  it('X-21, GC-48: queues while offline; within 30 s it is sent once, with the same id', async () => {
    const connection = createTestConnection('reconnecting');
    const { outbox, said, ids, states, move } = await openOutbox({ connection });
    const id = outbox.send('hello');
    expect(states()).toEqual(['queued']);
    await vi.advanceTimersByTimeAsync(29_000);
    move('connected');
    await vi.advanceTimersByTimeAsync(5000);
    expect(said()).toEqual(['hello']);
    expect(ids()).toEqual([id]);
  });

  it('X-21, GC-50, CO-35: after 30 s offline the text returns to the input', async () => {
    const { outbox, said, returned, states, move } = await openOutbox({
      connection: createTestConnection('reconnecting'),
    });
    outbox.send('hello');
    await vi.advanceTimersByTimeAsync(29_900);
    expect(returned).toEqual([]);
    await vi.advanceTimersByTimeAsync(100);
    expect(returned).toEqual(['hello']);
    expect(states()).toEqual([]);
    move('connected');
    await vi.advanceTimersByTimeAsync(5000);
    expect(said()).toEqual([]);
  });

  it('X-21: if the input has no room for it, it stays as failed and can be sent manually', async () => {
    const connection = createTestConnection('reconnecting');
    const { outbox, said, states, move } = await openOutbox({ connection, hasRoom: false });
    const id = outbox.send('hello');
    await vi.advanceTimersByTimeAsync(30_000);
    expect(outbox.find(id)).toMatchObject({ state: 'failed', detail: expect.stringContaining('offline') });
    move('connected');
    expect(said()).toEqual([]);
    outbox.retry(id);
    expect(states()).toEqual(['sending']);
    expect(said()).toEqual(['hello']);
  });

  it('R-03: a message that may have arrived never returns to the input, and is retried under its own id', async () => {
    const { outbox, ids, returned, move } = await openOutbox();
    const id = outbox.send('hello');
    move('reconnecting');
    expect(outbox.find(id)).toMatchObject({ state: 'queued', tries: 1 });
    await vi.advanceTimersByTimeAsync(31_000);
    expect(returned).toEqual([]);
    expect(outbox.find(id)?.state).toBe('failed');
    move('connected', true);
    outbox.retry(id);
    await vi.advanceTimersByTimeAsync(1000);
    expect(ids()).toEqual([id, id]);
  });

  it('R-03: without an acknowledgement within 10 s it is retried with the same id, and fails in the end', async () => {
    const { outbox, ids } = await openOutbox();
    const id = outbox.send('hello');
    await vi.advanceTimersByTimeAsync(9999);
    expect(ids()).toEqual([id]);
    await vi.advanceTimersByTimeAsync(1);
    expect(ids()).toEqual([id, id]);
    await vi.advanceTimersByTimeAsync(20_000);
    expect(ids()).toEqual([id, id, id]);
    expect(outbox.find(id)?.state).toBe('failed');
  });

  it('GC-55: a refusal by the rate limit waits as long as it says, then retries', async () => {
    const { outbox, ids } = await openOutbox();
    const id = outbox.send('hello');
    outbox.refuse({ code: 'sending_too_fast', detail: 'Please wait', clientMessageId: id, retry_after: 3 });
    await vi.advanceTimersByTimeAsync(2900);
    expect(ids()).toEqual([id]);
    await vi.advanceTimersByTimeAsync(100);
    expect(ids()).toEqual([id, id]);
  });

  it('R-03 X-21: keeps a message that the server could not store and retries it, without a time limit', async () => {
    const { outbox, ids, move } = await openOutbox();
    const id = outbox.send('hello');
    for (let tries = 1; tries <= 15; tries += 1) {
      outbox.refuse({ code: 'unavailable', detail: 'In a moment', clientMessageId: id, retry_after: 2 });
      await vi.advanceTimersByTimeAsync(1900);
      expect(ids()).toHaveLength(tries);
      await vi.advanceTimersByTimeAsync(100);
    }
    expect(new Set(ids())).toEqual(new Set([id]));
    expect(outbox.find(id)).toMatchObject({ state: 'sending' });
    // It may be stored: sent as a new message it could be duplicated, so it does not return to the input.
    outbox.refuse({ code: 'unavailable', detail: 'In a moment', clientMessageId: id, retry_after: 2 });
    move('reconnecting');
    await vi.advanceTimersByTimeAsync(40_000);
    expect(outbox.find(id)).toMatchObject({ state: 'failed' });
  });

  it('any other refusal marks the message with the error text and sends the next one', async () => {
    const { outbox, said } = await openOutbox();
    const id = outbox.send('too long');
    outbox.send('next');
    outbox.refuse({ code: 'message_too_long', detail: 'This message is too long', clientMessageId: id });
    outbox.refuse({ code: 'message_too_long', detail: 'of another tab', clientMessageId: 'unknown' });
    expect(outbox.find(id)).toMatchObject({ state: 'failed', detail: 'This message is too long' });
    await vi.advanceTimersByTimeAsync(1000);
    expect(said()).toEqual(['too long', 'next']);
    expect(outbox.discard(id)).toEqual({ text: 'too long', attachments: {} });
    expect(outbox.find(id)).toBeUndefined();
    // Discarded, not sent (PN-02).
    expect(outbox.hasSent()).toBe(false);
  });

  it('X-21: queued messages survive a reload, under the same id', async () => {
    const before = await openOutbox({ connection: createTestConnection('reconnecting') });
    const id = before.outbox.send('hello');
    await settleStorage();
    before.outbox.close();
    const after = await openOutbox();
    await settleStorage();
    expect(after.ids()).toEqual([id]);
    after.outbox.settle(id);
    await settleStorage();
    after.outbox.close();
    expect((await openOutbox()).outbox.messages()).toEqual([]);
  });

  it('X-21: a message left for longer than 30 s by an earlier visit returns to the input, also while connected', async () => {
    const before = await openOutbox({ connection: createTestConnection('reconnecting') });
    before.outbox.send('hello');
    await settleStorage();
    before.outbox.close();
    await vi.advanceTimersByTimeAsync(60_000);
    const after = await openOutbox();
    await settleStorage();
    expect(after.returned).toEqual(['hello']);
    expect(after.said()).toEqual([]);
  });

  it('settles everything that a page contains', async () => {
    const { outbox, ids, states } = await openOutbox();
    outbox.send('one');
    outbox.send('two');
    outbox.settleAll((id) => ids().includes(id));
    expect(outbox.messages().map((entry) => entry.content)).toEqual(['two']);
    expect(states()).toEqual(['queued']);
  });

  const image = { id: 'img-1', url: '/media/images/img-1', width: 640, height: 480 };
  const video = { url: 'https://www.youtube.com/watch?v=abcdefghijk', videoId: 'abcdefghijk' };

  it('GC-18, GC-56: an image and a video are sent with the message, the image by its id', async () => {
    const { outbox, sent, ids } = await openOutbox();
    outbox.send('', { image, video });
    expect(sent[0]?.payload).toMatchObject({ content: '', image_id: 'img-1', youtube_url: video.url });
    expect(sent[0]?.payload).not.toHaveProperty('image_url');
    outbox.settle(ids()[0] ?? '');
    await vi.advanceTimersByTimeAsync(1000);
    outbox.send('draft');
    expect(sent[1]?.payload).not.toHaveProperty('image_id');
    expect(sent[1]?.payload).not.toHaveProperty('youtube_url');
  });

  const quote = {
    message_id: 'm-7',
    sequence: 7,
    sender: 'riya',
    excerpt: 'tea?',
    has_image: false,
    has_voice: false,
    has_video: false,
    is_deleted: false,
  };

  it('RY-01, MN-02: a reply is sent with the id of its message, and the choice who hears it', async () => {
    const { outbox, sent, ids } = await openOutbox();
    outbox.send('@riya yes', {}, { replyTo: { quote }, audience: 'room' });
    expect(sent[0]?.payload).toMatchObject({ reply_to: 'm-7', audience: 'room' });
    outbox.settle(ids()[0] ?? '');
    await vi.advanceTimersByTimeAsync(1000);
    outbox.send('plain');
    expect(sent[1]?.payload).not.toHaveProperty('reply_to');
    expect(sent[1]?.payload).not.toHaveProperty('audience');
  });

  it('RY-01: after a reload a reply returns to the input as one', async () => {
    const before = await openOutbox({ connection: createTestConnection('reconnecting') });
    before.outbox.send('yes', {}, { replyTo: { quote } });
    await settleStorage();
    before.outbox.close();
    const { outbox } = await openOutbox({ connection: createTestConnection('reconnecting') });
    expect(outbox.messages()).toMatchObject([{ content: 'yes', replyTo: { quote } }]);
  });

  it('RY-02: what was meant for one is not said to all when it is sent without its reply', async () => {
    const { outbox, sent } = await openOutbox();
    const id = outbox.send('yes', {}, { replyTo: { quote, whisperTo: ['riya', 'zoya'] } });
    const detail = 'The message you answer is not here any more';
    outbox.refuse({ code: 'reply_not_found', detail, clientMessageId: id });
    expect(outbox.find(id)).toMatchObject({ state: 'failed', code: 'reply_not_found', detail });
    outbox.retry(id, true);
    await vi.advanceTimersByTimeAsync(1000);
    expect(sent[1]?.payload).toMatchObject({ content: '@riya @zoya yes', audience: 'whisper' });
    expect(sent[1]?.payload).not.toHaveProperty('reply_to');
  });

  it('X-21: attachments return to the input with the text, and survive a reload', async () => {
    const before = await openOutbox({ connection: createTestConnection('reconnecting') });
    before.outbox.send('look', { image });
    await settleStorage();
    before.outbox.close();
    const after = await openOutbox({ connection: createTestConnection('reconnecting') });
    await vi.advanceTimersByTimeAsync(30_000);
    expect(after.returned).toEqual(['look']);
    expect(after.attached).toEqual([{ image }]);
  });

  const pictures = [image, { ...image, id: 'img-2' }, { ...image, id: 'img-3' }];
  const several: Attachments = { image: pictures[0] ?? image, moreImages: pictures.slice(1) };

  it('HM-12: several images are several messages in their order, the text is with the first; each waits for the one before', async () => {
    const { outbox, sent, ids } = await openOutbox();
    outbox.send('look', several, { replyTo: { quote }, audience: 'room' });
    const imagesSent = () => sent.map(({ payload }) => payload).map((payload) => Object(payload).image_id);
    for (const count of [1, 2, 3]) {
      expect(imagesSent()).toEqual(['img-1', 'img-2', 'img-3'].slice(0, count));
      // A slow connection: nothing overtakes the one that is on its way.
      await vi.advanceTimersByTimeAsync(5000);
      expect(sent).toHaveLength(count);
      outbox.settle(ids()[count - 1] ?? '');
    }
    expect(new Set(ids()).size).toBe(3);
    expect(outbox.messages()).toEqual([]);
    const [first, second] = sent.map(({ payload }) => payload);
    expect(first).toMatchObject({ content: 'look', reply_to: 'm-7', audience: 'room' });
    expect(second).toMatchObject({ content: '', audience: 'room' });
    expect(second).not.toHaveProperty('reply_to');
  });

  it('HM-12: several images of a whisper, and of a reply to one, are for the same users', async () => {
    const { outbox } = await openOutbox({ connection: createTestConnection('reconnecting') });
    outbox.send('@riya @zoya look', several, { audience: 'whisper' });
    outbox.send('and these', several, { replyTo: { quote, whisperTo: ['riya'] } });
    const [, second, third, , fifth] = outbox.messages();
    for (const entry of [second, third]) {
      expect(entry).toMatchObject({ content: '@riya @zoya', audience: 'whisper' });
    }
    expect(fifth).toMatchObject({ content: '', replyTo: { quote, whisperTo: ['riya'] } });
  });

  it('HM-12, X-21: several images go out in order after a reload, and return to the input together after 30 s', async () => {
    const before = await openOutbox({ connection: createTestConnection('reconnecting') });
    before.outbox.send('look', several);
    await settleStorage();
    before.outbox.close();
    const after = await openOutbox({ connection: createTestConnection('reconnecting') });
    expect(after.outbox.messages().map(({ attachments }) => attachments?.image?.id)).toEqual([
      'img-1',
      'img-2',
      'img-3',
    ]);
    await vi.advanceTimersByTimeAsync(30_000);
    expect(after.returned).toEqual(['look']);
    expect(after.attached).toEqual([several]);
    expect(after.outbox.messages()).toEqual([]);
  });

  it('HM-12, X-21: where the input has no room, all of several images stay in their order', async () => {
    const { outbox, states } = await openOutbox({
      connection: createTestConnection('reconnecting'),
      hasRoom: false,
    });
    outbox.send('look', several);
    await vi.advanceTimersByTimeAsync(30_000);
    expect(states()).toEqual(['failed', 'failed', 'failed']);
    expect(outbox.messages().map(({ attachments }) => attachments?.image?.id)).toEqual([
      'img-1',
      'img-2',
      'img-3',
    ]);
  });

  it('X-21: messages that a version without reactions stored are sent', async () => {
    const stored = {
      clientMessageId: 'old',
      content: 'hello',
      queuedAt: Date.now(),
      tries: 0,
      state: 'queued',
    };
    await Promise.all([
      set(`${testAccount()}/${GROUP_ID}`, [stored], createStore('adda-outbox', 'entries')),
      settleStorage(),
    ]);
    const { said } = await openOutbox();
    expect(said()).toEqual(['hello']);
  });
});
