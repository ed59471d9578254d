import type { RouteInput } from '@adda/contract';
import type { adsRoutes, ManagedAd } from '@adda/contract/ads';
import { sql } from 'kysely';
import { describe, expect, it, onTestFinished } from 'vitest';
import { userIdOf } from '../creators/creators.fixture.ts';
import { openLink, startPictureHost } from '../media/media.fixture.ts';
import { halves } from '../media/pictures.fixture.ts';
import { startRooms, type Person } from '../rooms/rooms.fixture.ts';
import { findRewardAd, listRewardAds } from './index.ts';

type NewAd = RouteInput<(typeof adsRoutes)['POST /admin/ads']>['body'];
type Change = RouteInput<(typeof adsRoutes)['PATCH /admin/ads/:ad_id']>['body'];

const HOUR = 3_600_000;
const at = (hours: number) => new Date(Date.now() + hours * HOUR).toISOString();

const feedAd: NewAd = { kind: 'feed', sponsor: 'Chai House', target_url: 'https://chai.example/' };
let types = 0;
/** Returns a reward ad of a type that no other test uses. */
const rewardAd = (more: Partial<NewAd> = {}): NewAd => ({
  ...feedAd,
  kind: 'reward',
  category: 'regular',
  adType: `test${(types += 1)}`,
  reward: 3,
  clicks: 2,
  ...more,
});

/** Opens the application of the test file; with an outbound, of the test. */
async function startAds(parts?: Parameters<typeof startRooms>[1]) {
  const fixture = await startRooms(parts && {}, parts);
  const { client, database } = fixture;
  const admin = await fixture.admin();
  const add = (body: NewAd, by: Person = admin) => client('POST /admin/ads', { body }, by);
  return {
    ...fixture,
    admin,
    newAdmin: fixture.admin,
    add,
    change: (adId: string, body: Change, by: Person = admin) =>
      client('PATCH /admin/ads/:ad_id', { params: { ad_id: adId }, body }, by),
    end: (adId: string, by: Person = admin) =>
      client('DELETE /admin/ads/:ad_id', { params: { ad_id: adId } }, by),
    list: async (kind?: 'feed' | 'reward'): Promise<ManagedAd[]> =>
      (await client('GET /admin/ads', { query: { kind } }, admin)).data.ads,
    async added(body: NewAd): Promise<ManagedAd> {
      const answer = await add(body);
      expect([answer.status, answer.data.message]).toEqual([201, 'Ad added']);
      return answer.data.ad;
    },
    async auditOf(adId: string) {
      const { rows } = await sql<{ actor_id: number; action: string; details: object }>`
        SELECT actor_id, action, details FROM audit_entries WHERE target = ${`ad:${adId}`} ORDER BY id`.execute(
        database.db,
      );
      return rows;
    },
  };
}

const incomplete = (what: string) => ({ code: 'ad_incomplete', detail: `A reward ad needs ${what}` });
const notFound = { code: 'ad_not_found', detail: 'Ad not found' };
const taken = { code: 'ad_type_taken', detail: 'There is an ad of this type already' };
const tooHigh = (most: number) => ({
  code: 'ad_reward_too_high',
  detail: `Ads of this category may pay at most ${most} coins`,
});

describe('AD-14 to AD-19, SV-87: the catalogue of reward ads', () => {
  it('initially has the six of the specification', async () => {
    const { database, list } = await startAds();
    const seeded = [
      ['direct1', 2, 3],
      ['direct2', 5, 5],
      ['banner1', 1, 1],
      ['video1', 1, 1],
      ['native1', 4, 3],
      ['popunder1', 1, 1],
    ].map(([adType, reward, clicks]) => ({
      adType,
      category: 'regular',
      reward,
      clicks,
      sponsor: 'Adda',
      url: null,
      imageId: null,
      paySetBy: null,
    }));
    expect((await listRewardAds(database.db)).slice(0, 6)).toEqual(seeded);
    expect((await listRewardAds(database.db, 'regular')).slice(0, 6)).toEqual(seeded);
    expect((await listRewardAds(database.db, 'hot')).filter(({ category }) => category !== 'hot')).toEqual(
      [],
    );
    expect(await findRewardAd(database.db, 'direct2')).toEqual(seeded[1]);
    expect((await list('reward')).map(({ adType }) => adType)).toEqual(
      expect.arrayContaining(seeded.map(({ adType }) => adType)),
    );
  });

  it('lists an ad while it runs, one per type at a time (SV-90)', async () => {
    const { database, added, add, change, end } = await startAds();
    const ad = await added(rewardAd({ category: 'hot', reward: 10, active_to: at(1) }));
    const adType = ad.adType ?? '';
    expect(await findRewardAd(database.db, adType)).toMatchObject({ category: 'hot', reward: 10, clicks: 2 });
    expect((await add(rewardAd({ adType }))).error).toEqual(taken);
    await change(ad.ad_id, { active_from: at(-3), active_to: at(-2) });
    expect(await findRewardAd(database.db, adType)).toBeUndefined();
    expect((await change(ad.ad_id, { active_to: null })).error).toEqual(notFound);
    // The first ad expired, so another one may use its type; the same holds after that one is ended.
    const next = await added(rewardAd({ adType, active_from: at(1) }));
    expect(await findRewardAd(database.db, adType)).toBeUndefined();
    await end(next.ad_id);
    const answers = await Promise.all([1, 2, 3, 4].map((reward) => add(rewardAd({ adType, reward }))));
    expect(answers.map(({ status }) => status).toSorted()).toEqual([201, 400, 400, 400]);
  });
});

describe('SV-90: POST /admin/ads', () => {
  it('adds a feed ad and a reward ad; both are audited', async () => {
    const { admin, database, added, auditOf, list } = await startAds();
    const feed = await added({ ...feedAd, caption: ' Fresh ', active_to: at(5) });
    const common = {
      ad_id: expect.stringMatching(/^ad_[0-9a-f]{24}$/),
      sponsor: 'Chai House',
      media_url: null,
      target_url: 'https://chai.example/',
      active_from: expect.any(String),
      created_at: expect.any(String),
      impressions: 0,
      hides: 0,
      clicks_counted: 0,
    };
    expect(feed).toEqual({
      ...common,
      kind: 'feed',
      caption: 'Fresh',
      category: null,
      adType: null,
      reward: null,
      clicks: null,
      active_to: expect.any(String),
    });
    const paying = await added(rewardAd());
    expect(paying).toMatchObject({
      ...common,
      kind: 'reward',
      category: 'regular',
      reward: 3,
      clicks: 2,
      impressions: null,
      hides: null,
    });
    expect(await list('feed')).toContainEqual(feed);
    expect(await list('reward')).toContainEqual(paying);
    expect(await list()).toEqual(expect.arrayContaining([feed, paying]));
    const actorId = await userIdOf(database, admin);
    expect(await auditOf(feed.ad_id)).toMatchObject([
      { actor_id: actorId, action: 'ad.add', details: { kind: 'feed' } },
    ]);
    expect(await auditOf(paying.ad_id)).toMatchObject([{ details: { kind: 'reward', reward: 3 } }]);
  });

  it('AD-12, AD-13: pays at most 5 coins regularly and 10 for a hot link', async () => {
    const { add, list } = await startAds();
    const [regular, hot] = [rewardAd({ reward: 6 }), rewardAd({ category: 'hot', reward: 11 })];
    for (const [ad, most] of [
      [regular, 5],
      [hot, 10],
    ] as const) {
      const answer = await add(ad);
      expect([answer.status, answer.error]).toEqual([400, tooHigh(most)]);
    }
    const kept = (await list('reward')).filter(({ adType }) =>
      [regular.adType, hot.adType].includes(adType ?? ''),
    );
    expect(kept).toEqual([]);
  });

  it('requires all fields of a reward ad, and times in order', async () => {
    const { add } = await startAds();
    for (const what of ['category', 'adType', 'reward', 'clicks'] as const) {
      const answer = await add(rewardAd({ [what]: undefined }));
      expect([answer.status, answer.error]).toEqual([400, incomplete(what)]);
    }
    const backwards = await add({ ...feedAd, active_from: at(2), active_to: at(1) });
    expect([backwards.status, backwards.error.detail]).toEqual([
      422,
      [{ loc: ['body', 'active_to'], msg: 'Choose an end that comes after the start.', type: 'custom' }],
    ]);
    for (const target_url of ['javascript:alert(1)', 'ftp://chai.example', 'chai'])
      expect((await add({ ...feedAd, target_url })).status).toBe(422);
    expect((await add(rewardAd({ reward: 0.5 }))).status).toBe(422);
    expect((await add(rewardAd({ clicks: 21 }))).status).toBe(422);
  });

  it('R-13, R-16, R-17: imports the picture as the administrator’s, and links it for each viewer', async () => {
    const host = await startPictureHost();
    onTestFinished(host.close);
    const { admin, database, url, add, added, change } = await startAds({ outbound: host.outbound });
    const mediaUrl = host.serve('/chai.png', await halves().png().toBuffer());
    const ad = await added({ ...feedAd, media_url: mediaUrl });
    expect(ad.media_url).toMatch(/^\/media\/images\//);
    const shown = await openLink(`${url}${ad.media_url}`, admin);
    expect(shown.headers.get('content-type')).toBe('image/webp');
    expect((await openLink(`${url}${ad.media_url}`)).code).toBe('link_expired');
    const { rows } = await sql<{ owner_id: number; used: boolean }>`
      SELECT owner_id, used_at IS NOT NULL AS used FROM images`.execute(database.db);
    expect(rows).toEqual([{ owner_id: await userIdOf(database, admin), used: true }]);
    expect((await change(ad.ad_id, { sponsor: 'Chai' })).data.ad.media_url).toBe(ad.media_url);
    expect((await change(ad.ad_id, { media_url: null })).data.ad.media_url).toBeNull();
    for (const failing of [`${mediaUrl}x`, 'http://127.0.0.1/x.png']) {
      const answer = await add({ ...feedAd, media_url: failing });
      expect([answer.status, answer.error.code]).toEqual([400, 'image_url_failed']);
    }
  });
});

describe('SV-90: PATCH and DELETE /admin/ads/{ad_id}', () => {
  it('change only the fields that are sent, within the limits of the category', async () => {
    const { added, change, auditOf } = await startAds();
    const ad = await added(rewardAd({ category: 'hot', reward: 9 }));
    expect((await change(ad.ad_id, { category: 'regular' })).error).toEqual(tooHigh(5));
    expect((await change(ad.ad_id, { reward: 11 })).error).toEqual(tooHigh(10));
    const changed = await change(ad.ad_id, {
      category: 'regular',
      reward: 5,
      caption: 'New',
      active_to: at(9),
    });
    expect(changed.data).toEqual({
      message: 'Ad changed',
      ad: { ...ad, category: 'regular', reward: 5, caption: 'New', active_to: expect.any(String) },
    });
    expect((await change(ad.ad_id, { active_to: at(-1) })).status).toBe(422);
    // Kind and type can't be changed.
    for (const fixed of [{ kind: 'feed' }, { adType: 'other' }])
      expect((await change(ad.ad_id, Object(fixed))).status).toBe(422);
    expect(await auditOf(ad.ad_id)).toMatchObject([
      { action: 'ad.add' },
      { action: 'ad.change', details: { changed: 'caption, category, reward, active_to', reward: 5 } },
    ]);
    const feed = await added(feedAd);
    expect((await change(feed.ad_id, { target_url: 'https://new.example/' })).data.ad).toEqual({
      ...feed,
      target_url: 'https://new.example/',
    });
    expect((await change(feed.ad_id, {})).data.ad.target_url).toBe('https://new.example/');
  });

  it('end an ad once; an ended ad stays unchanged, last in the list', async () => {
    const { added, change, auditOf, end, list } = await startAds();
    for (const body of [feedAd, rewardAd()]) {
      const ad = await added(body);
      expect((await end(ad.ad_id)).data).toEqual({ message: 'Ad ended' });
      const all = await list();
      const place = all.findIndex(({ ad_id: id }) => id === ad.ad_id);
      expect(all[place]).toEqual({ ...ad, active_to: expect.any(String) });
      expect(all.slice(place).filter(({ active_to: to }) => to === null)).toEqual([]);
      for (const answer of [await end(ad.ad_id), await change(ad.ad_id, { sponsor: 'Other' })])
        expect([answer.status, answer.error]).toEqual([404, notFound]);
      expect((await auditOf(ad.ad_id)).map(({ action }) => action)).toEqual(['ad.add', 'ad.end']);
    }
    expect((await end('ad_000000000000000000000000')).error).toEqual(notFound);
    expect((await end('ad_x')).status).toBe(422);
  });

  it('R-13: require an administrator', async () => {
    const { client, person, guest, add, change, end, added } = await startAds();
    const ad = await added(feedAd);
    for (const user of [await person(), await guest()])
      for (const answer of [
        await add(feedAd, user),
        await change(ad.ad_id, {}, user),
        await end(ad.ad_id, user),
        await client('GET /admin/ads', { query: {} }, user),
      ])
        expect([answer.status, answer.error.code]).toEqual([403, 'admin_only']);
  });

  it('SV-89: pay nothing to the administrator who set the reward', async () => {
    const { client, admin, added, change, newAdmin } = await startAds();
    const other = await newAdmin();
    const { ad_id: id, adType, reward } = await added(rewardAd({ clicks: 1 }));
    const type = adType ?? '';
    const sees = async (by: Person) =>
      (await client('GET /wallet/ads', { query: {} }, by)).data.ads.some((ad) => ad.adType === type);
    const click = (by: Person) => client('POST /wallet/ad-click', { body: { adType: type } }, by);
    const claim = (by: Person, amount: number) =>
      client('POST /wallet/ad-reward', { body: { adType: type, amount } }, by);
    expect([await sees(admin), await sees(other)]).toEqual([false, true]);
    for (const answer of [await click(admin), await claim(admin, reward ?? 0)])
      expect([answer.status, answer.error.code]).toEqual([403, 'own_ad']);
    await click(other);
    await change(id, { caption: 'Only words' }, other);
    expect((await claim(other, reward ?? 0)).status).toBe(200);
    await click(other);
    await change(id, { reward: 5 }, other);
    expect((await claim(other, 5)).error.code).toBe('own_ad');
    expect(await sees(admin)).toBe(true);
  });
});
