import { isVideoId, PLAYER_LOADING_MS } from '@adda/contract/video';
import { useCallback, useEffect, useLayoutEffect, useReducer, useRef, type RefObject } from 'react';
import { openEmbedChannel, type EmbedChannel } from './embed-channel.ts';
import { freshPlayback, isLoading, nextPlayback, type Playback } from './playback.ts';

/** A frame without a response for this long has failed. */
const GIVE_UP_MS = 15_000;

/** A video that does not run this long after its frame was ready is blocked by the browser. */
const BLOCKED_MS = 2000;

/** Playback state and actions of a video. */
export type PlaybackControl = {
  readonly state: Playback;
  readonly toggle: () => void;
  readonly toggleSound: () => void;
  /** The press on 'Play Video' after autoplay was blocked (VP-09). */
  readonly start: () => void;
};

/** Calls back once after a delay, while `isEnabled`. */
function useAfter(ms: number, isEnabled: boolean, call: () => void): void {
  const latest = useRef(call);
  useEffect(() => {
    latest.current = call;
  });
  useEffect(() => {
    if (!isEnabled) return undefined;
    const timer = setTimeout(() => latest.current(), ms);
    return () => clearTimeout(timer);
  }, [ms, isEnabled]);
}

/** Plays a video in a frame. Its state belongs to one frame; a retry mounts a new one. */
export function usePlayback(videoId: string, frame: RefObject<HTMLIFrameElement | null>): PlaybackControl {
  const [state, dispatch] = useReducer(nextPlayback, isVideoId(videoId), freshPlayback);
  const channel = useRef<EmbedChannel>(undefined);
  const { isReady, isPlaying, isMuted, problem } = state;

  // Before the next paint: the frame may load immediately.
  useLayoutEffect(() => {
    if (!frame.current) return undefined;
    const opened = openEmbedChannel(frame.current, dispatch);
    channel.current = opened;
    return opened.close;
  }, [frame]);
  useEffect(() => {
    if (isReady) channel.current?.play();
  }, [isReady]);
  useAfter(PLAYER_LOADING_MS, problem === undefined, () => dispatch({ type: 'waited' }));
  useAfter(GIVE_UP_MS, isLoading(state), () => dispatch({ type: 'gave-up' }));
  useAfter(BLOCKED_MS, isReady && !state.isStartSettled, () => dispatch({ type: 'blocked' }));

  const start = useCallback(() => {
    dispatch({ type: 'start-pressed' });
    channel.current?.play();
  }, []);
  return {
    state,
    toggle: () => (isPlaying ? channel.current?.pause() : channel.current?.play()),
    toggleSound: () => {
      if (isMuted) channel.current?.unmute();
      else channel.current?.mute();
      dispatch({ type: 'mute-pressed' });
    },
    start,
  };
}
