import { expect, it } from 'vitest';
import { eventually } from '../../rooms/rooms.fixture.ts';
import { startPostActivity } from './post-activity.fixture.ts';

async function startTwo() {
  const fixture = await startPostActivity();
  const [ann, ben] = [await fixture.poster(), await fixture.poster()];
  return { ...fixture, ann, ben };
}

it('X-04: many concurrent changes publish the last counts to the room, not each change', async () => {
  const { ann, ben, guest, listen, postBy, like, comment, share } = await startTwo();
  const mediaId = await postBy(ann);
  const many = await Promise.all(Array.from({ length: 20 }, () => guest()));
  const shell = await listen(ben, ann);
  await Promise.all(many.map((by) => like(by, mediaId)));
  await comment(ben, mediaId);
  await share(ben, mediaId);
  const last = { media_id: mediaId, like_count: 20, comment_count: 1, share_count: 1 };
  await eventually(() => expect(shell.countsOf(mediaId).at(-1)).toEqual(last));
  expect(shell.countsOf(mediaId).length).toBeLessThan(20);
});

it('SV-63, SV-13: a deleted comment or a withdrawn like publishes counts too', async () => {
  const { ann, ben, listen, postBy, like, comment, uncomment } = await startTwo();
  const mediaId = await postBy(ann);
  const { comment_id: id } = (await comment(ben, mediaId)).data;
  await like(ben, mediaId);
  const shell = await listen(ben, ann);
  await uncomment(ben, id);
  await like(ben, mediaId);
  const none = { media_id: mediaId, like_count: 0, comment_count: 0, share_count: 0 };
  await eventually(() => expect(shell.countsOf(mediaId).at(-1)).toEqual(none));
});

it('X-26: counts of a post that is not listed are published to its sender only', async () => {
  const { ann, ben, listen, connectShell, postBy, like, comment } = await startTwo();
  const [hidden, open] = [await postBy(ann, { visibility: 'private' }), await postBy(ann)];
  const [bens, own] = [await listen(ben, ann), await connectShell(ann)];
  const received = () => own.received.filter(({ event }) => event === 'media_reactions');
  await like(ann, hidden);
  await eventually(() => expect(received()).toHaveLength(1));
  const counts = { media_id: hidden, like_count: 1, comment_count: 0, share_count: 0 };
  expect(received()).toEqual([{ event: 'media_reactions', payload: counts }]);
  await comment(ben, open);
  await eventually(() => expect(bens.countsOf(open)).toHaveLength(1));
  expect(bens.countsOf(hidden)).toEqual([]);
});
