import { PLAYER_LOADING_MS } from '@adda/contract/video';
import { act, screen, within } from '@testing-library/react';
import { StrictMode } from 'react';
import { afterEach, beforeEach, vi } from 'vitest';
import { render } from '../../test/render.tsx';
import { stubEmbedFrames } from './embed.fixture.ts';
import { PlayerHost, VideoCard } from './index.ts';

/** The videos of the first and the second card. */
export const [VIDEO, OTHER] = ['dQw4w9WgXcQ', 'M7lc1UVf-VE'] as const;

/** Sets a desktop window, and fake timers that advance by themselves and by the test. */
export function setUpDesktopWithTimers(): void {
  beforeEach(() => {
    vi.useFakeTimers({ shouldAdvanceTime: true });
    Object.assign(window, { innerWidth: 1280, innerHeight: 800 });
  });
  afterEach(() => void vi.useRealTimers());
}

/** Advances the timers by this many milliseconds. */
export const advance = (ms: number) => act(() => void vi.advanceTimersByTime(ms));

/** Returns the frames of the page. */
export const frames = () => [...document.querySelectorAll('iframe')];

/** Renders a page with two cards and the player, under StrictMode as in development. */
export async function showCards(videoId: string = VIDEO) {
  const embed = stubEmbedFrames();
  const { person, unmount } = render(
    <StrictMode>
      <main id="main" tabIndex={-1}>
        <VideoCard videoId={videoId} isOwn isWhisper={false} />
        <VideoCard videoId={OTHER} isOwn={false} isWhisper={false} />
      </main>
      <PlayerHost />
    </StrictMode>,
  );
  const [card, otherCard] = screen.getAllByRole('button', { name: 'Play video' });
  if (!card || !otherCard) throw new Error('there are no cards');
  return { embed, person, unmount, card, otherCard };
}

/** Renders the page and opens the player with the first card's video, or with the given one. */
export async function openPlayer(videoId?: string) {
  const page = await showCards(videoId);
  await page.person.click(page.card);
  const player = await screen.findByRole('region', { name: 'Video player' });
  const button = (name: string) => within(player).getByRole('button', { name });
  return { ...page, player, button };
}

/** Renders a player with a running video. */
export async function openPlaying() {
  const page = await openPlayer();
  page.embed.receive({ event: 'onReady' });
  page.embed.changeState(1);
  advance(PLAYER_LOADING_MS);
  return page;
}
