import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startRewards, type RewardsFixture, type TestUser } from './rewards.fixture.ts';

let adda: RewardsFixture;
beforeAll(async () => void (adda = await startRewards()));
afterAll(() => adda.stop());

const refusalOf = async (answer: Promise<{ status: number; error: object }>) => {
  const { status, error } = await answer;
  return { status, ...error };
};

/** Clicks as often as the ad requires. */
async function finish(user: TestUser, adType: string): Promise<void> {
  for (;;) {
    const { data } = await adda.click(user, adType);
    if (data.clicks_done >= data.clicks_required) return;
    adda.passTime(500);
  }
}

const countsOf = async (user: TestUser) => {
  const { data } = await adda.client('GET /wallet/ads', { query: {} }, user);
  return [data.click_count_5min, data.click_count_daily];
};

describe('SV-87: reward ads', () => {
  it('AD-14 to AD-19: are listed from the catalogue, all or by category', async () => {
    const ann = await adda.person();
    const list = async (query: { category?: 'regular' | 'hot' }) =>
      (await adda.client('GET /wallet/ads', { query }, ann)).data;
    const { ads, ...counts } = await list({});
    expect(ads.map(({ adType, reward, clicks }) => [adType, reward, clicks])).toEqual([
      ['direct1', 2, 3],
      ['direct2', 5, 5],
      ['banner1', 1, 1],
      ['video1', 1, 1],
      ['native1', 4, 3],
      ['popunder1', 1, 1],
    ]);
    expect(ads[0]).toMatchObject({ category: 'regular', url: null, media: null });
    expect(counts).toEqual({ click_count_5min: 0, click_count_daily: 0 });
    expect((await list({ category: 'regular' })).ads).toEqual(ads);
    expect((await list({ category: 'hot' })).ads).toEqual([]);
  });
});

describe('SV-88: clicks', () => {
  it('are counted up to the required number, at least half a second apart', async () => {
    const ann = await adda.person();
    const click = async () => (await adda.click(ann, 'direct1')).data;
    const first = await click();
    expect(first).toEqual({ clicks_done: 1, clicks_required: 3, ad_session: expect.any(String) });
    expect(await click()).toEqual(first);
    adda.passTime(499);
    expect(await click()).toEqual(first);
    adda.passTime(1);
    expect(await click()).toEqual({ ...first, clicks_done: 2 });
    // The minimum interval applies per ad.
    expect((await adda.click(ann, 'banner1')).data).toMatchObject({ clicks_done: 1, clicks_required: 1 });
    for (const _extra of [1, 2, 3]) {
      adda.passTime(500);
      expect(await click()).toEqual({ ...first, clicks_done: 3 });
    }
  });

  it('are counted once under concurrency', async () => {
    const ann = await adda.person();
    const answers = await Promise.all(Array.from({ length: 10 }, () => adda.click(ann, 'direct2')));
    expect(new Set(answers.map(({ data }) => JSON.stringify(data))).size).toBe(1);
    expect(answers[0]?.data.clicks_done).toBe(1);
  });
});

describe('AD-08: claiming', () => {
  it('R-11, X-40, AD-01: pays the reward of the catalogue once, and requires new clicks for the next', async () => {
    const ann = await adda.person();
    await finish(ann, 'native1');
    const run = (await adda.click(ann, 'native1')).data.ad_session;
    expect((await adda.claim(ann, 'native1', 4)).data).toEqual({
      message: 'You earned 4 coins!',
      click_count_5min: 1,
      click_count_daily: 1,
    });
    expect(await adda.balanceOf(ann)).toBe(4);
    expect(await adda.linesOf(ann)).toEqual([
      { transaction_type: 'ad_reward', description: 'Ad reward: Adda', amount: 400 },
    ]);
    expect((await adda.claim(ann, 'native1', 4)).error.code).toBe('ad_clicks_missing');
    expect((await adda.click(ann, 'native1')).data).toMatchObject({ clicks_done: 1 });
    expect((await adda.click(ann, 'native1')).data.ad_session).not.toBe(run);
    await finish(ann, 'banner1');
    expect((await adda.claim(ann, 'banner1', 1)).data.message).toBe('You earned 1 coin!');
    expect(await countsOf(ann)).toEqual([2, 2]);
  });

  it('SV-89, X-41: refuses an unknown ad, another amount and missing clicks', async () => {
    const ann = await adda.person();
    const unknown = { status: 400, code: 'invalid_ad_type', detail: 'Invalid ad type' };
    expect(await refusalOf(adda.claim(ann, 'direct9', 2))).toEqual(unknown);
    expect(await refusalOf(adda.click(ann, 'direct9'))).toEqual(unknown);
    await finish(ann, 'direct1');
    for (const amount of [3, 1, 0, -2, 2.5, 1e9])
      expect(await refusalOf(adda.claim(ann, 'direct1', amount))).toEqual({
        status: 400,
        code: 'invalid_reward_amount',
        detail: 'Invalid reward amount',
      });
    const missing = { status: 400, code: 'ad_clicks_missing', detail: 'Required clicks not completed' };
    expect(await refusalOf(adda.claim(ann, 'direct2', 5))).toEqual(missing);
    await adda.click(ann, 'direct2');
    expect(await refusalOf(adda.claim(ann, 'direct2', 5))).toEqual(missing);
    expect(await adda.balanceOf(ann)).toBe(0);
  });

  it('AD-07, AU-33: refuses guests', async () => {
    const visitor = await adda.guest();
    for (const answer of [
      adda.client('GET /wallet/ads', { query: {} }, visitor),
      adda.click(visitor, 'banner1'),
      adda.claim(visitor, 'banner1', 1),
    ])
      expect(await refusalOf(answer)).toEqual({
        status: 403,
        code: 'guests_cannot_earn',
        detail: 'Please log in to earn ad rewards.',
      });
  });

  it('R-09: pays a completed run once, also under concurrency', async () => {
    const ann = await adda.person();
    await finish(ann, 'banner1');
    const answers = await Promise.all(Array.from({ length: 10 }, () => adda.claim(ann, 'banner1', 1)));
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    expect(await adda.balanceOf(ann)).toBe(1);
  });
});

describe('AD-10, AD-11, CO-51: limits', () => {
  it('R-09: of 40 concurrent claims ten are paid, and thirty in a day', async () => {
    const ann = await adda.person();
    const adTypes = await adda.insertAds('limit', 40);
    adda.setTime('2026-11-24T04:00:00.000Z');
    for (const adType of adTypes) await finish(ann, adType);
    const claimAll = async () => {
      const answers = await Promise.all(adTypes.map((adType) => adda.claim(ann, adType, 1)));
      return {
        paid: answers.filter(({ status }) => status === 200).length,
        refused: answers.filter(({ status }) => status === 429).map(({ error }) => error.code),
      };
    };
    const first = await claimAll();
    expect(first.paid).toBe(10);
    expect(new Set(first.refused)).toEqual(new Set(['ad_short_limit']));
    for (const paid of [20, 30]) {
      adda.passTime(300_000);
      expect((await claimAll()).paid).toBe(10);
      expect(await adda.balanceOf(ann)).toBe(paid);
    }
    adda.passTime(300_000);
    const last = await claimAll();
    expect(last.paid).toBe(0);
    expect(last.refused).toContain('ad_daily_limit');
    expect(await countsOf(ann)).toEqual([0, 30]);
    expect(await adda.balanceOf(ann)).toBe(30);
  });

  it('AD-20, AD-21: errors state when to try again; a refused claim keeps the clicks', async () => {
    const ann = await adda.person();
    const [adType = ''] = await adda.insertAds('wait', 1);
    const earn = async () => {
      await finish(ann, adType);
      return adda.claim(ann, adType, 1);
    };
    adda.setTime('2026-11-25T04:00:00.000Z');
    for (let count = 0; count < 10; count += 1) {
      expect((await earn()).status).toBe(200);
      adda.passTime(1000);
    }
    const tooEarly = await earn();
    expect([tooEarly.status, tooEarly.error, tooEarly.headers.get('retry-after')]).toEqual([
      429,
      {
        code: 'ad_short_limit',
        detail: 'Too many ad clicks in 5 minutes. Please wait and try again.',
        retry_after: 290,
      },
      '290',
    ]);
    adda.passTime(289_999);
    expect((await adda.claim(ann, adType, 1)).error.retry_after).toBe(1);
    adda.passTime(1);
    expect((await adda.claim(ann, adType, 1)).data).toMatchObject({ click_count_5min: 10 });
    for (let count = 11; count < 30; count += 1) {
      adda.passTime(300_000);
      expect((await earn()).status).toBe(200);
    }
    adda.setTime('2026-11-25T18:29:00.000Z');
    const tomorrow = await earn();
    expect([tomorrow.status, tomorrow.error, tomorrow.headers.get('retry-after')]).toEqual([
      429,
      {
        code: 'ad_daily_limit',
        detail: 'Daily ad click limit of 30 reached. Try again tomorrow.',
        retry_after: 60,
      },
      '60',
    ]);
    adda.setTime('2026-11-25T18:30:00.000Z');
    expect((await adda.claim(ann, adType, 1)).data).toMatchObject({ click_count_daily: 1 });
  });

  it('X-40: the five-minute window spans midnight', async () => {
    const ann = await adda.person();
    const adTypes = await adda.insertAds('night', 11);
    for (const adType of adTypes) await finish(ann, adType);
    adda.setTime('2026-11-26T18:29:00.000Z');
    for (const adType of adTypes.slice(0, 10)) expect((await adda.claim(ann, adType, 1)).status).toBe(200);
    adda.setTime('2026-11-26T18:31:00.000Z');
    expect(await countsOf(ann)).toEqual([10, 0]);
    expect((await adda.claim(ann, adTypes[10] ?? '', 1)).error.code).toBe('ad_short_limit');
    adda.setTime('2026-11-26T18:34:00.000Z');
    expect((await adda.claim(ann, adTypes[10] ?? '', 1)).data).toMatchObject({ click_count_daily: 1 });
  });
});
