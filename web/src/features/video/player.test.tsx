import { PLAYER_CONTROLS_MS, PLAYER_LOADING_MS } from '@adda/contract/video';
import { act, fireEvent, screen, within } from '@testing-library/react';
import { beforeEach, describe, expect, it } from 'vitest';
import {
  frames,
  openPlayer,
  openPlaying,
  OTHER,
  advance,
  showCards,
  setUpDesktopWithTimers,
  VIDEO,
} from './player.fixture.tsx';
import { playerStore } from './player-store.ts';

setUpDesktopWithTimers();

const pathOf = (frame: HTMLIFrameElement) => new URL(frame.getAttribute('src') ?? '').pathname;

const width = () => document.querySelector<HTMLElement>('.react-draggable')?.style.width;
const kept = () => JSON.parse(localStorage.getItem('videoPlayer') ?? '{}');

describe('before Play', () => {
  it('VP-01: nothing is requested from another origin', async () => {
    await showCards();
    expect(frames()).toEqual([]);
    expect(document.querySelectorAll('img')).toHaveLength(0);
    const [link] = screen.getAllByRole('link', { name: 'Open on YouTube' });
    expect(link?.getAttribute('href')).toBe(`https://www.youtube.com/watch?v=${VIDEO}`);
    expect(link?.getAttribute('rel')).toContain('noopener');
  });
});

describe('the player', () => {
  it('VP-06, VP-07, VP-18: opens the video of the card, shows Loading... and has the focus', async () => {
    const { embed, player } = await openPlayer();
    expect(frames().map(pathOf)).toEqual([`/embed/${VIDEO}`]);
    expect(frames()[0]?.referrerPolicy).toBe('strict-origin-when-cross-origin');
    expect(document.activeElement).toBe(player);
    embed.receive({ event: 'onReady' });
    embed.changeState(1);
    expect(screen.getByText('Loading...')).toBeTruthy();
    advance(PLAYER_LOADING_MS);
    expect(screen.queryByText('Loading...')).toBeNull();
    expect(embed.commands()).toContain('playVideo');
  });

  it('VP-04: plays, pauses, mutes and labels its state', async () => {
    const { embed, person, button, player } = await openPlaying();
    await person.click(button('Pause'));
    expect(embed.commands().at(-1)).toBe('pauseVideo');
    embed.changeState(2);
    expect(within(player).getByText('Paused')).toBeTruthy();
    await person.click(button('Play'));
    expect(embed.commands().at(-1)).toBe('playVideo');
    await person.click(button('Mute'));
    expect(embed.commands().at(-1)).toBe('mute');
    await person.click(button('Unmute'));
    expect(embed.commands().at(-1)).toBe('unMute');
    embed.receive({ event: 'infoDelivery', info: { videoData: { title: 'Chai & rain' } } });
    expect(within(player).getByText('Chai & rain')).toBeTruthy();
  });

  it('VP-02, VP-16, X-50: small, full, maximized, and small again', async () => {
    const { person, button } = await openPlaying();
    expect(width()).toBe('512px');
    await person.click(button('Full size'));
    expect(width()).toBe('640px');
    await person.click(button('Maximize'));
    expect(width()).toBe('1216px');
    expect(screen.queryByRole('button', { name: 'Move the player' })).toBeNull();
    await person.click(button('Small size'));
    expect(width()).toBe('512px');
  });

  it('VP-03: minimized it is a bar, and the same frame continues', async () => {
    const { person, button } = await openPlaying();
    const [frame] = frames();
    await person.click(button('Minimize'));
    expect(frames()).toEqual([frame]);
    expect(width()).toBe('340px');
    expect(button('Pause')).toBeTruthy();
    expect(screen.queryByRole('button', { name: 'Mute' })).toBeNull();
    expect(document.activeElement).toBe(button('Restore'));
    await person.click(button('Restore'));
    expect(frames()).toEqual([frame]);
    expect(width()).toBe('512px');
  });

  it('VP-05: is moved and resized by keyboard, stays inside the window and is stored', async () => {
    const { person, button } = await openPlaying();
    button('Move the player').focus();
    await person.keyboard('{ArrowLeft}');
    expect(kept()).toMatchObject({ x: 1280 - 512 - 16 - 16, y: 144 });
    await person.keyboard('{ArrowDown}{Shift>}{ArrowUp}{/Shift}');
    expect(kept()).toMatchObject({ x: 736, y: 80 });
    await person.keyboard('{Shift>}{ArrowRight}{ArrowUp}{ArrowUp}{/Shift}');
    expect(kept()).toEqual({ x: 768, y: 0, size: 'small' });
    await person.keyboard('-');
    expect(width()).toBe('496px');
    expect(kept()).toEqual({ x: 768, y: 0, size: 'small', width: 496 });
    await person.keyboard('++++++++++');
    expect(width()).toBe('640px');
    expect(kept().x).toBe(640);
  });

  it('VP-05: reopens where it was closed', async () => {
    localStorage.setItem('videoPlayer', '{"x":30,"y":200,"size":"full","width":500}');
    const { person, button } = await openPlaying();
    expect(width()).toBe('500px');
    button('Move the player').focus();
    await person.keyboard('{ArrowRight}');
    expect(kept()).toMatchObject({ x: 46, y: 200 });
  });

  it('VP-04: closes, and the focus returns to the card', async () => {
    const { person, button, card } = await openPlaying();
    await person.click(button('Close'));
    expect(frames()).toEqual([]);
    expect(document.activeElement).toBe(card);
  });

  it('another video replaces it; another press on its card shows it again', async () => {
    const { embed, person, button, card, otherCard } = await openPlaying();
    await person.click(button('Minimize'));
    const [frame] = frames();
    await person.click(card);
    expect(frames()).toEqual([frame]);
    expect(button('Minimize')).toBeTruthy();
    expect(embed.commands().at(-1)).toBe('playVideo');
    await person.click(otherCard);
    expect(frames().map(pathOf)).toEqual([`/embed/${OTHER}`]);
  });

  it('stays closed after leaving the main screen and returning', async () => {
    const { unmount } = await openPlaying();
    unmount();
    expect(playerStore.current()).toBeUndefined();
    await showCards();
    expect(screen.queryByRole('region', { name: 'Video player' })).toBeNull();
  });

  it('below 640 px it has a separate row and can’t be dragged', async () => {
    Object.assign(window, { innerWidth: 390, innerHeight: 844 });
    await openPlaying();
    expect(width()).toBe('280px');
    expect(screen.queryByRole('button', { name: 'Move the player' })).toBeNull();
  });
});

describe('VP-05: the height of a docked player', () => {
  beforeEach(() => sessionStorage.clear());

  const phone = () => Object.assign(window, { innerWidth: 390, innerHeight: 844 });
  const handle = () => screen.getByRole('separator', { name: 'Height of the player' });
  const height = () => Number(handle().getAttribute('aria-valuenow'));
  const pull = (by: number) => {
    // The test's browser has no pointer capture.
    handle().setPointerCapture ??= () => undefined;
    const at = { pointerId: 1, isPrimary: true, button: 0 };
    fireEvent.pointerDown(handle(), { ...at, clientY: 300 });
    fireEvent.pointerMove(handle(), { ...at, clientY: 300 + by });
    fireEvent.pointerUp(handle(), at);
    fireEvent.pointerMove(handle(), { ...at, clientY: 900 });
  };

  it('is changed by keyboard, between the minimum of the width and that of the window', async () => {
    phone();
    const { person } = await openPlaying();
    expect(height()).toBe(210);
    handle().focus();
    await person.keyboard('{ArrowUp}');
    expect(height()).toBe(210);
    await person.keyboard('{ArrowDown}');
    expect([height(), width()]).toEqual([226, '309px']);
    await person.keyboard('{End}');
    expect([height(), width()]).toEqual([271, '389px']);
    await person.keyboard('{Home}');
    expect([height(), width()]).toEqual([210, '280px']);
  });

  it('is changed by dragging, and is the same for the next video of the session', async () => {
    phone();
    const { unmount } = await openPlaying();
    pull(22);
    expect([height(), width()]).toEqual([232, '320px']);
    unmount();
    await openPlaying();
    expect(height()).toBe(232);
  });

  it('follows the size again after the resize control is used; a minimized and a maximized player has no handle', async () => {
    phone();
    const { person, button } = await openPlaying();
    pull(22);
    await person.click(button('Minimize'));
    expect(screen.queryByRole('separator')).toBeNull();
    await person.click(button('Restore'));
    expect(height()).toBe(232);
    await person.click(button('Full size'));
    expect(width()).toBe('312px');
    await person.click(button('Maximize'));
    expect(screen.queryByRole('separator')).toBeNull();
  });

  it('can’t be changed where half of the window is less than the smallest player', async () => {
    Object.assign(window, { innerWidth: 568, innerHeight: 320 });
    await openPlaying();
    expect(screen.queryByRole('separator')).toBeNull();
  });
});

describe('VP-19: the controls', () => {
  const isShown = (button: HTMLElement) =>
    !button.closest('.player-controls')?.classList.contains('opacity-0');

  it('hide after three seconds of a running video, and reappear on movement or keyboard focus', async () => {
    const { person, button, player } = await openPlaying();
    await person.click(document.body);
    advance(PLAYER_CONTROLS_MS - 500);
    expect(isShown(button('Pause'))).toBe(true);
    advance(500);
    expect(isShown(button('Pause'))).toBe(false);
    fireEvent.pointerMove(player);
    expect(isShown(button('Pause'))).toBe(true);
    advance(PLAYER_CONTROLS_MS);
    expect(isShown(button('Pause'))).toBe(false);
    act(() => button('Mute').focus());
    advance(2 * PLAYER_CONTROLS_MS);
    expect(isShown(button('Pause'))).toBe(true);
  });

  it('stay visible while the video does not run', async () => {
    const { embed, person, button } = await openPlaying();
    await person.click(document.body);
    embed.changeState(2);
    advance(2 * PLAYER_CONTROLS_MS);
    expect(isShown(button('Play'))).toBe(true);
  });
});
