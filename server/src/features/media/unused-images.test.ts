import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { startTestApp } from '../../test/app.fixture.ts';
import { registration } from '../accounts/accounts.fixture.ts';
import { openLink, startMedia, startPictureHost, type MediaFixture } from './media.fixture.ts';
import { halves } from './pictures.fixture.ts';

declare module '../../platform/jobs/payloads.ts' {
  interface JobPayloads {
    'media.unused-images': null;
  }
}

const DAY = 24 * 3600;

describe('SV-104: unused images', () => {
  let fixture: MediaFixture;
  beforeEach(async () => {
    fixture = await startMedia();
  });
  afterEach(() => fixture.stop());

  /** Runs the hourly job. */
  async function sweep() {
    const { database, jobs } = fixture;
    await database.transaction((tx) => jobs.enqueue(tx, 'media.unused-images', null));
    await jobs.runPending();
  }

  it('are removed after 24 hours, with their bytes; used and younger ones are kept', async () => {
    const { media, pictures } = fixture;
    const { userId, token } = await fixture.person();
    const address = pictures.serve('/x.png', await halves().png().toBuffer());
    const answer = await fixture.importUrl(token, address);
    // Valid for longer than the token.
    const cookie = answer.headers.getSetCookie()[0]?.split(';', 1)[0] ?? '';
    const old = { id: answer.data.image_id };
    const used = await media.importFromUrl(userId, address);
    await media.markUsed(used.id);
    fixture.passSeconds(DAY - 60);
    const young = await media.importFromUrl(userId, address);

    await sweep();
    expect((await fixture.keptFiles()).toSorted()).toEqual([old.id, used.id, young.id].toSorted());

    fixture.passSeconds(120);
    await sweep();
    expect((await fixture.keptFiles()).toSorted()).toEqual([used.id, young.id].toSorted());
    expect(await media.findOwn(userId, old.id)).toBeUndefined();
    expect(await media.findOwn(userId, used.id)).toEqual(used);
    expect((await fixture.open(media.imageLink(old.id, `user:${userId}`), { cookie })).status).toBe(404);
    expect((await fixture.open(media.imageLink(used.id, `user:${userId}`), { cookie })).status).toBe(200);
  });

  it('are removed in both variants', async () => {
    const { media, pictures } = fixture;
    const { userId } = await fixture.person();
    const large = await halves(1000, 500).png().toBuffer();
    const { id } = await media.importFromUrl(userId, pictures.serve('/large.png', large));
    expect((await fixture.keptFiles()).toSorted()).toEqual([id, `${id}-small`]);
    fixture.passSeconds(DAY + 60);
    await sweep();
    expect(await fixture.keptFiles()).toEqual([]);
  });

  it('are removed in several batches', async () => {
    const { userId } = await fixture.person();
    await fixture.database.db
      .insertInto('images')
      .values(
        Array.from({ length: 230 }, (_value, index) => ({
          id: `unused-image-${index}`,
          owner_id: userId,
          width: 1,
          height: 1,
          bytes: 1,
          created_at: fixture.now(),
        })),
      )
      .execute();
    fixture.passSeconds(DAY + 60);
    await sweep();
    expect(await fixture.database.db.selectFrom('images').select('id').execute()).toEqual([]);
  });

  it('R-13: an image is found for its owner only', async () => {
    const [owner, other] = [await fixture.person(), await fixture.person()];
    const address = fixture.pictures.serve('/x.png', await halves().png().toBuffer());
    const image = await fixture.media.importFromUrl(owner.userId, address);
    expect(await fixture.media.findOwn(owner.userId, image.id)).toEqual({
      id: image.id,
      width: 60,
      height: 40,
    });
    expect(await fixture.media.findOwn(other.userId, image.id)).toBeUndefined();
    expect(await fixture.media.findOwn(owner.userId, 'no such image')).toBeUndefined();
  });
});

describe('SV-45: in the whole program', () => {
  it('an image from a URL is stored and shown; by default the program reaches no listener on this machine', async () => {
    const pictures = await startPictureHost();
    const address = pictures.serve('/x.png', await halves().png().toBuffer());
    for (const outbound of [pictures.outbound, undefined]) {
      const { client, url, stop } = await startTestApp({}, { outbound });
      const { data: person } = await client('POST /auth/register', { body: registration() });
      const body = { url: outbound ? address : `http://127.0.0.1:${pictures.port}/x.png` };
      const answer = await client(
        'POST /api/images/upload-image-url/',
        { body },
        { token: person.access_token },
      );
      expect(answer.status).toBe(outbound ? 200 : 400);
      if (outbound) {
        const shown = await openLink(url + answer.data.image_url, { token: person.access_token });
        expect(shown.headers.get('content-type')).toBe('image/webp');
      }
      await stop();
    }
    expect(pictures.asked).toHaveLength(1);
    await pictures.close();
  });
});
