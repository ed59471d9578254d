import { PLAYER_LOADING_MS } from '@adda/contract/video';
import { act, screen, within } from '@testing-library/react';
import { StrictMode } from 'react';
import { afterEach, beforeEach, vi } from 'vitest';
import { render } from '../../test/render.tsx';
import { giveFramesAnEmbed } from './embed.fixture.ts';
import { PlayerHost, VideoCard } from './index.ts';

/** The video of the first card, and that of the second. */
export const [VIDEO, OTHER] = ['dQw4w9WgXcQ', 'M7lc1UVf-VE'] as const;

/** A desktop's window, and a clock that goes by itself and can be set forward by the test. */
export function atADeskWithAClock(): void {
  beforeEach(() => {
    vi.useFakeTimers({ shouldAdvanceTime: true });
    Object.assign(window, { innerWidth: 1280, innerHeight: 800 });
  });
  afterEach(() => void vi.useRealTimers());
}

/** Lets so many milliseconds go by. */
export const pass = (ms: number) => act(() => void vi.advanceTimersByTime(ms));

/** The frames of the page. */
export const frames = () => [...document.querySelectorAll('iframe')];

/** A page with two cards and the player, under StrictMode as in development. */
export async function showCards(videoId: string = VIDEO) {
  const embed = giveFramesAnEmbed();
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

/** The page with the player open on the first card's video, or on another one. */
export async function openPlayer(videoId?: string) {
  const page = await showCards(videoId);
  await page.person.click(page.card);
  const player = await screen.findByRole('region', { name: 'Video player' });
  const button = (name: string) => within(player).getByRole('button', { name });
  return { ...page, player, button };
}

/** A player whose video runs. */
export async function openPlaying() {
  const page = await openPlayer();
  page.embed.say({ event: 'onReady' });
  page.embed.become(1);
  pass(PLAYER_LOADING_MS);
  return page;
}
