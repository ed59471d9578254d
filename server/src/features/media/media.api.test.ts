import { IMAGE_MAX_BYTES, LINK_SECONDS } from '@adda/contract/media';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { hostileUrls } from '../../platform/outbound/hostile-urls.fixture.ts';
import { countingHost } from '../../platform/outbound/counting-host.fixture.ts';
import { startMedia, type MediaFixture } from './media.fixture.ts';
import { colorAt, halves, rotatedWithLocation } from './pictures.fixture.ts';

let fixture: MediaFixture;
beforeAll(async () => {
  fixture = await startMedia();
});
afterAll(() => fixture.stop());

const failed = { detail: 'Failed to process image URL', code: 'image_url_failed' };

/** Registers a user and uploads a picture. Returns it with its link and the cookie of the response. */
async function uploadedPicture() {
  const someone = await fixture.person();
  const address = fixture.pictures.serve('/halves.png', await halves().png().toBuffer());
  const { data, headers } = await fixture.importUrl(someone.token, address);
  return { someone, image: data, cookie: headers.getSetCookie()[0]?.split(';', 1)[0] ?? '' };
}

function changed(link: string, name: string, value: string): string {
  const url = new URL(link, 'http://a.example');
  url.searchParams.set(name, value);
  return url.pathname + url.search;
}

describe('SV-45: an image from a URL', () => {
  it('is fetched, re-encoded and returned with a link for the caller', async () => {
    const { token } = await fixture.person();
    const address = fixture.pictures.serve('/place.jpg', await rotatedWithLocation().jpeg().toBuffer());
    const { data } = await fixture.importUrl(token, address);
    expect(data).toEqual({
      image_url: expect.stringContaining(`/media/images/${data.image_id}?`),
      image_id: expect.any(String),
      width: 40,
      height: 60,
    });
    const shown = await fixture.open(data.image_url, { token });
    expect(shown.status).toBe(200);
    expect((await sharp(shown.bytes).metadata()).exif).toBeUndefined();
    expect(await colorAt(shown.bytes, 0.5, 0.1)).toBe('red');
  });

  it('R-15, R-16: is only usable as a picture in a browser, and not cached by proxies', async () => {
    const { image, someone } = await uploadedPicture();
    const { headers } = await fixture.open(image.image_url, someone);
    expect(Object.fromEntries(headers)).toMatchObject({
      'content-type': 'image/webp',
      'x-content-type-options': 'nosniff',
      'content-security-policy': "default-src 'none'; sandbox",
      'cache-control': expect.stringMatching(/^private, max-age=\d+/),
    });
  });

  it.each([
    ['SVG named .png', '/x.png', '<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"/>'],
    ['HTML named .png', '/y.png', '<!doctype html><script>alert(1)</script>'],
    ['nothing', '/z.png', ''],
  ])('%s is refused', async (_name, at, content) => {
    const { token } = await fixture.person();
    const { status, error } = await fixture.importUrl(
      token,
      fixture.pictures.serve(at, Buffer.from(content)),
    );
    expect({ status, ...error }).toEqual({ status: 400, ...failed });
  });

  it('CO-31: more than 10 MB is refused, with or without Content-Length', async () => {
    const { token } = await fixture.person();
    const announced = fixture.pictures.serve('/announced.png', (_request, response) => {
      response.writeHead(200, { 'content-length': IMAGE_MAX_BYTES + 1 });
      response.write('x');
    });
    const png = await halves().png().toBuffer();
    const growing = fixture.pictures.serve('/growing.png', (_request, response) => {
      response.write(png);
      response.end(Buffer.alloc(IMAGE_MAX_BYTES));
    });
    for (const address of [announced, growing]) {
      const { status, error } = await fixture.importUrl(token, address);
      expect({ status, ...error }).toEqual({ status: 400, ...failed });
    }
  });

  it('R-17: no hostile URL reaches anything, and all failures look the same', async () => {
    const inside = await countingHost((_request, response) => response.end('secret'));
    const { token } = await fixture.person();
    const urls = hostileUrls(inside.port);
    expect(urls.length).toBeGreaterThan(40);
    for (const [address] of urls) {
      const { status, error } = await fixture.importUrl(token, address);
      expect({ status, ...error }, address).toEqual({ status: 400, ...failed });
    }
    const inward = fixture.pictures.serve('/inward.png', (_request, response) =>
      response.writeHead(302, { location: `http://127.0.0.1:${inside.port}/x.png` }).end(),
    );
    const endless = fixture.pictures.serve('/endless.png', (_request, response) =>
      response.writeHead(302, { location: '/endless.png' }).end(),
    );
    for (const address of [inward, endless]) {
      const { status, error } = await fixture.importUrl(token, address);
      expect({ status, ...error }, address).toEqual({ status: 400, ...failed });
    }
    expect(inside.asked).toEqual([]);
  });

  it('needs a session and a URL', async () => {
    expect((await fixture.importUrl('', 'http://pictures.example/x.png')).status).toBe(401);
    const { token } = await fixture.person();
    expect((await fixture.importUrl(token, `http://a.example/${'x'.repeat(2048)}`)).status).toBe(422);
  });
});

describe('R-15: links to images', () => {
  it('a link with any alteration is refused', async () => {
    const { image, someone } = await uploadedPicture();
    const { image: other } = await uploadedPicture();
    const link = image.image_url;
    const { searchParams } = new URL(link, 'http://a.example');
    const signature = searchParams.get('signature') ?? '';
    const expires = searchParams.get('expires') ?? '';
    const flipped = `${signature.startsWith('A') ? 'B' : 'A'}${signature.slice(1)}`;
    const foreign = new URL(fixture.media.imageLink(image.image_id, 'user:0'), 'http://a.example')
      .searchParams;
    const altered = [
      changed(link, 'signature', flipped),
      changed(link, 'signature', signature.slice(0, -2)),
      changed(link, 'signature', `${signature}=`),
      changed(link, 'signature', ''),
      changed(link, 'expires', String(Number(expires) + 3600)),
      changed(link, 'expires', `${expires} `),
      changed(link, 'expires', `0${expires}`),
      changed(link, 'for', foreign.get('for') ?? ''),
      changed(link, 'for', ''),
      link.replace(image.image_id, other.image_id),
      link.replace('/media/images/', '/media/images/..%2F'),
    ];
    expect(foreign.get('for')).not.toBe(searchParams.get('for'));
    for (const bad of altered) {
      const response = await fixture.open(bad, someone);
      expect([response.status, response.code], bad).toEqual([403, 'link_expired']);
    }
    expect((await fixture.open(link, someone)).status).toBe(200);
    expect((await fixture.open(link)).code).toBe('link_expired');
  });

  it('a link with missing fields is invalid', async () => {
    const { image } = await uploadedPicture();
    expect((await fixture.open(`/media/images/${image.image_id}`)).status).toBe(422);
  });

  it('stays the same for an hour, is valid for at least an hour, and then expires', async () => {
    const { image, someone, cookie } = await uploadedPicture();
    const link = () => fixture.media.imageLink(image.image_id, `user:${someone.userId}`);
    // To the start of the next full hour, when links change.
    fixture.passSeconds(3600 - (Math.floor(fixture.now().getTime() / 1000) % 3600) + 5);
    const first = link();
    fixture.passSeconds(3000);
    expect(link()).toBe(first);
    fixture.passSeconds(LINK_SECONDS - 3000);
    const cache = (await fixture.open(first, { cookie })).headers.get('cache-control');
    expect(Number(/max-age=(\d+)/.exec(cache ?? '')?.[1])).toBeLessThanOrEqual(3600);
    expect((await fixture.open(first, { cookie })).status).toBe(200);
    fixture.passSeconds(LINK_SECONDS);
    const response = await fixture.open(first, { cookie });
    expect([response.status, response.code]).toEqual([403, 'link_expired']);
    expect((await fixture.open(link(), { cookie })).status).toBe(200);
  });

  it('a link does not reveal its viewer', async () => {
    const { image, someone } = await uploadedPicture();
    const link = new URL(image.image_url, 'http://a.example');
    link.pathname = '';
    expect(link.search).not.toContain(someone.username);
    expect(link.searchParams.get('for')).toMatch(/^[\w-]{22}$/);
  });

  it('a link to a deleted image results in 404', async () => {
    const { userId, token } = await fixture.person();
    const response = await fixture.open(fixture.media.imageLink('0123456789abcdef', `user:${userId}`), {
      token,
    });
    expect([response.status, response.code]).toEqual([404, 'image_not_found']);
  });
});

describe('SV-105: external pictures', () => {
  it('are fetched by the server, reduced, and cached for the next viewer', async () => {
    const address = fixture.pictures.serve('/far.png', await halves(1000, 500).png().toBuffer());
    const before = fixture.pictures.asked.length;
    const open = async () => (await fixture.open(fixture.media.remoteLink(address))).bytes;
    const [one, two] = await Promise.all([open(), open()]);
    expect(await sharp(one).metadata()).toMatchObject({ format: 'webp', width: 480, height: 240 });
    expect(two.equals(one)).toBe(true);
    expect((await open()).equals(one)).toBe(true);
    expect(fixture.pictures.asked.slice(before)).toEqual(['/far.png']);
  });

  it('a failed fetch results in 404, and is retried later', async () => {
    const address = fixture.pictures.serve('/late.png', Buffer.from('not yet'));
    const early = await fixture.open(fixture.media.remoteLink(address));
    expect([early.status, early.code]).toEqual([404, 'image_not_found']);
    fixture.pictures.serve('/late.png', await halves().png().toBuffer());
    expect((await fixture.open(fixture.media.remoteLink(address))).status).toBe(200);
  });

  it('one larger than 2 MB is refused', async () => {
    const address = fixture.pictures.serve('/large.bmp', (_request, response) => {
      response.writeHead(200, { 'content-length': 2 * 1024 * 1024 + 1 });
      response.write('BM');
    });
    expect((await fixture.open(fixture.media.remoteLink(address))).status).toBe(404);
  });

  it('only URLs that this server signed are fetched', async () => {
    const address = fixture.pictures.serve('/own.png', await halves().png().toBuffer());
    const other = fixture.pictures.serve('/other.png', await halves().png().toBuffer());
    const before = fixture.pictures.asked.length;
    const link = fixture.media.remoteLink(address);
    const { image } = await uploadedPicture();
    const asked = fixture.pictures.asked.length;
    const altered = [
      changed(link, 'url', other),
      changed(link, 'url', `${address}#`),
      changed(
        link,
        'signature',
        new URL(image.image_url, 'http://a.example').searchParams.get('signature') ?? '',
      ),
      `/media/remote?url=${encodeURIComponent(address)}&expires=9999999999&signature=`,
    ];
    for (const bad of altered) {
      const response = await fixture.open(bad);
      expect([response.status, response.code], bad).toEqual([403, 'link_expired']);
    }
    expect(asked).toBe(before + 1);
    expect(fixture.pictures.asked).toHaveLength(asked);
  });
});
