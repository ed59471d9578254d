import { screen, waitFor } from '@testing-library/react';
import { afterEach, expect, it, vi } from 'vitest';
import { card, postServer, showCard } from '../feed-page.fixture.tsx';
import { visiblePosts } from '../list/feed.queries.ts';
import { adOf, feedPageOf } from '../post.fixture.ts';

const SEEN = 'POST /feed/ads-seen';
const CLICK = 'POST /feed/ad-click';
const counted = postServer({
  [SEEN]: () => ({ body: { message: 'Counted' } }),
  [CLICK]: () => ({ body: { message: 'Counted' } }),
});

afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

/** Replaces IntersectionObserver, because jsdom has no layout: the test sets which share of a card is visible. */
function stubSight() {
  const watchers = new Set<IntersectionObserverCallback>();
  class Watcher {
    readonly #callback: IntersectionObserverCallback;
    constructor(callback: IntersectionObserverCallback) {
      this.#callback = callback;
    }
    observe() {
      watchers.add(this.#callback);
    }
    disconnect() {
      watchers.delete(this.#callback);
    }
    unobserve() {
      this.disconnect();
    }
  }
  vi.stubGlobal('IntersectionObserver', Watcher);
  const see = (share: number) => {
    for (const watcher of watchers)
      watcher([{ intersectionRatio: share } as IntersectionObserverEntry], {} as IntersectionObserver);
  };
  return { see, watched: () => waitFor(() => expect(watchers.size).toBe(1)) };
}

it('SV-90: an ad that was half visible for a second is reported, once per position', async () => {
  const { see, watched } = stubSight();
  const ad = adOf(21, { position: 'p-4' });
  const page = await showCard(ad, counted);
  await card('Chai Corner');
  await watched();
  vi.useFakeTimers();
  see(0.6);
  vi.advanceTimersByTime(900);
  see(0.3);
  vi.advanceTimersByTime(20_000);
  expect(page.asked(SEEN)).toHaveLength(0);
  see(0.5);
  vi.advanceTimersByTime(1000);
  see(0.9);
  vi.advanceTimersByTime(20_000);
  vi.useRealTimers();
  await waitFor(() => expect(page.asked(SEEN).map(({ body }) => body)).toEqual([{ ad_ids: [ad.ad_id] }]));
});

it('SV-90: following the link of an ad is reported', async () => {
  const ad = adOf(22);
  const page = await showCard(ad, counted);
  const link = (await card('Chai Corner')).getByRole('link', { name: /Visit/ });
  link.addEventListener('click', (event) => event.preventDefault());
  await page.person.click(link);
  await waitFor(() => expect(page.asked(CLICK).map(({ body }) => body)).toEqual([{ ad_id: ad.ad_id }]));
  expect(screen.getByRole('link', { name: /Visit/ })).toBeTruthy();
});

it('SV-55: the same ad can appear again further down', () => {
  const pages = ['p-4', 'p-14'].map((position) => feedPageOf([adOf(23, { position })]));
  expect(visiblePosts({ pages, pageParams: [] }, new Set())).toHaveLength(2);
});
