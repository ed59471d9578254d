/** A voice message that plays, or is paused, independently of the chat in which it was started. */
export type VoiceTrack = {
  readonly messageId: string;
  /** A signed link that expires. */
  readonly url: string;
  readonly durationMs: number;
  /** Displayed name of the sender. */
  readonly name: string;
  /** Requests a fresh link; undefined if there is none. Never rejects. */
  readonly refresh: () => Promise<string | undefined>;
  /** The next voice message of the conversation, if there is one. */
  readonly next: () => VoiceTrack | undefined;
  /** Called when it starts. */
  readonly onStart: () => void;
};

const listeners = new Set<() => void>();
let open: VoiceTrack | undefined;

/** The open voice message, for the whole app; playing it is in `playback.ts`, which is loaded with the first one. */
export const voiceStore = {
  current: (): VoiceTrack | undefined => open,
  set(track: VoiceTrack | undefined): void {
    if (track === open) return;
    open = track;
    for (const listener of listeners) listener();
  },
  subscribe(listener: () => void): () => void {
    listeners.add(listener);
    return () => {
      listeners.delete(listener);
    };
  },
};
