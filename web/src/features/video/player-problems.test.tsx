import { PLAYER_LOADING_MS } from '@adda/contract/video';
import { screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import { frames, openPlayer, pass, atADeskWithAClock } from './player.fixture.tsx';

atADeskWithAClock();

it('VP-09: a video that the browser blocks is started by a press', async () => {
  const { embed, person, button } = await openPlayer();
  embed.say({ event: 'onReady' });
  embed.say({ event: 'onAutoplayBlocked' });
  pass(PLAYER_LOADING_MS);
  await person.click(screen.getByRole('button', { name: 'Play Video' }));
  expect(embed.commands().at(-1)).toBe('playVideo');
  expect(screen.queryByRole('button', { name: 'Play Video' })).toBeNull();
  embed.become(1);
  expect(button('Pause')).toBeTruthy();
});

it('VP-09: so is a video without a response for two seconds', async () => {
  const { embed } = await openPlayer();
  embed.say({ event: 'onReady' });
  pass(1500);
  expect(screen.queryByRole('button', { name: 'Play Video' })).toBeNull();
  pass(1500);
  expect(screen.getByRole('button', { name: 'Play Video' })).toBeTruthy();
});

it('VP-10: a frame that never responds has failed', async () => {
  await openPlayer();
  pass(20_000);
  expect(screen.getByRole('alert').textContent).toContain('Failed to load video');
});

it('VP-08, VP-10: shows the failure and retries with a new frame', async () => {
  const { embed, person, player } = await openPlayer();
  const [frame] = frames();
  embed.say({ event: 'onReady' });
  embed.say({ event: 'onError', info: 150 });
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
