import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it, vi } from 'vitest';
import { refused, showPeople } from '../../../test/people-page.tsx';
import { toast } from '../../../ui/toast-store.ts';
import { configWith, offersOf } from '../../payments/payments.fixture.ts';
import { card, postServer, riyasPlan, showCard } from '../feed-page.fixture.tsx';
import { mediaIdOf, photoOf } from '../post.fixture.ts';
import { boxHeight, boxRatio } from './media-frame.tsx';
import { setPlayingVideo } from './video-player.tsx';
import { PostMedia } from './post-media.tsx';

const POST = `GET /feed/post/${mediaIdOf(1)}`;
const PROFILE = 'GET /feed/profile/riya';
const locked = () =>
  photoOf(1, {
    is_locked: true,
    can_view: false,
    media_url: null,
    visibility: 'private',
    caption: 'secret tea',
  });

describe('a photo', () => {
  it('FE-05, FE-01: has a box with the aspect ratio of the photo and is described by its caption', async () => {
    await showCard(photoOf(1, { caption: 'rain over the bay' }));
    const picture = await screen.findByRole('img', { name: 'rain over the bay' });
    expect(picture.getAttribute('src')).toBe('/media/file/1?sig=1');
    expect([picture.getAttribute('loading'), picture.getAttribute('decoding')]).toEqual(['lazy', 'async']);
    expect(boxRatio({ width: 800, height: 600 })).toBeCloseTo(4 / 3);
    expect(boxRatio({ width: 300, height: 3000 })).toBeGreaterThan(0.7);
    expect(boxRatio({ width: null, height: null })).toBeGreaterThan(0);
  });

  it('FE-05: is scaled by at most two, in a box with room for texts', async () => {
    await showCard(photoOf(1, { width: 8, height: 8 }));
    const picture = await screen.findByRole('img', { name: 'words 1' });
    expect([picture.style.maxWidth, picture.style.maxHeight]).toEqual(['16px', '16px']);
    const [tiny, tall] = [
      { width: 8, height: 8 },
      { width: 300, height: 3000 },
    ];
    expect([boxHeight(tiny, 700), boxHeight({ width: 3000, height: 10 }, 700)]).toEqual([192, 192]);
    expect(boxHeight(tall, 700)).toBe(875);
    expect(boxHeight({ width: 800, height: 600 }, 700)).toBe(525);
  });

  it('FE-47: pressing it opens the detail view with the comments', async () => {
    const page = await showCard(photoOf(1), postServer({ [POST]: () => ({ body: photoOf(1) }) }));
    await page.person.click(await screen.findByRole('button', { name: 'words 1' }));
    expect(await screen.findByRole('dialog', { name: 'Post of riya' })).toBeTruthy();
    expect(await screen.findByText('No comments yet')).toBeTruthy();
  });

  it('R-15: an expired link is renewed once automatically', async () => {
    const page = await showCard(photoOf(1), postServer({ [POST]: () => ({ body: photoOf(1) }) }));
    fireEvent.error(await screen.findByRole('img', { name: 'words 1' }));
    await waitFor(() => expect(page.asked(POST)).toHaveLength(1));
    expect(await screen.findByRole('img', { name: 'words 1' })).toBeTruthy();
  });

  it('ME-29: names the file that did not load, and retries with a new link', async () => {
    const page = await showCard(photoOf(1), postServer({ [POST]: () => ({ body: photoOf(1) }) }));
    fireEvent.error(await screen.findByRole('img', { name: 'words 1' }));
    await waitFor(() => expect(page.asked(POST)).toHaveLength(1));
    await waitFor(() => {
      fireEvent.error(screen.getByRole('img', { name: 'words 1' }));
      expect(screen.getByText('Failed to load image or video: rain.jpg')).toBeTruthy();
    });
    await page.person.click(screen.getByRole('button', { name: 'Try Again' }));
    await waitFor(() => expect(page.asked(POST)).toHaveLength(2));
    expect(await screen.findByRole('img', { name: 'words 1' })).toBeTruthy();
    expect(document.activeElement).toBe(screen.getByRole('button', { name: 'words 1' }));
  });
});

describe('a video', () => {
  const video = () => photoOf(1, { is_video: true, duration: 67, original_filename: 'tea.mp4' });

  const PLAY = { name: /Play video: words 1/ };
  const opened = () => screen.findByRole('dialog', { name: 'Post of riya' });
  const player = () =>
    waitFor(() => {
      const video = document.querySelector('video');
      expect(video).not.toBeNull();
      return video;
    });

  it('FE-05, FE-47: shows its poster and loads no video until play is pressed, which opens it playing', async () => {
    const page = await showCard(video(), postServer({ [POST]: () => ({ body: video() }) }));
    expect(document.querySelector('video')).toBeNull();
    expect(await screen.findByText('1:07')).toBeTruthy();
    expect(document.querySelector('img[src="/media/file/1?sig=1&preview=1"]')).toBeTruthy();
    const play = await screen.findByRole('button', PLAY);
    expect(play.getAttribute('aria-haspopup')).toBe('dialog');
    await page.person.click(play);
    const dialog = await opened();
    const shown = await player();
    expect(dialog.contains(shown)).toBe(true);
    expect(shown?.getAttribute('src')).toBe('/media/file/1?sig=1');
    expect(shown?.getAttribute('preload')).toBe('none');
    expect(shown?.controls).toBe(true);
    expect(shown?.autoplay).toBe(true);
  });

  it('in the detail view it plays in place, by keyboard as well, and has the focus', async () => {
    const page = await showPeople(() => <PostMedia post={video()} />, postServer());
    const play = await screen.findByRole('button', PLAY);
    expect(play.getAttribute('aria-haspopup')).toBeNull();
    play.focus();
    await page.person.keyboard('{Enter}');
    expect(document.activeElement).toBe(await player());
  });

  it('FE-62: shows that its poster did not load; it can still be played', async () => {
    const page = await showCard(video(), postServer({ [POST]: () => ({ body: video() }) }));
    await screen.findByText('1:07');
    const poster = () => document.querySelector('img[src*="preview=1"]');
    fireEvent.error(poster() ?? document.body);
    await waitFor(() => expect(page.asked(POST)).toHaveLength(1));
    await waitFor(() => {
      fireEvent.error(poster() ?? document.body);
      expect(screen.getByText('Failed to load preview')).toBeTruthy();
    });
    await page.person.click(screen.getByRole('button', { name: /Play video/ }));
    expect(await player()).toBeTruthy();
  });

  it('only one video plays at a time', () => {
    const [first, second] = [document.createElement('video'), document.createElement('video')];
    const paused = vi.spyOn(first, 'pause');
    setPlayingVideo(first);
    setPlayingVideo(first);
    expect(paused).not.toHaveBeenCalled();
    setPlayingVideo(second);
    expect(paused).toHaveBeenCalledOnce();
  });
});

describe('media that can’t be displayed', () => {
  it('FE-11, ME-27: shows the processing state, then the picture', async () => {
    const pending = photoOf(1, { preview_pending: true, media_url: null, preview_url: null });
    await showCard(pending);
    expect(await screen.findByText('Preview generating...')).toBeTruthy();
  });

  it('SV-58: shows a failed processing, and to its owner the next step', async () => {
    await showCard(photoOf(1, { media_url: null, preview_url: null, is_own: true, sender_username: 'asha' }));
    expect(await screen.findByText("This photo couldn't be prepared.")).toBeTruthy();
    expect(screen.getByText('Delete the post and try another file.')).toBeTruthy();
  });
});

describe('a locked post', () => {
  it('SV-58: does not offer a subscription where the file could not be processed', async () => {
    await showCard({ ...locked(), preview_url: null, blur_url: null });
    expect(await screen.findByText("This photo couldn't be prepared.")).toBeTruthy();
    expect(screen.queryByRole('button', { name: 'Subscribe to see' })).toBeNull();
  });

  it('FE-10: offers a subscription while the file is being processed', async () => {
    await showCard({ ...locked(), preview_url: null, blur_url: null, preview_pending: true });
    expect(await screen.findByRole('button', { name: 'Subscribe to see' })).toBeTruthy();
  });

  const profile = (plans: unknown[], given = {}) => ({ body: { plans, is_subscribed: false, ...given } });

  it('FE-10: shows Subscribe to see on a blur, and no link to the original', async () => {
    await showCard(locked());
    const shown = await card('riya');
    expect(shown.getByRole('button', { name: 'Subscribe to see' })).toBeTruthy();
    expect(document.querySelector('img[src^="data:image/webp"]')).toBeTruthy();
    expect(document.querySelector('img[src*="/media/file"]')).toBeNull();
  });

  it('FE-44, FE-45, FE-48: pressing it requests and shows the plans', async () => {
    const page = await showCard(locked(), postServer({ [PROFILE]: () => profile([riyasPlan()]) }));
    await page.person.click(await screen.findByRole('button', { name: 'Subscribe to see' }));
    const dialog = await screen.findByRole('dialog', { name: 'Subscribe to riya' });
    expect(await within(dialog).findByText('$4.50 for 30 days')).toBeTruthy();
    expect(dialog.textContent).toContain('Monthly');
    expect(dialog.textContent).toContain('Everything of a month');
    expect(await screen.findByText(/This server doesn't take payments yet/)).toBeTruthy();
    expect(screen.queryByRole('button', { name: 'Subscribe' })).toBeNull();
  });

  it('X-05, SU-18: with payments enabled, the subscription is made in place', async () => {
    const page = await showCard(
      locked(),
      postServer({
        [PROFILE]: () => profile([riyasPlan()]),
        'GET /config/client': () => ({ body: configWith(offersOf()) }),
        'GET /subscriptions/check': () => ({
          body: { is_subscribed: false, plan_id: null, expires_at: null },
        }),
      }),
    );
    await page.person.click(await screen.findByRole('button', { name: 'Subscribe to see' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Subscribe to riya' }));
    expect(await dialog.findByRole('button', { name: 'Subscribe' })).toBeTruthy();
    expect(await dialog.findByText(/^The payment is made in Indian rupees/)).toBeTruthy();
    expect(page.where()).toBe('/v1');
  });

  it('FE-46: shows that there are no plans', async () => {
    const page = await showCard(locked(), postServer({ [PROFILE]: () => profile([]) }));
    await page.person.click(await screen.findByRole('button', { name: 'Subscribe to see' }));
    await waitFor(() =>
      expect(toast.current()).toMatchObject([{ text: 'No subscription plans available for this creator' }]),
    );
    expect(screen.queryByRole('dialog')).toBeNull();
  });

  it('X-56: shows a failure to load the plans', async () => {
    const page = await showCard(locked(), postServer({ [PROFILE]: () => refused(400, 'x') }));
    await page.person.click(await screen.findByRole('button', { name: 'Subscribe to see' }));
    await waitFor(() =>
      expect(toast.current()).toMatchObject([{ text: 'Failed to load subscription plans' }]),
    );
  });

  it('opens for a viewer who has subscribed in the meantime', async () => {
    const page = await showCard(
      locked(),
      postServer({ [PROFILE]: () => profile([], { is_subscribed: true }) }),
    );
    await page.person.click(await screen.findByRole('button', { name: 'Subscribe to see' }));
    await waitFor(() => expect(page.asked(POST)).toHaveLength(1));
    expect(toast.current()).toEqual([]);
  });

  it('its comments open with it', async () => {
    const page = await showCard(locked(), postServer({ [POST]: () => ({ body: locked() }) }));
    await page.person.click(await screen.findByRole('button', { name: /^Comment/ }));
    expect(await screen.findByText('Comments open with the post.')).toBeTruthy();
    expect(page.asked('GET /media/comments')).toHaveLength(0);
  });
});
