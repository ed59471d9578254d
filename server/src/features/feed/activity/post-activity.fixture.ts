import { sql } from 'kysely';
import { expect } from 'vitest';
import { connectShellTo } from '../../direct/direct.fixture.ts';
import { eventually, type Person } from '../../rooms/rooms.fixture.ts';
import { startPosts, type Poster } from '../posts/posts.fixture.ts';

/**
 * Opens the application of the test file (or, with settings, of the test) with calls for likes, comments and shares.
 */
export async function startPostActivity(settings?: Record<string, string>) {
  const fixture = await startPosts(settings);
  const { client, database, insert, url } = fixture;
  const bodyOf = (mediaId: string) => ({ body: { media_id: mediaId } });
  return {
    ...fixture,
    /** Inserts a post and returns its public id. */
    async postBy(author: Poster, shape: Parameters<typeof insert>[1] = {}): Promise<string> {
      const [post] = await insert(author, shape);
      if (!post) throw new Error('The post was not made');
      return post.mediaId;
    },
    like: (by: Person, mediaId: string) => client('POST /media/like', bodyOf(mediaId), by),
    likes: (by: Person, mediaId: string, query: { skip?: number; limit?: number } = {}) =>
      client('GET /media/likes', { query: { media_id: mediaId, ...query } }, by),
    block: (by: Person, { username }: Pick<Person, 'username'>) =>
      client('POST /users/block', { body: { blocked_username: username } }, by),
    share: (by: Person, mediaId: string) => client('POST /media/share', bodyOf(mediaId), by),
    comment: (by: Person, mediaId: string, comment = 'Lovely light', comment_key?: string) =>
      client('POST /media/comment', { body: { media_id: mediaId, comment, comment_key } }, by),
    comments: (
      by: Person,
      mediaId: string,
      query: { skip?: number; limit?: number; before?: string | undefined } = {},
    ) => client('GET /media/comments', { query: { media_id: mediaId, ...query } }, by),
    uncomment: (by: Person, commentId: string) =>
      client('DELETE /media/comment/:comment_id', { params: { comment_id: commentId } }, by),
    /**
     * Connects a shell and joins the creator's room. Resolves once the shell receives updates: a probe post is shared
     * until its update arrives.
     */
    async listen(user: Person, creator: Person) {
      const [post] = await insert(await fixture.posterOf(creator));
      const shell = await connectShellTo(url, user);
      const countsOf = (mediaId: string) =>
        shell.all('media_reactions').filter((counts) => counts.media_id === mediaId);
      shell.socket.emit('join', { creator: creator.username });
      await eventually(async () => {
        await client('POST /media/share', bodyOf(post?.mediaId ?? ''), creator);
        expect(countsOf(post?.mediaId ?? '')).not.toEqual([]);
      });
      return {
        ...shell,
        /** The counts of one post that the shell received, in order. */
        countsOf,
      };
    },
    /** Returns the stored counts of a post next to the actual numbers of likes and comments. */
    async countsOf(mediaId: string) {
      const { rows } = await sql<{
        like_count: number;
        likes: number;
        comment_count: number;
        comments: number;
        share_count: number;
      }>`
        SELECT like_count, (SELECT count(*)::integer FROM post_likes WHERE post_id = posts.id) AS likes,
          comment_count, (
            SELECT count(*)::integer FROM post_comments WHERE post_id = posts.id AND deleted_at IS NULL
          ) AS comments, share_count
        FROM posts WHERE media_id = ${mediaId}`.execute(database.db);
      const [counts] = rows;
      if (!counts) throw new Error('There is no such post');
      return counts;
    },
  };
}
