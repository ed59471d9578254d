import { AD_EVERY, AD_PLACE } from '@adda/contract/feed';
import { API_KEY_HEADER, DEFAULT_API_KEY } from '@adda/contract/platform';
import { describe, expect, it } from 'vitest';
import { formOf, UPLOAD_PATH } from '../../media/media.fixture.ts';
import { halves } from '../../media/pictures.fixture.ts';
import type { Person } from '../../rooms/rooms.fixture.ts';
import { idsOf, startFeed } from './ranking.fixture.ts';

const places = (count: number) =>
  Array.from({ length: count }, (_, index) => index).filter((index) => index % AD_EVERY === AD_PLACE);

/** Uploads a picture. Returns its id. */
async function keepPicture(url: string, { token }: Person): Promise<string> {
  const body = formOf(await halves().png().toBuffer());
  const headers = { [API_KEY_HEADER]: DEFAULT_API_KEY, authorization: `Bearer ${token}` };
  const answer = await fetch(`${url}${UPLOAD_PATH}`, { method: 'POST', headers, body });
  const { image_id: id }: { image_id: string } = JSON.parse(await answer.text());
  return id;
}

/** Creates a viewer whose feed has `count` posts of another user. */
async function startWithPosts(count: number) {
  const fixture = await startFeed();
  const [viewer, author] = [await fixture.poster(), await fixture.poster()];
  const posts = await fixture.insert(author, { count, secondsAgo: 10 });
  return { ...fixture, viewer, posts: posts.map((post) => post.mediaId) };
}

describe('SV-55, FE-02, Q-28: ads in the feed', () => {
  it('take one slot in ten, inside the page, and replace no post; the item carries the ad’s fields (AD-23)', async () => {
    const { viewer, posts, addAd, readAll } = await startWithPosts(36);
    const adId = await addAd({
      sponsor: 'Chai House',
      caption: 'Fresh every morning',
      target: 'https://chai.example/',
    });
    const items = await readAll(viewer, { by: 'after' });
    expect(items).toHaveLength(40);
    expect(items.flatMap((item, index) => (item.is_ad ? [index] : []))).toEqual(places(40));
    expect(idsOf(items.filter((item) => !item.is_ad))).toEqual(posts);
    expect(items[AD_PLACE]).toMatchObject({
      media_id: adId,
      ad_id: adId,
      is_ad: true,
      sponsor: 'Chai House',
      sender: '',
      sender_username: '',
      sender_display_name: 'Chai House',
      caption: 'Fresh every morning',
      target_url: 'https://chai.example/',
      media_url: null,
      preview_url: null,
      has_media: false,
      like_count: 0,
      comment_count: 0,
      share_count: 0,
      is_own: false,
    });
    expect(items[AD_PLACE]?.position).not.toBe('');
    expect(
      items.filter((item) => !item.is_ad).every((item) => item.ad_id === null && item.sponsor === null),
    ).toBe(true);
  });

  it('rotate, and only currently running ads are shown', async () => {
    const { viewer, addAd, feed } = await startWithPosts(60);
    const running = [await addAd(), await addAd(), await addAd({ to: new Date(Date.now() + 3_600_000) })];
    await addAd({ from: new Date(Date.now() + 3_600_000) });
    await addAd({ from: new Date(Date.now() - 7_200_000), to: new Date(Date.now() - 3_600_000) });
    const shown = (await feed(viewer, { limit: 50 })).data.flatMap((item) => item.ad_id ?? []);
    expect(shown).toHaveLength(5);
    expect(new Set(shown.slice(0, 3))).toEqual(new Set(running));
    expect(shown.slice(3)).toEqual(shown.slice(0, 2));
  });

  it('carry links to their picture for the viewer, full size and small', async () => {
    const { viewer, url, addAd, feed } = await startWithPosts(10);
    const imageId = await keepPicture(url, viewer);
    await addAd({ imageId });
    const ad = (await feed(viewer)).data[AD_PLACE];
    expect(ad).toMatchObject({ has_media: true, width: expect.any(Number), height: expect.any(Number) });
    expect(ad?.preview_url).toBe(`${ad?.media_url}&size=small`);
    for (const link of [ad?.media_url, ad?.preview_url]) {
      const answer = await fetch(`${url}${link}`, {
        headers: { authorization: `Bearer ${viewer.token}` },
      });
      expect([answer.status, answer.headers.get('content-type')]).toEqual([200, 'image/webp']);
    }
  });
});

describe('FE-12, SV-66, AD-25: POST /feed/hide-ad', () => {
  it('hides an ad from its caller permanently and idempotently, and from no other user', async () => {
    const { viewer, poster, addAd, hideAd, feed } = await startWithPosts(30);
    const [hidden, other] = [await addAd(), await addAd()];
    const bystander = await poster();
    for (let time = 0; time < 2; time += 1)
      expect((await hideAd(viewer, hidden)).data).toEqual({ message: 'Ad hidden' });
    const adsFor = async (user: typeof viewer) =>
      new Set((await feed(user, { limit: 30 })).data.flatMap((item) => item.ad_id ?? []));
    expect(await adsFor(viewer)).toEqual(new Set([other]));
    expect(await adsFor(bystander)).toEqual(new Set([hidden, other]));
  });

  it('gives the slot to a post when no ad is left, and the list continues without a gap', async () => {
    const { viewer, posts, addAd, hideAd, feed } = await startWithPosts(30);
    const only = await addAd();
    const first = (await feed(viewer)).data;
    await hideAd(viewer, only);
    const rest = (await feed(viewer, { limit: 50, after: first.at(-1)?.position })).data;
    expect(idsOf([...first, ...rest]).filter((id) => id !== only)).toEqual(posts);
    expect(rest.some((item) => item.is_ad)).toBe(false);
    expect(idsOf((await feed(viewer, { limit: 30 })).data)).toEqual(posts);
  });

  it('returns 404 for an unknown ad', async () => {
    const { viewer, posts, hideAd } = await startWithPosts(1);
    for (const id of [posts[0] ?? '', 'ad_000000000000000000000000', '', 'ad_%'])
      expect((await hideAd(viewer, id)).error).toEqual({ code: 'ad_not_found', detail: 'Ad not found' });
  });
});
