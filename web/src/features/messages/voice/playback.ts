import { useSyncExternalStore } from 'react';
import { voiceStore, type VoiceTrack } from './voice-store.ts';

/** The offered speeds (VM-02). */
const RATES = [1, 1.5, 2] as const;
type Rate = (typeof RATES)[number];

/** State of the open voice message. `seconds`: its position. */
export type PlaybackState = {
  readonly track: VoiceTrack | undefined;
  readonly isPlaying: boolean;
  readonly seconds: number;
  readonly rate: Rate;
  readonly hasFailed: boolean;
};

const idle = { track: undefined, isPlaying: false, seconds: 0, hasFailed: false } as const;
const listeners = new Set<() => void>();
let state: PlaybackState = { ...idle, rate: 1 };
let audio: HTMLAudioElement | undefined;
/** Whether the link of the track was renewed after a failure; a second failure is shown. */
let isRenewed = false;

function change(next: Partial<PlaybackState>): void {
  state = { ...state, ...next };
  for (const listener of listeners) listener();
}

function element(): HTMLAudioElement {
  if (audio) return audio;
  const made = new Audio();
  made.preload = 'metadata';
  made.addEventListener('timeupdate', () => change({ seconds: made.currentTime }));
  made.addEventListener('play', () => change({ isPlaying: true }));
  made.addEventListener('pause', () => change({ isPlaying: false }));
  made.addEventListener('ended', playNext);
  made.addEventListener('error', () => void recover());
  audio = made;
  return made;
}

/** Starts; a browser that refuses leaves the track paused, and a failed load has an event of its own. */
function start(): void {
  const player = element();
  player.playbackRate = state.rate;
  void player.play().catch(() => change({ isPlaying: false }));
}

function load(track: VoiceTrack, url: string, seconds: number): void {
  const player = element();
  player.src = url;
  if (seconds > 0) player.currentTime = seconds;
  change({ track, seconds, hasFailed: false });
  voiceStore.set(track);
}

/** A link expires: the first failure is retried with a fresh one. */
async function recover(): Promise<void> {
  const { track, seconds } = state;
  if (!track) return;
  const fresh = isRenewed ? undefined : await track.refresh();
  isRenewed = true;
  if (state.track !== track) return;
  if (fresh === undefined) return change({ isPlaying: false, hasFailed: true });
  load(track, fresh, seconds);
  start();
}

function playNext(): void {
  const next = state.track?.next();
  if (next) playback.play(next);
  else playback.close();
}

/** Plays one voice message at a time; it goes on while the user reads elsewhere (VM-02). */
export const playback = {
  state: (): PlaybackState => state,
  subscribe(listener: () => void): () => void {
    listeners.add(listener);
    return () => {
      listeners.delete(listener);
    };
  },
  /** Plays a track from `seconds`, or continues the open one. */
  play(track: VoiceTrack, seconds?: number): void {
    if (state.track?.messageId === track.messageId && !state.hasFailed) {
      if (seconds !== undefined) playback.seek(seconds);
    } else {
      isRenewed = false;
      load(track, track.url, seconds ?? 0);
    }
    start();
    track.onStart();
  },
  pause: (): void => audio?.pause(),
  seek(seconds: number): void {
    if (audio) audio.currentTime = seconds;
    change({ seconds });
  },
  /** Switches to the next speed, after the last one to the first. */
  nextRate(): void {
    const rate = RATES[(RATES.indexOf(state.rate) + 1) % RATES.length] ?? 1;
    if (audio) audio.playbackRate = rate;
    change({ rate });
  },
  close(): void {
    const { rate } = state;
    audio?.pause();
    audio?.removeAttribute('src');
    change({ ...idle, rate });
    voiceStore.set(undefined);
  },
};

// The host closes the track when the user leaves the main screen.
voiceStore.subscribe(() => {
  if (!voiceStore.current() && state.track) playback.close();
});

/** State of the playback; changes several times a second while it plays. */
export const usePlayback = (): PlaybackState => useSyncExternalStore(playback.subscribe, playback.state);

/** Returns the state of one message, which changes only while it is the open one. */
export function useTrack(messageId: string | undefined): PlaybackState | undefined {
  return useSyncExternalStore(playback.subscribe, () =>
    messageId !== undefined && state.track?.messageId === messageId ? state : undefined,
  );
}
