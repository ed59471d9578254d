import { sql } from 'kysely';
import { expect, it } from 'vitest';
import { createLogger } from '../../platform/logging/logger.ts';
import type { Person } from '../rooms/rooms.fixture.ts';
import { startFeed } from '../feed/ranking/ranking.fixture.ts';
import { deletePastAdEvents } from './ads.repository.ts';
import { createImpressions } from './ads.service.ts';
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

/** Reports views and clicks of ads. */
const teller = ({ client }: Pick<Awaited<ReturnType<typeof startWithAd>>, 'client'>) => ({
  see: (by: Person, ...ad_ids: string[]) => client('POST /feed/ads-seen', { body: { ad_ids } }, by),
  follow: (by: Person, ad_id: string) => client('POST /feed/ad-click', { body: { ad_id } }, by),
});

it('SV-90, SV-55: an impression counts when a user saw the ad, once per user and hour, not when it was on a page', async () => {
  const { poster, insert, feed, adId, find, client } = await startWithAd();
  const [viewer, other, author] = [await poster(), await poster(), await poster()];
  await insert(author, { count: 12 });
  expect((await feed(viewer)).data.filter((item) => item.is_ad).length).toBeGreaterThan(0);
  const { see } = teller({ client });
  expect((await see(viewer, adId, adId)).status).toBe(200);
  await Promise.all([see(viewer, adId), see(viewer, adId), see(other, adId)]);
  await expect
    .poll(async () => (await find({ ad_id: adId }))?.impressions, { timeout: 20_000, interval: 200 })
    .toBe(2);
});

it('SV-90: clicks on ads of the feed count once per user and hour', async () => {
  const { person, database, adId, find, client } = await startWithAd();
  const [ann, ben] = [await person(), await person()];
  const { follow } = teller({ client });
  await Promise.all([follow(ann, adId), follow(ann, adId), follow(ben, adId)]);
  expect((await find({ ad_id: adId }))?.clicks_counted).toBe(2);
  await sql`UPDATE ad_events SET hour = hour - interval '1 hour' WHERE ad_id = ${adId}`.execute(database.db);
  await follow(ann, adId);
  expect((await find({ ad_id: adId }))?.clicks_counted).toBe(3);
  await deletePastAdEvents(database.db);
  const { rows } = await sql`SELECT FROM ad_events WHERE ad_id = ${adId}`.execute(database.db);
  expect(rows).toHaveLength(1);
});

it('SV-90: ads that do not run, are hidden or unknown count nothing', async () => {
  const { person, addAd, hideAd, adId, find, client } = await startWithAd();
  const ann = await person();
  const later = await addAd({ from: new Date(Date.now() + 3_600_000) });
  await hideAd(ann, adId);
  const { see, follow } = teller({ client });
  const nothing = `ad_${'f'.repeat(24)}`;
  expect((await see(ann, adId, later, nothing)).status).toBe(200);
  for (const ad of [adId, later, nothing]) expect((await follow(ann, ad)).status).toBe(200);
  for (const ad of [adId, later])
    expect(await find({ ad_id: ad })).toMatchObject({ impressions: 0, clicks_counted: 0 });
  expect((await see(ann)).status).toBe(422);
});

it('SV-90: the counts of reward ads that are not tracked are null', async () => {
  const { find } = await startWithAd();
  expect(await find({ adType: 'banner1' })).toMatchObject({ impressions: null, hides: null });
});

it('SV-90: impressions are added once, also by several nodes and at shutdown; an unknown ad is no error', async () => {
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

it('SV-90: counts that could not be stored are retried', async () => {
  const { database, adId, find, impressions } = await startWithAd();
  await sql`ALTER TABLE ads RENAME COLUMN impressions TO elsewhere`.execute(database.db);
  impressions.count(adId);
  await impressions.flush();
  await sql`ALTER TABLE ads RENAME COLUMN elsewhere TO impressions`.execute(database.db);
  impressions.count(adId);
  await impressions.close();
  expect((await find({ ad_id: adId }))?.impressions).toBe(2);
});

it('SV-90: hides of an ad and clicks on a reward ad are counted', async () => {
  const { database, person, hideAd, adId, find } = await startWithAd();
  const [ann, ben] = [await person(), await person()];
  for (const by of [ann, ben, ann]) await hideAd(by, adId);
  expect(await find({ ad_id: adId })).toMatchObject({ hides: 2, clicks_counted: 0 });
  const before = (await find({ adType: 'banner1' }))?.clicks_counted ?? 0;
  await countAdClick(database.db, 'banner1');
  await countAdClick(database.db, 'no such ad');
  expect((await find({ adType: 'banner1' }))?.clicks_counted).toBe(before + 1);
});
