import { sql } from 'kysely';
import { expect, it } from 'vitest';
import { createLogger } from '../../platform/logging/logger.ts';
import { startFeed } from '../feed/ranking/ranking.fixture.ts';
import { createImpressions } from './impressions.ts';
import { countAdClick } from './index.ts';

const logger = createLogger('silent');

async function startWithAd() {
  const fixture = await startFeed();
  const { client, database } = fixture;
  const adId = await fixture.addAd();
  const admin = await fixture.admin();
  const find = async (match: { ad_id?: string; adType?: string }) => {
    const { ads } = (await client('GET /admin/ads', { query: {} }, admin)).data;
    return ads.find((ad) => ad.ad_id === match.ad_id || (ad.adType !== null && ad.adType === match.adType));
  };
  const impressions = createImpressions({ database, logger });
  return { ...fixture, adId, find, impressions };
}

it('SV-90: pages of the feed with an ad are counted, and stored after a while', async () => {
  const { poster, insert, feed, adId, find } = await startWithAd();
  const [viewer, author] = [await poster(), await poster()];
  await insert(author, { count: 12 });
  for (let time = 0; time < 3; time += 1)
    expect((await feed(viewer)).data.filter((item) => item.ad_id === adId)).toHaveLength(1);
  await expect
    .poll(async () => (await find({ ad_id: adId }))?.impressions, { timeout: 20_000, interval: 200 })
    .toBe(3);
});

it('SV-90: impressions are added once, also by several nodes and at the end; an ad that is gone is no error', async () => {
  const { database, addAd, adId, find, impressions } = await startWithAd();
  const other = await addAd();
  const node = createImpressions({ database, logger });
  for (const ad of [adId, other, adId, 'ad_gone']) for (const each of [impressions, node]) each.count(ad);
  await Promise.all([impressions.flush(), node.flush(), impressions.flush()]);
  node.count(adId);
  await Promise.all([node.close(), impressions.close()]);
  expect((await find({ ad_id: adId }))?.impressions).toBe(5);
  expect((await find({ ad_id: other }))?.impressions).toBe(2);
});

it('SV-90: what could not be stored is not lost', async () => {
  const { database, adId, find, impressions } = await startWithAd();
  await sql`ALTER TABLE ads RENAME COLUMN impressions TO elsewhere`.execute(database.db);
  impressions.count(adId);
  await impressions.flush();
  await sql`ALTER TABLE ads RENAME COLUMN elsewhere TO impressions`.execute(database.db);
  impressions.count(adId);
  await impressions.close();
  expect((await find({ ad_id: adId }))?.impressions).toBe(2);
});

it('SV-90: those who hide an ad, and clicks on one that pays, are counted', async () => {
  const { database, person, hideAd, adId, find } = await startWithAd();
  const [ann, ben] = [await person(), await person()];
  for (const by of [ann, ben, ann]) await hideAd(by, adId);
  expect(await find({ ad_id: adId })).toMatchObject({ hides: 2, clicks_counted: 0 });
  const before = (await find({ adType: 'banner1' }))?.clicks_counted ?? 0;
  await countAdClick(database.db, 'banner1');
  await countAdClick(database.db, 'no such ad');
  expect((await find({ adType: 'banner1' }))?.clicks_counted).toBe(before + 1);
});
