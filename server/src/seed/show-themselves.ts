import type { Client } from '../test/client.ts';
import { pictureNames } from './picture-names.ts';
import { pictureUrlOf } from './picture-source.ts';
import { photoNames, sendForm } from './send-form.ts';
import type { Person } from './talk.ts';

const BIOS = [
  'Tea first, opinions later.',
  'I take pictures of the sky and call it a hobby.\nMessages welcome, voice notes endured.',
  'Ten years in this city, still lost.',
  'Night trains, window seats, long books.',
  'Cricket in the lane, films on the roof.',
  'Will cook for company.',
  'Plant parent of three, former parent of nine.',
  'Here for the music and the people who argue about it.',
  'Freelance sketches, full-time snacks.',
  'Ask me about the good momo place. I will not tell you.',
  'Half of this is true.',
];
const LINKS = ['https://example.com/sketches', 'https://example.org/playlist', 'https://example.net/recipes'];

/** Number of users with a picture; limited because each picture is decoded. */
const PICTURED = 18;
const FIRST_PHOTOS = photoNames.filter((name) => name.endsWith('.webp'));

type Place = { readonly url: string; readonly client: Client };

/**
 * Fills profiles: two of three users have a bio, some of them links, most of the first a picture. Existing profiles
 * stay unchanged.
 */
export async function showThemselves({ url, client }: Place, people: readonly Person[]): Promise<void> {
  for (const [n, person] of people.entries()) {
    const isPictured = n < PICTURED && n % 6 !== 5;
    if (n % 3 === 2 && !isPictured) continue;
    if ((await client('GET /users/me', {}, person)).data.bio !== null) continue; // filled by an earlier run
    const photo = isPictured && n % 3 === 1 ? FIRST_PHOTOS[n % FIRST_PHOTOS.length] : undefined;
    const picture = pictureNames[n % pictureNames.length];
    await sendForm(url, person, {
      path: '/users/update-profile',
      photo,
      fields: {
        bio: BIOS[n % BIOS.length] ?? '',
        links: JSON.stringify(LINKS.slice(0, n % 4)),
        ...(isPictured && !photo && picture && { profile_image_url: pictureUrlOf(picture) }),
      },
    });
  }
}
