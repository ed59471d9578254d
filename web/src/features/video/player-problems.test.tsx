import { PLAYER_LOADING_MS } from '@adda/contract/video';
import { screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import { frames, openPlayer, advance, setUpDesktopWithTimers } from './player.fixture.tsx';

setUpDesktopWithTimers();

it('VP-09: a video that the browser blocks is started by a press', async () => {
  const { embed, person, button } = await openPlayer();
  embed.receive({ event: 'onReady' });
  embed.receive({ event: 'onAutoplayBlocked' });
  advance(PLAYER_LOADING_MS);
  await person.click(screen.getByRole('button', { name: 'Play Video' }));
  expect(embed.commands().at(-1)).toBe('playVideo');
  expect(screen.queryByRole('button', { name: 'Play Video' })).toBeNull();
  embed.changeState(1);
  expect(button('Pause')).toBeTruthy();
});

it('VP-09: so is a video without a response for two seconds', async () => {
  const { embed } = await openPlayer();
  embed.receive({ event: 'onReady' });
  advance(1500);
  expect(screen.queryByRole('button', { name: 'Play Video' })).toBeNull();
  advance(1500);
  expect(screen.getByRole('button', { name: 'Play Video' })).toBeTruthy();
});

it('VP-10: a frame that never responds has failed', async () => {
  await openPlayer();
  advance(20_000);
  expect(screen.getByRole('alert').textContent).toContain('Failed to load video');
});

it('VP-08, VP-10: shows the failure and retries with a new frame', async () => {
  const { embed, person, player } = await openPlayer();
  const [frame] = frames();
  embed.receive({ event: 'onReady' });
  embed.receive({ event: 'onError', info: 150 });
  const alert = screen.getByRole('alert');
  expect(alert.textContent).toBe('Failed to load videoPlease check the video ID or try again.');
  await person.click(screen.getByRole('button', { name: 'Try Again' }));
  expect(screen.queryByRole('alert')).toBeNull();
  expect(frames()).toHaveLength(1);
  expect(frames()[0]).not.toBe(frame);
  expect(document.activeElement?.getAttribute('aria-label')).toBe(player.getAttribute('aria-label'));
});

it('VP-20: an invalid id causes no request', async () => {
  await openPlayer('no id');
  expect(screen.getByRole('alert').textContent).toContain('Invalid video ID');
  expect(frames()).toEqual([]);
});
