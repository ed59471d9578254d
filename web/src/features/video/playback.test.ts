import { expect, it } from 'vitest';
import { freshPlayback, isLoading, nextPlayback, type PlaybackEvent } from './playback.ts';

const after = (...events: PlaybackEvent[]) => events.reduce(nextPlayback, freshPlayback(true));
const playing = { type: 'playback', isPlaying: true } as const;
const ready = { type: 'ready' } as const;
const waited = { type: 'waited' } as const;
const blocked = { type: 'blocked' } as const;

it('VP-07, VP-18: loads until its minimum time is over and the frame responds, whichever is later', () => {
  expect(isLoading(after())).toBe(true);
  expect(isLoading(after(ready))).toBe(true);
  expect(isLoading(after(waited))).toBe(true);
  expect(isLoading(after(ready, waited))).toBe(false);
  expect(isLoading(after(waited, playing))).toBe(false);
});

it('VP-09: a video that is blocked from starting waits for a press, once', () => {
  expect(after(ready, blocked)).toMatchObject({ isBlocked: true, isPlaying: false });
  expect(after(ready, playing, blocked)).toMatchObject({ isBlocked: false, isPlaying: true });
  expect(after(blocked, playing)).toMatchObject({ isBlocked: false, isPlaying: true });
  expect(after(blocked, { type: 'start-pressed' }, blocked)).toMatchObject({ isBlocked: false });
});

it('VP-10: a frame that never responds fails; one that has responded does not', () => {
  expect(after({ type: 'gave-up' }).problem).toBe('not-loaded');
  expect(after(ready, { type: 'gave-up' }).problem).toBeUndefined();
});

it.each([
  [2, 'invalid-id'],
  [5, 'not-loaded'],
  [100, 'not-loaded'],
  [150, 'not-loaded'],
  [Number.NaN, 'not-loaded'],
])('VP-10, VP-20: failure %s is %s, and ends playing and loading', (code, problem) => {
  const state = after(ready, playing, { type: 'failed', code });
  expect(state).toMatchObject({ problem, isPlaying: false, isBlocked: false });
  expect(isLoading(state)).toBe(false);
});

it('VP-20: an invalid id is a problem from the start', () => {
  expect(freshPlayback(false).problem).toBe('invalid-id');
});

it("VP-03: is muted by the button and by the frame's events", () => {
  expect(after({ type: 'mute-pressed' }).isMuted).toBe(true);
  expect(after({ type: 'mute-pressed' }, { type: 'muted', isMuted: false }).isMuted).toBe(false);
});
