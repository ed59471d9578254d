/** The only origin of the player's frame; the content security policy allows no other. */
export const EMBED_ORIGIN = 'https://www.youtube-nocookie.com';

/** Events of the frame. `code` of a failure is YouTube's; 2 is an invalid id. */
export type EmbedEvent =
  | { readonly type: 'ready' }
  | { readonly type: 'playback'; readonly isPlaying: boolean }
  | { readonly type: 'muted'; readonly isMuted: boolean }
  | { readonly type: 'title'; readonly title: string }
  | { readonly type: 'blocked' }
  | { readonly type: 'failed'; readonly code: number };

/** Commands to the frame. */
export type EmbedChannel = {
  readonly play: () => void;
  readonly pause: () => void;
  readonly mute: () => void;
  readonly unmute: () => void;
  readonly close: () => void;
};

/** Returns the URL of a video's frame. It starts to play immediately, because Play was pressed. */
export function embedAddress(videoId: string, origin: string): string {
  const search = new URLSearchParams({ enablejsapi: '1', playsinline: '1', autoplay: '1', rel: '0', origin });
  return `${EMBED_ORIGIN}/embed/${encodeURIComponent(videoId)}?${search}`;
}

const SUBSCRIBE_EVERY_MS = 250;
const MAX_MESSAGE_LENGTH = 200_000;
const MAX_TITLE_LENGTH = 200;

/** YouTube's states of a running video: playing and buffering. */
const RUNNING = [1, 3];

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null;

function parse(data: unknown): Record<string, unknown> {
  if (typeof data !== 'string' || data.length > MAX_MESSAGE_LENGTH) return {};
  try {
    const value: unknown = JSON.parse(data);
    return isRecord(value) ? value : {};
  } catch {
    return {};
  }
}

const playback = (state: unknown): EmbedEvent[] =>
  typeof state === 'number' ? [{ type: 'playback', isPlaying: RUNNING.includes(state) }] : [];

function infoEvents(info: unknown): EmbedEvent[] {
  if (!isRecord(info)) return [];
  const { playerState, muted, videoData } = info;
  const title = isRecord(videoData) ? videoData['title'] : undefined;
  return [
    ...playback(playerState),
    ...(typeof muted === 'boolean' ? [{ type: 'muted', isMuted: muted } as const] : []),
    ...(typeof title === 'string' && title.trim() !== ''
      ? [{ type: 'title', title: title.trim().slice(0, MAX_TITLE_LENGTH) } as const]
      : []),
  ];
}

/** Parses a message of the frame; an unknown message returns no events. */
export function readEmbedMessage(data: unknown): readonly EmbedEvent[] {
  const { event, info } = parse(data);
  if (event === 'onReady') return [{ type: 'ready' }];
  if (event === 'initialDelivery') return [{ type: 'ready' }, ...infoEvents(info)];
  if (event === 'infoDelivery') return infoEvents(info);
  if (event === 'onStateChange') return playback(info);
  if (event === 'onAutoplayBlocked') return [{ type: 'blocked' }];
  if (event === 'onError') return [{ type: 'failed', code: Number(info) }];
  return [];
}

/**
 * Opens a channel to a video's frame through its postMessage protocol, so that no YouTube script runs in this page.
 * Subscribes repeatedly until the first response. Ignores messages of other windows and origins.
 */
export function openEmbedChannel(
  frame: HTMLIFrameElement,
  onEvent: (event: EmbedEvent) => void,
): EmbedChannel {
  let subscribeTimer: ReturnType<typeof setInterval> | undefined;
  const post = (message: object) =>
    frame.contentWindow?.postMessage(JSON.stringify({ ...message, id: 1, channel: 'widget' }), EMBED_ORIGIN);
  const command = (func: string, args: readonly string[] = []) => post({ event: 'command', func, args });
  const subscribe = () => post({ event: 'listening' });

  // Before its page is loaded, the frame has this origin and would not accept a message for the other one.
  const start = () => {
    clearInterval(subscribeTimer);
    subscribe();
    subscribeTimer = setInterval(subscribe, SUBSCRIBE_EVERY_MS);
  };
  const stopSubscribing = () => {
    if (subscribeTimer === undefined) return;
    clearInterval(subscribeTimer);
    subscribeTimer = undefined;
    for (const name of ['onStateChange', 'onError', 'onAutoplayBlocked']) command('addEventListener', [name]);
  };
  const onMessage = (event: MessageEvent) => {
    if (event.origin !== EMBED_ORIGIN || !event.source || event.source !== frame.contentWindow) return;
    stopSubscribing();
    for (const embedEvent of readEmbedMessage(event.data)) onEvent(embedEvent);
  };

  addEventListener('message', onMessage);
  frame.addEventListener('load', start);
  return {
    play: () => command('playVideo'),
    pause: () => command('pauseVideo'),
    mute: () => command('mute'),
    unmute: () => command('unMute'),
    close: () => {
      clearInterval(subscribeTimer);
      removeEventListener('message', onMessage);
      frame.removeEventListener('load', start);
    },
  };
}
