import type { RewardAd } from '@adda/contract/rewards';
import { act, screen, waitFor, within } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { RecordedRequest, TestResponse } from '../../../test/answering-server.ts';
import { refused, showPeople } from '../../../test/people-page.tsx';
import { AdsDialog } from './ads-dialog.tsx';

const adOf = (
  adType: string,
  clicks: number,
  reward: number,
  overrides: Partial<RewardAd> = {},
): RewardAd => ({
  adType,
  category: 'regular',
  clicks,
  reward,
  sponsor: adType,
  url: null,
  media: null,
  ...overrides,
});
const direct = adOf('direct1', 3, 2);
const banner = adOf('banner1', 1, 1);

beforeEach(() => void vi.useFakeTimers({ shouldAdvanceTime: true }));
afterEach(() => void vi.useRealTimers());
const pass = (ms: number) => act(() => void vi.advanceTimersByTime(ms));

type Stage = {
  ads?: readonly RewardAd[];
  counts?: [short: number, daily: number];
  claim?: () => TestResponse | undefined;
  as?: string;
};

/** A server that counts clicks and claims like the real one. */
function adServer({ ads = [direct, banner], counts = [0, 0], claim }: Stage) {
  const clicks = new Map<string, number>();
  let [short, daily] = counts;
  const currentCounts = () => ({ click_count_5min: short, click_count_daily: daily });
  return {
    answer({ method, path, body }: RecordedRequest): TestResponse | undefined {
      if (path.startsWith('/wallet/ads')) return { body: { ads, ...currentCounts() } };
      if (method !== 'POST') return undefined;
      const adType = String(Object(body).adType);
      const required = ads.find((ad) => ad.adType === adType)?.clicks ?? 0;
      if (path === '/wallet/ad-click') {
        const done = (clicks.get(adType) ?? 0) + 1;
        clicks.set(adType, done);
        return { body: { clicks_done: done, clicks_required: required, ad_session: 'run' } };
      }
      const refusal = claim?.();
      if (refusal) return refusal;
      clicks.delete(adType);
      short += 1;
      daily += 1;
      return { body: { message: 'You earned coins!', ...currentCounts() } };
    },
    set: (next: [number, number]) => {
      [short, daily] = next;
    },
  };
}

async function open(stage: Stage = {}) {
  const onClose = vi.fn<() => void>();
  const server = adServer(stage);
  const page = await showPeople(() => <AdsDialog onClose={onClose} />, server.answer, stage.as);
  const dialog = within(await screen.findByRole('dialog', { name: 'Earn Rewards' }));
  return { ...page, onClose, dialog, server };
}

async function start(stage: Stage = {}) {
  const page = await open(stage);
  await page.person.click(await page.dialog.findByRole('button', { name: /^Regular ads/ }));
  return page;
}
type Page = Awaited<ReturnType<typeof open>>;

/** Clicks the current ad once and advances past the pause after it. */
async function click({ dialog, person, asked }: Page) {
  const before = asked('POST /wallet/ad-click').length;
  await person.click(dialog.getByRole('button', { name: 'Click the ad' }));
  await waitFor(() => expect(asked('POST /wallet/ad-click')).toHaveLength(before + 1));
  await vi.waitFor(() => {
    pass(100);
    expect(dialog.queryByText('Click the ad')?.getAttribute('aria-disabled') ?? null).toBeNull();
  });
}

describe('earning by ads', () => {
  it('AD-07, WA-04: guests are prompted to log in, without a request', async () => {
    const { dialog, client, asked } = await open({ as: '_guest-ivy' });
    expect(dialog.getByText('Please log in to earn ad rewards.')).toBeTruthy();
    expect(dialog.getByText('Create register account to earn money!')).toBeTruthy();
    expect(client.isFetching()).toBe(0);
    expect(asked('GET /wallet/ads')).toEqual([]);
  });

  it('AD-03, X-41: an empty category says so and leads back', async () => {
    const { dialog, person } = await open();
    await person.click(await dialog.findByRole('button', { name: /^Hot link ads/ }));
    expect(dialog.getByRole('heading', { name: 'No hot link ads right now' })).toBeTruthy();
    const back = dialog.getByRole('button', { name: 'Choose other ads' });
    expect(document.activeElement).toBe(back);
    await person.click(back);
    expect(dialog.getByRole('button', { name: /^Regular ads/ })).toBeTruthy();
  });

  it('AD-04, AD-05, AD-08, AD-09, FE-64, SH-48: ads run in sequence, are claimed automatically, and the dialog closes after 2 s', async () => {
    const page = await start({ counts: [2, 11] });
    const { dialog, asked, onClose } = page;
    expect(dialog.getByRole('status').textContent).toBe('1 of 2 ads0 of 3 clicks+2 coins');
    await click(page);
    expect(dialog.getByText('1 of 3 clicks')).toBeTruthy();
    await click(page);
    expect(asked('POST /wallet/ad-reward')).toEqual([]);
    await click(page);
    expect(await dialog.findByText('2 of 2 ads')).toBeTruthy();
    expect(asked('POST /wallet/ad-reward')[0]?.body).toEqual({ adType: 'direct1', amount: 2 });
    expect(dialog.getByText('Rewards: 3 of 10 in 5 minutes, 12 of 30 today')).toBeTruthy();
    await click(page);
    expect(await dialog.findByRole('heading', { name: 'All ads are done' })).toBeTruthy();
    expect(dialog.getByText('You earned 3 coins.')).toBeTruthy();
    expect(onClose).not.toHaveBeenCalled();
    pass(2000);
    expect(onClose).toHaveBeenCalledOnce();
  });

  it('AD-05: it stays open while the user is in its controls', async () => {
    const page = await start({ ads: [banner] });
    await click(page);
    await page.dialog.findByRole('heading', { name: 'All ads are done' });
    await page.person.keyboard('{Tab}');
    pass(10_000);
    expect(page.onClose).not.toHaveBeenCalled();
  });

  it('SV-88: a second click waits until the first one is counted and half a second has passed', async () => {
    const { dialog, person, asked } = await start();
    const button = dialog.getByRole('button', { name: 'Click the ad' });
    await person.dblClick(button);
    await dialog.findByText('1 of 3 clicks');
    expect(button.getAttribute('aria-disabled')).toBe('true');
    await person.click(button);
    expect(asked('POST /wallet/ad-click')).toHaveLength(1);
    pass(500);
    expect(button.getAttribute('aria-disabled')).toBeNull();
  });

  it('an ad with a target opens in a new tab, without access to this one', async () => {
    const { dialog, person, asked } = await start({
      ads: [adOf('video1', 1, 1, { url: 'https://example.org/', sponsor: 'Chai & Co' })],
    });
    const link = dialog.getByRole('link', { name: 'Open the ad' });
    expect(link.getAttribute('href')).toBe('https://example.org/');
    expect(link.getAttribute('target')).toBe('_blank');
    expect(link.getAttribute('rel')).toContain('noopener');
    expect(dialog.getByText('Chai & Co')).toBeTruthy();
    link.addEventListener('click', (event) => event.preventDefault());
    await person.click(link);
    await waitFor(() => expect(asked('POST /wallet/ad-reward')).toHaveLength(1));
  });

  it('an invalid target is not opened', async () => {
    const { dialog } = await start({ ads: [adOf('video1', 1, 1, { url: 'javascript:alert(1)' })] });
    expect(dialog.queryByRole('link')).toBeNull();
  });

  it('skipped ads are shown again on request', async () => {
    const page = await start();
    const { dialog, person, onClose } = page;
    await person.click(dialog.getByRole('button', { name: 'Skip to next' }));
    await click(page);
    expect(await dialog.findByRole('heading', { name: 'That was the last ad' })).toBeTruthy();
    pass(10_000);
    expect(onClose).not.toHaveBeenCalled();
    await person.click(dialog.getByRole('button', { name: 'Back to the skipped ad' }));
    expect(dialog.getByText('1 of 1 ad')).toBeTruthy();
    expect(dialog.getByText('0 of 3 clicks')).toBeTruthy();
  });
});

describe('failures', () => {
  it('AD-22: ‘Failed to claim reward’ keeps the progress, and Try Again claims', async () => {
    let isBroken = true;
    const page = await start({
      ads: [banner, direct],
      claim: () => (isBroken ? refused(503, 'Adda is restarting.') : undefined),
    });
    const { dialog, person, asked } = page;
    await person.click(dialog.getByRole('button', { name: 'Click the ad' }));
    const alert = await dialog.findByRole('alert');
    expect(alert.textContent).toContain('Failed to claim reward');
    expect(dialog.getByText('1 of 1 click')).toBeTruthy();
    isBroken = false;
    await person.click(within(alert).getByRole('button', { name: 'Try Again' }));
    expect(await dialog.findByText('2 of 2 ads')).toBeTruthy();
    expect(dialog.queryByRole('alert')).toBeNull();
    expect(asked('POST /wallet/ad-reward')).toHaveLength(2);
  });

  it('clicks that the server has not counted are repeated', async () => {
    const page = await start({
      ads: [banner],
      claim: () => refused(400, 'Required clicks not completed', 'ad_clicks_missing'),
    });
    await click(page);
    expect(await page.dialog.findByText('Required clicks not completed')).toBeTruthy();
    expect(page.dialog.getByText('0 of 1 click')).toBeTruthy();
    expect(page.dialog.getByRole('button', { name: 'Click the ad' })).toBeTruthy();
  });

  it.each([
    ['AD-20', [0, 30], 'Daily ad click limit of 30 reached. Try again tomorrow.'],
    ['AD-21', [10, 12], 'Too many ad clicks in 5 minutes. Please wait and try again.'],
  ] satisfies [string, [number, number], string][])(
    '%s, AD-06: a limit locks the ads',
    async (_id, counts, text) => {
      const { dialog } = await open({ counts });
      expect((await dialog.findByRole('alert')).textContent).toContain(text);
      expect(dialog.getByRole('button', { name: /^Regular ads/ })).toMatchObject({ disabled: true });
    },
  );

  it('AD-21: a claim that reaches the limit waits, and is claimed once allowed', async () => {
    const text = 'Too many ad clicks in 5 minutes. Please wait and try again.';
    let isFull = true;
    const page = await start({
      ads: [banner, direct],
      counts: [9, 9],
      claim: () => (isFull ? refused(429, text, 'ad_short_limit', 60) : undefined),
    });
    const { dialog, person, server } = page;
    await person.click(dialog.getByRole('button', { name: 'Click the ad' }));
    const alert = await dialog.findByRole('alert');
    expect(alert.textContent).toContain(text);
    expect(dialog.queryByRole('button', { name: 'Click the ad' })).toBeNull();
    isFull = false;
    server.set([0, 9]);
    await person.click(within(alert).getByRole('button', { name: 'Try Again' }));
    expect(await dialog.findByText('2 of 2 ads')).toBeTruthy();
    expect(dialog.getByText('Rewards: 1 of 10 in 5 minutes, 10 of 30 today')).toBeTruthy();
  });

  it('a failed load can be retried', async () => {
    const onClose = vi.fn<() => void>();
    const { person, answers } = await showPeople(
      () => <AdsDialog onClose={onClose} />,
      () => refused(503, 'Adda is restarting.'),
    );
    const alert = await screen.findByRole('alert');
    expect(alert.textContent).toContain('Adda is restarting.');
    answers(adServer({}).answer);
    await person.click(within(alert).getByRole('button', { name: 'Try Again' }));
    expect(await screen.findByRole('button', { name: /^Regular ads/ })).toBeTruthy();
  });
});
