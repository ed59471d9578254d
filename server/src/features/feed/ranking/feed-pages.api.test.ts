import { FEED_PAGE, FEED_PAGE_MAX } from '@adda/contract/feed';
import { expect, it } from 'vitest';
import { idsOf, startFeed } from './ranking.fixture.ts';
import { watchStatements } from './statements.fixture.ts';

it('FE-40: ten items by default, at most fifty', async () => {
  const { poster, insert, feed } = await startFeed();
  const [viewer, author] = [await poster(), await poster()];
  await insert(author, { count: 70 });
  expect((await feed(viewer)).data).toHaveLength(FEED_PAGE);
  expect((await feed(viewer, { limit: FEED_PAGE_MAX })).data).toHaveLength(FEED_PAGE_MAX);
  for (const limit of [0, FEED_PAGE_MAX + 1, 1.5, -1])
    expect((await feed(viewer, { limit })).error).toMatchObject({ code: 'validation_failed' });
});

it('SV-54: refuses an invalid skip, moment or position', async () => {
  const { poster, insert, feed } = await startFeed();
  const viewer = await poster();
  await insert(viewer, { count: 3 });
  const { position = '' } = (await feed(viewer)).data[0] ?? {};
  expect((await feed(viewer, { skip: -1 })).status).toBe(422);
  expect((await feed(viewer, { as_of: 'yesterday' })).status).toBe(422);
  const texts = [
    '',
    '1',
    'x',
    `${position}.`,
    `${position}x`,
    `2${position}`,
    position.replace('.', '.-'),
    "1.a.b.'",
  ];
  for (const after of texts) {
    const { status, error } = await feed(viewer, { after });
    expect([after, status, error.code]).toEqual([after, 400, 'invalid_parameters']);
  }
  expect((await feed(viewer, { after: position })).data).toHaveLength(2);
});

it('FE-39, X-29: only the last page is short, whatever was left out before it', async () => {
  const { poster, insert, readAll, feed, blockPerson, addAd } = await startFeed();
  const [viewer, author, blockedAuthor] = [await poster(), await poster(), await poster()];
  await addAd();
  await insert(author, { count: 43, stepSeconds: 10 });
  await insert(blockedAuthor, { count: 400, stepSeconds: 1 });
  await blockPerson(viewer, blockedAuthor);
  const sizes: number[] = [];
  let last: string | undefined;
  for (;;) {
    const { data } = await feed(viewer, { after: last });
    sizes.push(data.length);
    last = data.at(-1)?.position;
    if (data.length < FEED_PAGE) break;
  }
  expect(sizes).toEqual([10, 10, 10, 10, 8]);
  expect(await readAll(viewer, { by: 'after' })).toHaveLength(48);
});

it('Q-34: a client that only uses `skip` gets every post once, while posts are added and deleted', async () => {
  const { poster, insert, readAll, remove } = await startFeed();
  const [viewer, author] = [await poster(), await poster()];
  const posts = await insert(author, { count: 60, secondsAgo: 10 });
  const deleted: string[] = [];
  const found = await readAll(viewer, { by: 'skip' }, async (received) => {
    await insert(author);
    // A post that was already returned, so that plain counting would skip another post.
    const { media_id: mediaId = '' } = received.at(-3) ?? {};
    deleted.push(mediaId);
    expect((await remove(author, mediaId)).status).toBe(200);
  });
  expect(idsOf(found)).toEqual(posts.map((post) => post.mediaId));
  expect(deleted).toHaveLength(6);
});

it('FE-40: an offset unknown to this node is counted from the start, including the ads before it', async () => {
  const { poster, insert, feed, addAd, readAll } = await startFeed();
  const [viewer, author] = [await poster(), await poster()];
  await insert(author, { count: 100, secondsAgo: 10 });
  await addAd();
  const as_of = new Date().toISOString();
  const all = idsOf(await readAll(viewer, { by: 'after', as_of }));
  expect(all).toHaveLength(111);
  for (const skip of [3, 4, 5, 14, 15, 57, 33, 34, 110, 111, 112, 5000]) {
    const { data } = await feed(viewer, { skip, as_of, limit: 7 });
    expect([skip, idsOf(data)]).toEqual([skip, all.slice(skip, skip + 7)]);
  }
});

it('FE-40: a page takes two statements', async () => {
  const { poster, insert, feed, addAd, app } = await startFeed();
  const [viewer, author] = [await poster(), await poster()];
  await insert(author, { count: 40, secondsAgo: 10 });
  await addAd();
  const { data } = await feed(viewer);
  const sent: string[] = [];
  watchStatements(app.database.pool, (text) => void (text.includes('posts') && sent.push(text)));
  expect((await feed(viewer, { after: data.at(-1)?.position })).data).toHaveLength(10);
  expect(sent).toHaveLength(2);
});

it('FE-39: a page is filled up when posts are deleted while it is read', async () => {
  const { poster, insert, feed, app } = await startFeed();
  const [viewer, author] = [await poster(), await poster()];
  const ids = (await insert(author, { count: 25, secondsAgo: 10 })).map((post) => post.mediaId);
  const going = [ids[2], ids[9], ids[10]];
  watchStatements(app.database.pool, (text) => {
    // Runs between the statement that finds the posts and the statement that reads them.
    if (!text.includes('liked_by') && !text.includes('post_likes')) return undefined;
    const deleted = going.splice(0).map((id) => `'${id}'`);
    return deleted.length > 0
      ? `UPDATE posts SET deleted_at = now() WHERE media_id IN (${deleted.join()})`
      : undefined;
  });
  const { data } = await feed(viewer);
  expect(going).toEqual([]);
  expect(idsOf(data)).toEqual([...ids.slice(0, 2), ...ids.slice(3, 9), ...ids.slice(11, 13)]);
  const rest = (await feed(viewer, { limit: 50, after: data.at(-1)?.position })).data;
  expect(idsOf(rest)).toEqual(ids.slice(13));
});
