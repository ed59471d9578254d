import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import {
  EMBED_ORIGIN,
  embedAddress,
  openEmbedChannel,
  readEmbedMessage,
  type EmbedEvent,
} from './embed-channel.ts';
import { stubEmbedFrames } from './embed.fixture.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

function openChannel() {
  const embed = stubEmbedFrames();
  const frame = document.createElement('iframe');
  const received: EmbedEvent[] = [];
  const channel = openEmbedChannel(frame, (event) => void received.push(event));
  return { embed, frame, received, channel };
}

it('VP-06: the frame is loaded from the cookieless host and sends messages to this page only', () => {
  const url = new URL(embedAddress('dQw4w9WgXcQ', 'https://adda.example'));
  expect(url.origin).toBe('https://www.youtube-nocookie.com');
  expect(url.pathname).toBe('/embed/dQw4w9WgXcQ');
  expect(Object.fromEntries(url.searchParams)).toMatchObject({
    enablejsapi: '1',
    playsinline: '1',
    origin: 'https://adda.example',
  });
});

describe('the messages of the frame', () => {
  it('subscribes after the page is loaded, repeatedly until the first response', () => {
    const { embed, frame } = openChannel();
    vi.advanceTimersByTime(1000);
    expect(embed.posted).toEqual([]);
    embed.load(frame);
    vi.advanceTimersByTime(500);
    expect(embed.posted).toEqual(
      Array.from({ length: 3 }, () => ({
        message: { event: 'listening', id: 1, channel: 'widget' },
        to: EMBED_ORIGIN,
      })),
    );
    embed.receive({ event: 'onReady', info: null, id: 1 });
    const subscriptions = embed.posted.slice(3).map(({ message }) => message['args']);
    expect(subscriptions).toEqual([['onStateChange'], ['onError'], ['onAutoplayBlocked']]);
    vi.advanceTimersByTime(1000);
    expect(embed.posted).toHaveLength(6);
  });

  it('sends commands to that origin only', () => {
    const { embed, channel } = openChannel();
    channel.play();
    channel.pause();
    channel.mute();
    channel.unmute();
    expect(embed.commands()).toEqual(['playVideo', 'pauseVideo', 'mute', 'unMute']);
    expect(new Set(embed.posted.map(({ to }) => to))).toEqual(new Set([EMBED_ORIGIN]));
  });

  it('ignores messages of other origins and windows, and those after closing', () => {
    const { embed, received, channel } = openChannel();
    embed.receive({ event: 'onReady' }, { origin: 'https://www.youtube.com' });
    embed.receive({ event: 'onReady' }, { origin: 'https://www.youtube-nocookie.com.evil.example' });
    embed.receive({ event: 'onReady' }, { source: window });
    embed.receive({ event: 'onReady' }, { source: null });
    expect(received).toEqual([]);
    embed.receive({ event: 'onReady' });
    channel.close();
    embed.receive({ event: 'onStateChange', info: 1 });
    expect(received).toEqual([{ type: 'ready' }]);
  });
});

const info = (event: string, value: unknown) => JSON.stringify({ event, info: value });
it.each([
  [info('onReady', null), [{ type: 'ready' }]],
  [info('onStateChange', 1), [{ type: 'playback', isPlaying: true }]],
  [info('onStateChange', 3), [{ type: 'playback', isPlaying: true }]],
  [info('onStateChange', 2), [{ type: 'playback', isPlaying: false }]],
  [info('onStateChange', 0), [{ type: 'playback', isPlaying: false }]],
  [info('onAutoplayBlocked', null), [{ type: 'blocked' }]],
  [info('onError', 150), [{ type: 'failed', code: 150 }]],
  [
    info('infoDelivery', { playerState: 1, muted: true, videoData: { title: ' Chai <b> ' } }),
    [
      { type: 'playback', isPlaying: true },
      { type: 'muted', isMuted: true },
      { type: 'title', title: 'Chai <b>' },
    ],
  ],
  [info('initialDelivery', { muted: false }), [{ type: 'ready' }, { type: 'muted', isMuted: false }]],
  [info('infoDelivery', { currentTime: 3, videoData: { title: '' } }), []],
  [info('infoDelivery', null), []],
  [info('somethingNew', 1), []],
  ['not JSON', []],
  ['null', []],
  [{ event: 'onReady' }, []],
])('VP-03: parses %j as %j', (data, events) => {
  expect(readEmbedMessage(data)).toEqual(events);
});
