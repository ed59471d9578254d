import { sql } from 'kysely';
import { PERSONAL_PAGE, sectionOf, type PersonalSection } from '../../platform/personal-data/index.ts';

const posts = sectionOf(
  { name: 'posts', about: 'Your posts; their files are in uploads.' },
  (me, after) => sql`
    SELECT post.id AS cursor, post.media_id, post.file_id AS upload, plan.name AS plan, post.caption, post.hashtags,
      post.feeling, post.visibility, post.is_locked, post.like_count, post.comment_count, post.share_count,
      post.created_at
    FROM posts post LEFT JOIN plans plan ON plan.id = post.plan_id
    WHERE post.author_id = ${me} AND post.deleted_at IS NULL AND post.id > ${after}
    ORDER BY post.id LIMIT ${PERSONAL_PAGE}`,
);

const comments = sectionOf(
  { name: 'comments', about: 'What you wrote under posts.' },
  (me, after) => sql`
    SELECT comment.id AS cursor, comment.comment_id, post.media_id, comment.comment, comment.created_at
    FROM post_comments comment JOIN posts post ON post.id = comment.post_id
    WHERE comment.author_id = ${me} AND comment.deleted_at IS NULL AND comment.id > ${after}
    ORDER BY comment.id LIMIT ${PERSONAL_PAGE}`,
);

const likes = sectionOf(
  { name: 'likes', about: 'Posts that you like. Who shared a post is not kept, only how often it was.' },
  (me, after) => sql`
    SELECT liked.post_id AS cursor, post.media_id, liked.created_at
    FROM post_likes liked JOIN posts post ON post.id = liked.post_id
    WHERE liked.user_id = ${me} AND liked.post_id > ${after} ORDER BY liked.post_id LIMIT ${PERSONAL_PAGE}`,
);

/** Sections of the personal data export that the feed owns. */
export const feedSections: readonly PersonalSection[] = [posts, comments, likes];
