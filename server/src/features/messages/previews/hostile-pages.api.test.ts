import type { RequestListener } from 'node:http';
import { sql } from 'kysely';
import { expect, it } from 'vitest';
import { eventually } from '../../direct/direct.fixture.ts';
import { freshWord } from '../../safety/safety.fixture.ts';
import { pageOf, previewsOf, startPreviews } from './previews.fixture.ts';

const htmlOf =
  (body: string | Buffer, headers: Record<string, string> = {}): RequestListener =>
  (_request, response) =>
    void response.writeHead(200, { 'content-type': 'text/html', ...headers }).end(body);
const redirectTo =
  (location: string): RequestListener =>
  (_request, response) =>
    void response.writeHead(302, { location }).end();

it.each<[string, string | RequestListener]>([
  ['without a title', '<p>hello</p>'],
  ['with a title in a script alone', '<script>document.title = "<title>x</title>"</script>'],
  ['of another type', htmlOf('<title>x</title>', { 'content-type': 'image/svg+xml' })],
  ['that is compressed', htmlOf('<title>x</title>', { 'content-encoding': 'gzip' })],
  ['that leads to an address inside', redirectTo('http://metadata.example/latest')],
  ['that leads to a local file', redirectTo('file:///etc/passwd')],
  ['that leads to itself', (request, response) => redirectTo(request.url ?? '')(request, response)],
])('FT-05, R-17: a page %s is asked once and gives no card', async (_name, page) => {
  const { serve, openRoom, settled, triesOf } = await startPreviews();
  const { annClient, say } = await openRoom();
  const id = await say(annClient, serve(page));
  await settled();
  await eventually(async () => expect(await triesOf(id)).toBeUndefined());
  const other = await say(annClient, serve(pageOf('Tea')));
  await eventually(() => expect(previewsOf(annClient)).toMatchObject([{ message_id: other }]));
});

it('FT-05: a page that never ends is read at its beginning; its texts cannot break the screen', async () => {
  const { serve, openRoom } = await startPreviews();
  const { annClient, say } = await openRoom();
  const url = serve((_request, response) => {
    response.writeHead(200, { 'content-type': 'text/html' });
    response.write(pageOf('&lt;script&gt;alert(1)&lt;/script&gt;\u202e'));
    const more = () => response.destroyed || (response.write('x'.repeat(65_536)), setImmediate(more));
    more();
  });
  await say(annClient, url);
  await eventually(() =>
    expect(previewsOf(annClient)).toMatchObject([{ preview: { title: '<script>alert(1)</script>' } }]),
  );
});

it.each([
  ['is no picture', (serve: (page: string) => string) => serve('<p>no picture</p>')],
  ['is inside', () => 'http://private.example/x.png'],
  ['has no http address', () => 'data:image/png;base64,AAAA'],
])('FT-05, R-17: a picture that %s is left out', async (_name, imageOf) => {
  const { serve, openRoom } = await startPreviews();
  const { annClient, say } = await openRoom();
  await say(annClient, serve(pageOf('Tea', `<meta property="og:image" content="${imageOf(serve)}">`)));
  await eventually(() =>
    expect(previewsOf(annClient)).toMatchObject([{ preview: { title: 'Tea', image_url: null } }]),
  );
});

it('SV-105: a page whose title has a listed word gives no card', async () => {
  const { serve, openRoom, client, admin, settled, triesOf } = await startPreviews();
  const { annClient, say } = await openRoom();
  const word = freshWord();
  await client('POST /admin/words', { body: { word, action: 'refuse' } }, await admin());
  const id = await say(annClient, serve(pageOf(`Tea and ${word}`)));
  await settled();
  await eventually(async () => expect(await triesOf(id)).toBeUndefined());
  expect(previewsOf(annClient)).toEqual([]);
});

it('FT-05: a page that fails is asked three times, the message waits in the database meanwhile', async () => {
  const { serve, openRoom, triesOf, tryAgain, asked } = await startPreviews();
  const { annClient, say } = await openRoom();
  let isUp = false;
  const flaky = serve((request, response) => {
    if (isUp) htmlOf(pageOf('Tea'))(request, response);
    else response.writeHead(503).end();
  });
  const dead = serve((_request, response) => void response.destroy());
  const [late, never] = [await say(annClient, flaky), await say(annClient, dead)];
  const timesOf = (url: string) => asked.filter((path) => url.endsWith(path)).length;
  await eventually(() => expect([timesOf(flaky), timesOf(dead)]).toEqual([1, 1]));
  expect([await triesOf(late), await triesOf(never)]).toEqual([1, 1]);
  isUp = true;
  await tryAgain();
  await eventually(() => expect(previewsOf(annClient)).toMatchObject([{ message_id: late }]));
  await eventually(() => expect(timesOf(dead)).toBe(2));
  await tryAgain();
  await eventually(async () => expect(await triesOf(never)).toBeUndefined());
  expect([timesOf(flaky), timesOf(dead)]).toEqual([2, 3]);
});

it('FT-05: a message whose page a killed node was fetching waits and gets its card later, once', async () => {
  const { serve, openRoom, triesOf, tryAgain } = await startPreviews();
  const { annClient, say } = await openRoom();
  let isHanging = true;
  const url = serve((request, response) => {
    if (!isHanging) htmlOf(pageOf('Tea'))(request, response);
  });
  const id = await say(annClient, url);
  await eventually(async () => expect(await triesOf(id)).toBe(1));
  // For the other worker this is a node that never finishes.
  isHanging = false;
  await tryAgain();
  await eventually(() => expect(previewsOf(annClient)).toMatchObject([{ message_id: id, revision: 1 }]));
  expect(await triesOf(id)).toBeUndefined();
});

it('FT-05: at most 20 messages of one sender wait for their cards, and the others get none', async () => {
  const { serve, openRoom, settled, database } = await startPreviews();
  const { bobClient, say } = await openRoom();
  const dead = serve((_request, response) => void response.destroy());
  for (let n = 0; n < 23; n += 1) await say(bobClient, `${dead}?${n}`);
  await settled();
  const { rows } = await sql<{ count: number }>`
    SELECT count(*) FROM pending_previews JOIN users ON users.id = sender_id
    WHERE username = ${bobClient.username}`.execute(database.db);
  expect(rows).toEqual([{ count: 20 }]);
});

it('FT-05: LINK_PREVIEWS=off fetches nothing', async () => {
  const { serve, openRoom, settled, asked } = await startPreviews({ LINK_PREVIEWS: 'off' });
  const { annClient, say } = await openRoom();
  const url = serve(pageOf('Tea'));
  await say(annClient, url);
  await settled();
  expect(asked.filter((path) => url.endsWith(path))).toEqual([]);
});
