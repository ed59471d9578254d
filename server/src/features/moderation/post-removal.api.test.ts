import { expect, it } from 'vitest';
import { eventually, onePicture, startReports } from './reports/reports.fixture.ts';

const REASON = 'Please show only yourself.';

it('SV-51: an administrator removes a post; its author sees the reason, and the picture cannot be uploaded again', async () => {
  const world = await startReports();
  const [author, reader] = [await world.poster(), await world.poster()];
  const admin = await world.admin();
  const shell = await world.listen(reader, author);
  const file = await onePicture();
  const post = await world.ready(author, { file });
  const answers = await Promise.all(
    [1, 2].map(() => world.takeDown(admin, post.media_id, { reason: REASON })),
  );
  expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 404]);
  expect((await world.getPost(author, post.media_id)).status).toBe(404);
  await eventually(() => expect(shell.news().map(({ event }) => event)).toContain('media_deleted'));
  expect(await world.sanctionsOf(author)).toMatchObject([{ kind: 'content_removed', reason: REASON }]);
  expect(await world.notificationsOf(author)).toMatchObject([{ kind: 'content_removed', text: REASON }]);
  expect(await world.audited(`post:${post.media_id}`)).toEqual(['post_removed']);
  expect((await world.upload(reader, { file })).code).toBe('upload_refused');
});

it('SV-51: the picture can be uploaded again without keep_out', async () => {
  const world = await startReports();
  const author = await world.poster();
  const file = await onePicture();
  const post = await world.ready(author, { file });
  await world.takeDown(await world.admin(), post.media_id, { reason: REASON, keep_out: false });
  expect((await world.upload(author, { file })).status).toBe(201);
});

it('SV-51: requires a reason, an existing post and an administrator', async () => {
  const world = await startReports();
  const author = await world.poster();
  const admin = await world.admin();
  const [post] = await world.insert(author, { caption: 'words alone' });
  const id = post?.mediaId ?? '';
  expect((await world.takeDown(admin, id, { reason: '   ' })).error.code).toBe('sanction_reason_missing');
  expect((await world.takeDown(author, id, { reason: REASON })).status).toBe(403);
  expect((await world.takeDown(admin, 'no id', { reason: REASON })).error.code).toBe('invalid_media_id');
  expect((await world.getPost(author, id)).status).toBe(200);
  expect((await world.takeDown(admin, id, { reason: REASON })).status).toBe(200);
  expect((await world.takeDown(admin, id, { reason: REASON })).error.code).toBe('media_not_found');
});
