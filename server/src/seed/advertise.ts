import type { Database } from '../platform/database/index.ts';
import type { Client } from '../test/client.ts';
import { hasAd, insertAd, type SeededAd } from './feed.repository.ts';
import type { PictureName } from './picture-names.ts';
import { pictureUrlOf } from './picture-source.ts';
import type { Person } from './talk.ts';

type Place = { readonly client: Client; readonly database: Database };

const ADS: readonly (SeededAd & { readonly picture: PictureName })[] = [
  {
    sponsor: 'Monsoon Tea Company',
    caption: 'Loose leaf, strong opinions. A sampler of five for your next rainy evening.',
    targetUrl: 'https://example.com/tea',
    picture: 'monsoon',
  },
  {
    sponsor: 'Night Train Journeys',
    caption: 'Two berths, one window, no plans. Book the slow way to the hills.',
    targetUrl: 'https://example.com/trains',
    picture: 'train',
  },
];

/** Adds two ads to the feed, unless an earlier run did; `by` uploads their pictures. */
export async function advertise({ client, database }: Place, by: Person): Promise<void> {
  for (const { picture, ...ad } of ADS) {
    if (await hasAd(database.db, ad)) continue;
    const body = { url: pictureUrlOf(picture) };
    const { data: image } = await client('POST /api/images/upload-image-url/', { body }, by);
    await database.transaction((tx) => insertAd(tx, ad, image.image_id));
  }
}
