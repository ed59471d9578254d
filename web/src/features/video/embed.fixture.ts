import { act } from '@testing-library/react';
import { vi } from 'vitest';
import { EMBED_ORIGIN } from './embed-channel.ts';

/** The test's browser, which is there beside the platform's own globals. */
declare const happyDOM: { readonly settings: object };

/** What a frame was sent: the message, and the origin that may read it. */
type Posted = { readonly message: Record<string, unknown>; readonly to: string };

/** Where a message comes from. */
type From = { readonly origin?: string; readonly source?: MessageEventSource | null };

/** Gives every frame of the test a window that stands for YouTube's embed. */
export function giveFramesAnEmbed() {
  const posted: Posted[] = [];
  const embed = Object.assign(new EventTarget(), {
    postMessage: (message: string, to: string) => void posted.push({ message: JSON.parse(message), to }),
  });
  // The test's browser loads an empty page into every frame, whatever its address: nothing leaves the machine.
  Object.assign(happyDOM.settings, { enableIframePageLoading: true });
  vi.spyOn(HTMLIFrameElement.prototype, 'src', 'get').mockReturnValue('about:blank');
  // The channel posts to it and compares it; it needs nothing else of a window.
  const frameWindow = embed as unknown as Window;
  vi.spyOn(HTMLIFrameElement.prototype, 'contentWindow', 'get').mockReturnValue(frameWindow);

  /** Sends what the embed would; another origin or source stands for another page. */
  const say = (data: unknown, { origin = EMBED_ORIGIN, source = frameWindow }: From = {}) =>
    act(() => {
      const text = typeof data === 'string' ? data : JSON.stringify(data);
      dispatchEvent(new MessageEvent('message', { data: text, origin, source }));
    });
  return {
    posted,
    say,
    /** The embed's page is there. */
    load: (frame: HTMLIFrameElement) => act(() => void frame.dispatchEvent(new Event('load'))),
    /** Names of the commands so far, without the subscriptions. */
    commands: () =>
      posted
        .map(({ message }) => message['func'])
        .filter((name) => name !== undefined && name !== 'addEventListener'),
    become: (playerState: number) => say({ event: 'onStateChange', info: playerState }),
  };
}
