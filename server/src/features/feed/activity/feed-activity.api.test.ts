import { ACTIVITY_EVENT_INTERVAL_MS, ACTIVITY_EXCERPT_MAX } from '@adda/contract/activity';
import { sql } from 'kysely';
import { describe, expect, it } from 'vitest';
import { PASSWORD } from '../../accounts/accounts.fixture.ts';
import { actorsOf, createToldItems } from '../../activity/told-items.fixture.ts';
import { connectShellTo } from '../../direct/direct.fixture.ts';
import { eventually } from '../../rooms/rooms.fixture.ts';
import { startPostActivity } from './post-activity.fixture.ts';

async function startOne() {
  const fixture = await startPostActivity();
  const told = createToldItems(fixture);
  const ann = await fixture.poster();
  const mediaId = await fixture.postBy(ann, { caption: 'Lights at *dusk*' });
  return {
    ...fixture,
    ...told,
    ann,
    mediaId,
    people: (count: number) => Promise.all(Array.from({ length: count }, () => fixture.poster())),
    commentOf: async (by: Awaited<ReturnType<typeof fixture.poster>>, words = 'So calm') =>
      (await fixture.comment(by, mediaId, words)).data.comment_id,
    leave: (by: Awaited<ReturnType<typeof fixture.poster>>) =>
      fixture.client('DELETE /users/me', { body: { password: PASSWORD, remove_content: true } }, by),
  };
}

describe('NT-01: likes', () => {
  it('of one post are one item with the newest likers, all of them counted, and the caption', async () => {
    const { ann, mediaId, people, like, items, unread, rows } = await startOne();
    const fans = await people(4);
    for (const fan of fans) await like(fan, mediaId);
    const [item, ...others] = await items(ann);
    expect(others).toEqual([]);
    expect(item).toMatchObject({
      kind: 'like',
      subject: { type: 'post', id: mediaId },
      excerpt: 'Lights at dusk',
      is_read: false,
    });
    expect(actorsOf(item)).toEqual([
      fans
        .slice(1)
        .toReversed()
        .map(({ username }) => username),
      4,
    ]);
    expect([await unread(ann), await rows(ann)]).toEqual([1, 1]);
  });

  it('of another post are another item, and of a post without words have no excerpt', async () => {
    const { ann, mediaId, people, like, items, postBy, database } = await startOne();
    const [fan] = await people(1);
    if (!fan) throw new Error('nobody');
    const other = await postBy(ann, { file: 'ready' });
    await sql`UPDATE posts SET caption = NULL WHERE media_id = ${other}`.execute(database.db);
    await like(fan, mediaId);
    await like(fan, other);
    expect((await items(ann)).map(({ subject, excerpt }) => [subject.id, excerpt])).toEqual([
      [other, ''],
      [mediaId, 'Lights at dusk'],
    ]);
  });

  it('join within 24 hours and open a new item after them', async () => {
    const { ann, mediaId, people, like, items, age, unread } = await startOne();
    const [ben, cleo, dev] = await people(3);
    if (!ben || !cleo || !dev) throw new Error('nobody');
    await like(ben, mediaId);
    await age(ann, 23);
    await like(cleo, mediaId);
    const [joined] = await items(ann);
    expect(actorsOf(joined)).toEqual([[cleo.username, ben.username], 2]);
    await age(ann, 2);
    await like(dev, mediaId);
    const both = await items(ann);
    expect(both.map(actorsOf)).toEqual([
      [[dev.username], 1],
      [[cleo.username, ben.username], 2],
    ]);
    expect(both[1]?.activity_id).toBe(joined?.activity_id);
    expect(await unread(ann)).toBe(2);
  });

  it('by a new user make a read item unread, under the same id, and move it up', async () => {
    const { ann, mediaId, people, like, comment, items, unread, readAll } = await startOne();
    const [ben, cleo] = await people(2);
    if (!ben || !cleo) throw new Error('nobody');
    await like(ben, mediaId);
    const before = (await items(ann))[0];
    await comment(ben, mediaId, 'Later than the like');
    expect((await items(ann)).map(({ kind }) => kind)).toEqual(['comment', 'like']);
    expect(await readAll(ann)).toBe(0);
    await like(cleo, mediaId);
    const after = await items(ann);
    expect(after.map(({ kind, is_read: isRead }) => [kind, isRead])).toEqual([
      ['like', false],
      ['comment', true],
    ]);
    expect(after[0]?.activity_id).toBe(before?.activity_id);
    expect(actorsOf(after[0])).toEqual([[cleo.username, ben.username], 2]);
    expect(await unread(ann)).toBe(1);
  });

  it('that are taken back take their user, and at last the item, which open screens are told', async () => {
    const { ann, mediaId, people, like, items, unread, url } = await startOne();
    const [ben, cleo] = await people(2);
    if (!ben || !cleo) throw new Error('nobody');
    const shell = await connectShellTo(url, ann);
    for (const fan of [ben, cleo]) await like(fan, mediaId);
    await like(ben, mediaId);
    const [item] = await items(ann);
    expect(actorsOf(item)).toEqual([[cleo.username], 1]);
    await like(cleo, mediaId);
    expect([await items(ann), await unread(ann)]).toEqual([[], 0]);
    await eventually(() =>
      expect(shell.all('activity').at(-1)).toEqual({ removed: [item?.activity_id], unread_count: 0 }),
    );
    await like(ben, mediaId);
    expect((await items(ann))[0]?.activity_id).toBe(item?.activity_id);
  });

  it('show nobody who is blocked in either direction, suspended or gone, and nothing when nobody is left', async () => {
    const { ann, mediaId, people, like, items, unread, block, suspend, leave } = await startOne();
    const [ben, cleo, dev, eve, fay] = await people(5);
    if (!ben || !cleo || !dev || !eve || !fay) throw new Error('nobody');
    for (const fan of [ben, cleo, dev, eve, fay]) await like(fan, mediaId);
    await block(ann, ben);
    await block(cleo, ann);
    await suspend(dev);
    expect((await leave(eve)).status).toBe(200);
    expect((await items(ann)).map(actorsOf)).toEqual([[[fay.username], 1]]);
    expect(await unread(ann)).toBe(1);
    await suspend(fay);
    expect([await items(ann), await unread(ann)]).toEqual([[], 0]);
  });

  it('and comments of oneself are no item, nor counted', async () => {
    const { ann, mediaId, people, like, comment, items, rows } = await startOne();
    await like(ann, mediaId);
    await comment(ann, mediaId, 'Mine');
    expect(await rows(ann)).toBe(0);
    const [ben] = await people(1);
    if (!ben) throw new Error('nobody');
    await like(ben, mediaId);
    // Ann's like is within the hours of the item.
    await like(ann, mediaId);
    await like(ann, mediaId);
    expect((await items(ann)).map(actorsOf)).toEqual([[[ben.username], 1]]);
  });
});

describe('NT-01: comments', () => {
  it('are one item each, with their words and the way to the very comment', async () => {
    const { ann, mediaId, people, commentOf, items, unread } = await startOne();
    const [ben, cleo] = await people(2);
    if (!ben || !cleo) throw new Error('nobody');
    const [first, second] = [
      await commentOf(ben, 'Where is *this*?'),
      await commentOf(cleo, 'x'.repeat(300)),
    ];
    const [newer, older] = await items(ann);
    expect(older).toMatchObject({
      kind: 'comment',
      subject: { type: 'comment', id: first, post_id: mediaId },
      excerpt: 'Where is this?',
      actor_count: 1,
    });
    expect(older?.actors).toEqual([{ username: ben.username, display_name: ben.username, avatar: null }]);
    expect(newer?.subject.id).toBe(second);
    expect(newer?.excerpt.length).toBeLessThanOrEqual(ACTIVITY_EXCERPT_MAX);
    expect(await unread(ann)).toBe(2);
  });

  it('go with the comment, by whoever deletes it, and when its author is blocked, suspended or gone', async () => {
    const { ann, people, commentOf, uncomment, items, unread, block, suspend, leave } = await startOne();
    const [ben, cleo, dev, eve] = await people(4);
    if (!ben || !cleo || !dev || !eve) throw new Error('nobody');
    const [byBen, toAnn] = [await commentOf(ben), await commentOf(ben)];
    for (const by of [cleo, dev, eve]) await commentOf(by);
    await uncomment(ben, byBen);
    await uncomment(ann, toAnn);
    await block(cleo, ann);
    await suspend(dev);
    expect((await items(ann)).map(actorsOf)).toEqual([[[eve.username], 1]]);
    await leave(eve);
    expect([await items(ann), await unread(ann)]).toEqual([[], 0]);
  });

  it('sent again with the same key are told once', async () => {
    const { ann, mediaId, people, comment, rows } = await startOne();
    const [ben] = await people(1);
    if (!ben) throw new Error('nobody');
    for (let time = 0; time < 2; time += 1) await comment(ben, mediaId, 'Once', 'key-of-ben-once');
    expect(await rows(ann)).toBe(1);
  });
});

it('NT-01, NT-02: a deleted post takes its likes and comments along, also by an administrator', async () => {
  const { ann, mediaId, people, like, commentOf, items, unread, remove, admin, postBy, posterOf, url } =
    await startOne();
  const [ben] = await people(1);
  if (!ben) throw new Error('nobody');
  const other = await postBy(ann);
  await like(ben, mediaId);
  await commentOf(ben);
  await like(ben, other);
  const [, comment, liked] = await items(ann);
  const shell = await connectShellTo(url, ann);
  expect((await remove(ann, mediaId)).status).toBe(200);
  expect((await items(ann)).map(({ subject }) => subject.id)).toEqual([other]);
  await eventually(() =>
    expect(shell.all('activity').flatMap((told) => ('removed' in told ? told.removed : []))).toEqual(
      expect.arrayContaining([comment?.activity_id, liked?.activity_id]),
    ),
  );
  expect((await remove(await posterOf(await admin()), other)).status).toBe(200);
  expect([await items(ann), await unread(ann)]).toEqual([[], 0]);
});

it('NT-04: a hundred likes of one post at once are one row with the right number', async () => {
  const { ann, mediaId, guest, like, items, rows, unread, block, suspend } = await startOne();
  const fans: Awaited<ReturnType<typeof guest>>[] = [];
  // More at once are refused to one address.
  while (fans.length < 100) fans.push(...(await Promise.all(Array.from({ length: 20 }, () => guest()))));
  const answers = await Promise.all(fans.map((fan) => like(fan, mediaId)));
  expect(answers.every(({ data }) => data.liked)).toBe(true);
  const [item, ...others] = await items(ann);
  expect([item?.actor_count, item?.actors.length, others.length]).toEqual([100, 3, 0]);
  expect([await rows(ann), await unread(ann)]).toEqual([1, 1]);
  const [blocked, suspended] = fans;
  if (!blocked || !suspended) throw new Error('nobody');
  await block(ann, blocked);
  await suspend(suspended);
  expect((await items(ann)).map(({ actor_count: count }) => count)).toEqual([98]);
});

it('NT-04: a post that is liked and unliked all the time tells its author now and then, and others meanwhile', async () => {
  const { ann, mediaId, guest, people, postBy, like, comment, items, rows, unread, url } = await startOne();
  const fans = await Promise.all(Array.from({ length: 20 }, () => guest()));
  const [zoe, yan] = await people(2);
  if (!zoe || !yan) throw new Error('nobody');
  const other = await postBy(zoe);
  const [annShell, zoeShell] = [await connectShellTo(url, ann), await connectShellTo(url, zoe)];
  const startedAt = performance.now();
  const state = { likes: 0, isTold: false };
  /** Likes and unlikes until Zoe was told; in the end two of three like the post. */
  const burst = fans.map(async (fan, place) => {
    for (let turn = 0; turn < 2 || !state.isTold; turn += 1) {
      await like(fan, mediaId);
      await like(fan, mediaId);
      state.likes += 2;
    }
    if (place % 3 > 0) await like(fan, mediaId);
  });
  await comment(yan, other, 'While everybody likes something else');
  await eventually(() =>
    expect(zoeShell.all('activity')).toMatchObject([{ item: { kind: 'comment' }, unread_count: 1 }]),
  );
  state.isTold = true;
  await Promise.all(burst);
  const [item, ...more] = await items(ann);
  expect([item?.actor_count, more.length, await rows(ann), await unread(ann)]).toEqual([13, 0, 1, 1]);
  await eventually(() => expect(annShell.all('activity').at(-1)).toEqual({ item, unread_count: 1 }));
  const told = annShell.all('activity').length;
  expect(told).toBeLessThanOrEqual(2 + (performance.now() - startedAt) / ACTIVITY_EVENT_INTERVAL_MS);
  expect(told).toBeLessThan(state.likes);
});
