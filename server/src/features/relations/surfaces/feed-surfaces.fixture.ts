import type { Post } from '@adda/contract/feed';
import { photo } from '../../feed/posts/posts.fixture.ts';
import { sendUpload } from '../../feed/posts/send-upload.fixture.ts';
import { insertPosts } from '../../feed/posts/post-rows.fixture.ts';
import { userIdOf } from '../../creators/creators.fixture.ts';
import { eventually, type Person } from '../../rooms/rooms.fixture.ts';
import { fresh, type Scene, type Surface } from './scene.fixture.ts';

const NO_POST = { code: 'media_not_found', detail: 'Media not found' };

/** Creates a post. Returns its public id. */
export async function postBy({ database }: Scene, author: Person): Promise<string> {
  const [post] = await insertPosts(database, { authorId: await userIdOf(database, author) });
  if (!post) throw new Error('The post was not made');
  return post.mediaId;
}

/** Returns the status of a successful response, otherwise its error. */
const outcomeOf = (answer: { status: number; error: object }) =>
  answer.status < 300 ? answer.status : answer.error;

const getPost = ({ client }: Scene, viewer: Person, mediaId: string) =>
  client('GET /feed/post/:media_id', { params: { media_id: mediaId } }, viewer);

const like = ({ client }: Scene, by: Person, mediaId: string) =>
  client('POST /media/like', { body: { media_id: mediaId } }, by);

const comment = ({ client }: Scene, by: Person, mediaId: string) =>
  client('POST /media/comment', { body: { media_id: mediaId, comment: fresh() } }, by);

/** Links created before the block, by scene and pair of users. */
const copiedLinks = new WeakMap<Scene, Map<string, string>>();

/** Returns the link to a photo of the author that the viewer received on the first call. */
async function copiedLink(scene: Scene, viewer: Person, author: Person): Promise<string> {
  const links = copiedLinks.get(scene) ?? new Map<string, string>();
  copiedLinks.set(scene, links);
  const pair = `${viewer.username} ${author.username}`;
  const known = links.get(pair);
  if (known !== undefined) return known;
  const { media_id: mediaId = '' } = await sendUpload(scene.url, author, { file: await photo() });
  let link: Post['media_url'] = null;
  await eventually(async () => {
    link = (await getPost(scene, viewer, mediaId)).data.media_url;
    if (link === null) throw new Error('not yet');
  });
  links.set(pair, link ?? '');
  return link ?? '';
}

/** Posts of the other user. */
const posts: readonly Surface[] = [
  {
    name: 'SV-55: the feed',
    async look(scene, viewer, other) {
      const mediaId = await postBy(scene, other);
      const { data } = await scene.client('GET /feed/', { query: { limit: 50 } }, viewer);
      return data.some((post) => post.media_id === mediaId);
    },
    open: true,
    blocked: false,
  },
  {
    name: 'HM-14: the suggestions beside the feed',
    async look(scene, viewer, other) {
      await postBy(scene, other);
      const { data } = await scene.client('GET /feed/side', {}, viewer);
      return data.people.some(({ username }) => username === other.username);
    },
    open: true,
    blocked: false,
  },
  {
    name: 'SV-59: the posts of a user',
    async look(scene, viewer, other) {
      await postBy(scene, other);
      const query = { creator: other.username };
      const { data } = await scene.client('GET /media/list', { query }, viewer);
      return { hasAny: data.media.length > 0, isCounted: data.total_count > 0 };
    },
    open: { hasAny: true, isCounted: true },
    blocked: { hasAny: false, isCounted: false },
  },
  {
    name: 'R-14: one post',
    look: async (scene, viewer, other) => outcomeOf(await getPost(scene, viewer, await postBy(scene, other))),
    open: 200,
    blocked: NO_POST,
  },
  {
    name: 'R-15, SV-60: a photo, by a link from before the block',
    async look(scene, viewer, other) {
      const link = await copiedLink(scene, viewer, other);
      const headers = { authorization: `Bearer ${viewer.token}` };
      const { status } = await fetch(new URL(link, scene.url), { headers });
      return status;
    },
    open: 200,
    blocked: 404,
  },
  {
    name: 'SV-64: liking',
    look: async (scene, viewer, other) => outcomeOf(await like(scene, viewer, await postBy(scene, other))),
    open: 200,
    blocked: NO_POST,
  },
  {
    name: 'SV-62: commenting',
    look: async (scene, viewer, other) => outcomeOf(await comment(scene, viewer, await postBy(scene, other))),
    open: 201,
    blocked: NO_POST,
  },
  {
    name: 'SV-61: reading comments',
    async look(scene, viewer, other) {
      const query = { media_id: await postBy(scene, other) };
      return outcomeOf(await scene.client('GET /media/comments', { query }, viewer));
    },
    open: 200,
    blocked: NO_POST,
  },
  {
    name: 'SV-65: sharing',
    async look(scene, viewer, other) {
      const body = { media_id: await postBy(scene, other) };
      return outcomeOf(await scene.client('POST /media/share', { body }, viewer));
    },
    open: 200,
    blocked: NO_POST,
  },
];

/** Activity of the other user on a post of a third user. */
const postActivity: readonly Surface[] = [
  {
    name: 'SV-61: comments of the other on a post of a third user',
    async look(scene, viewer, other) {
      const mediaId = await postBy(scene, scene.zed);
      const { data: said } = await comment(scene, other, mediaId);
      const { data } = await scene.client('GET /media/comments', { query: { media_id: mediaId } }, viewer);
      const isThere = data.comments.some(({ comment_id: id }) => id === said.comment_id);
      return { isThere, total: data.total_count };
    },
    open: { isThere: true, total: 1 },
    blocked: { isThere: false, total: 0 },
  },
  {
    name: 'SV-63: deleting such a comment',
    async look(scene, viewer, other) {
      const { data } = await comment(scene, other, await postBy(scene, scene.zed));
      const params = { comment_id: data.comment_id };
      return (await scene.client('DELETE /media/comment/:comment_id', { params }, viewer)).error;
    },
    open: {
      code: 'not_authorized_to_delete_comment',
      detail: 'Not authorized to delete this comment',
    },
    blocked: { code: 'comment_not_found', detail: 'Comment not found' },
  },
  {
    name: 'FE-07: likes of the other on a post of a third user',
    async look(scene, viewer, other) {
      const mediaId = await postBy(scene, scene.zed);
      await like(scene, other, mediaId);
      const { data } = await getPost(scene, viewer, mediaId);
      return { isNamed: data.liked_by.includes(other.username), count: data.like_count };
    },
    open: { isNamed: true, count: 1 },
    blocked: { isNamed: false, count: 1 },
  },
];

/** Surfaces of the feed. */
export const feedSurfaces: readonly Surface[] = [...posts, ...postActivity];
