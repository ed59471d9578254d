import { expect, it } from 'vitest';
import { PASSWORD } from '../accounts/accounts.fixture.ts';
import { startPostActivity } from './activity/post-activity.fixture.ts';

async function startTwo() {
  const fixture = await startPostActivity();
  const [ann, ben] = [await fixture.poster(), await fixture.poster()];
  const deleteAccount = async (user: typeof ann) =>
    (await fixture.client('DELETE /users/me', { body: { password: PASSWORD } }, user)).status;
  return { ...fixture, ann, ben, deleteAccount };
}

it('SV-13: deleting an account removes its likes and comments, and updates the counts', async () => {
  const { ann, ben, deleteAccount, postBy, like, comment, comments, countsOf } = await startTwo();
  const [one, other] = [await postBy(ann), await postBy(ann)];
  for (const mediaId of [one, other]) {
    for (const by of [ann, ben]) await like(by, mediaId);
    for (const by of [ben, ann, ben]) await comment(by, mediaId);
  }
  expect(await deleteAccount(ben)).toBe(200);
  const left = { like_count: 1, likes: 1, comment_count: 1, comments: 1 };
  expect([await countsOf(one), await countsOf(other)]).toMatchObject([left, left]);
  expect((await comments(ann, one)).data.comments.map(({ username }) => username)).toEqual([ann.username]);
});

it('SV-13: counts match the rows when likes race with account deletion', async () => {
  const { ann, poster, deleteAccount, postBy, like, comment, countsOf } = await startTwo();
  const mediaId = await postBy(ann);
  const leaving = await Promise.all(Array.from({ length: 6 }, () => poster()));
  const calls = leaving.flatMap((by) => [like(by, mediaId), comment(by, mediaId), deleteAccount(by)]);
  await Promise.all(calls);
  expect(await countsOf(mediaId)).toMatchObject({ like_count: 0, likes: 0, comment_count: 0, comments: 0 });
});

it('SV-13: posts of a deleted account are not found, and no reaction to them is accepted', async () => {
  const { ann, ben, deleteAccount, postBy, getPost, like, comment, comments, share } = await startTwo();
  const mediaId = await postBy(ben);
  expect(await deleteAccount(ben)).toBe(200);
  for (const call of [getPost, like, comment, comments, share])
    expect((await call(ann, mediaId)).error.code).toBe('media_not_found');
});
