import { act } from '@testing-library/react';
import { vi } from 'vitest';
import { EMBED_ORIGIN } from './embed-channel.ts';

/** The test's browser, a global in addition to the platform's own. */
declare const happyDOM: { readonly settings: object };

/** A message that was posted to the frame, and its target origin. */
type Posted = { readonly message: Record<string, unknown>; readonly to: string };

/** Source of a message. */
type From = { readonly origin?: string; readonly source?: MessageEventSource | null };

/** Gives every frame of the test a window that imitates YouTube's embed. */
export function stubEmbedFrames() {
  const posted: Posted[] = [];
  const embed = Object.assign(new EventTarget(), {
    postMessage: (message: string, to: string) => void posted.push({ message: JSON.parse(message), to }),
  });
  // happy-dom loads an empty page into every frame, whatever its URL: no request is sent.
  Object.assign(happyDOM.settings, { enableIframePageLoading: true });
  vi.spyOn(HTMLIFrameElement.prototype, 'src', 'get').mockReturnValue('about:blank');
  // The channel only posts to it and compares it, so it needs nothing else of a window.
  const frameWindow = embed as unknown as Window;
  vi.spyOn(HTMLIFrameElement.prototype, 'contentWindow', 'get').mockReturnValue(frameWindow);

  /** Sends a message of the embed; another origin or source imitates another page. */
  const receive = (data: unknown, { origin = EMBED_ORIGIN, source = frameWindow }: From = {}) =>
    act(() => {
      const text = typeof data === 'string' ? data : JSON.stringify(data);
      dispatchEvent(new MessageEvent('message', { data: text, origin, source }));
    });
  return {
    posted,
    receive,
    /** Fires the frame's load event. */
    load: (frame: HTMLIFrameElement) => act(() => void frame.dispatchEvent(new Event('load'))),
    /** Names of the commands so far, without the subscriptions. */
    commands: () =>
      posted
        .map(({ message }) => message['func'])
        .filter((name) => name !== undefined && name !== 'addEventListener'),
    changeState: (playerState: number) => receive({ event: 'onStateChange', info: playerState }),
  };
}
