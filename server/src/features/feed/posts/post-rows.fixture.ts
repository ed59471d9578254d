import { sql } from 'kysely';
import type { Database } from '../../../platform/database/index.ts';
import { offerPlan } from '../../creators/creators.fixture.ts';

/** A placeholder of a few pixels. */
export const BLUR = 'data:image/webp;base64,UklGRhoAAABXRUJQVlA4TA0AAAAvAAAAEAcQERGIiP4HAA==';

/** The shape of inserted posts; by default public and text only. */
export type PostShape = {
  readonly authorId: number;
  readonly count?: number;
  readonly caption?: string;
  readonly hashtags?: string;
  readonly visibility?: 'public' | 'private';
  /** Locked with a plan of the author, which is created if there is none; has a file. */
  readonly isLocked?: boolean;
  /** With a file row in this state and no stored bytes. */
  readonly file?: 'pending' | 'ready' | 'failed';
  readonly kind?: 'image' | 'video';
  /** Age of the newest post in seconds; each further one is `stepSeconds` older. */
  readonly secondsAgo?: number;
  readonly stepSeconds?: number;
};

/** Ids of an inserted post. */
export type InsertedPost = { readonly id: number; readonly mediaId: string };

async function planOf(database: Database, authorId: number): Promise<number> {
  const find = () =>
    sql<{ id: number }>`SELECT id FROM plans WHERE creator_id = ${authorId} ORDER BY id LIMIT 1`.execute(
      database.db,
    );
  const [plan] = (await find()).rows;
  if (plan) return plan.id;
  await offerPlan(database, authorId);
  const [made] = (await find()).rows;
  if (!made) throw new Error('The plan was not made');
  return made.id;
}

/**
 * Inserts posts by SQL, a hundred thousand in seconds, and updates the creators' totals. Returns them newest first.
 * Their files have a row and no bytes.
 */
export async function insertPosts(database: Database, shape: PostShape): Promise<InsertedPost[]> {
  const {
    authorId,
    count = 1,
    caption = 'One of many',
    isLocked = false,
    secondsAgo = 0,
    stepSeconds = 1,
  } = shape;
  const visibility = isLocked ? 'private' : (shape.visibility ?? 'public');
  const file = shape.file ?? (isLocked ? 'ready' : null);
  const planId = isLocked ? await planOf(database, authorId) : null;
  const isReady = file === 'ready';
  const { rows } = await sql<InsertedPost>`
    WITH made AS MATERIALIZED (
      SELECT n, left(md5(random()::text || n || clock_timestamp()), 24) AS media_id FROM generate_series(1, ${count}::integer) n
    ), stored AS (
      INSERT INTO media_files (id, owner_id, kind, state, original_filename, content_type, bytes, width, height,
        duration_ms, has_preview, blur, used_at)
      SELECT md5(media_id), ${authorId}::bigint, ${shape.kind ?? 'image'}::text, ${file}::text, 'photo ' || n || '.jpg', ${isReady ? 'image/webp' : null}::text,
        1000, ${isReady ? 640 : null}::integer, ${isReady ? 480 : null}::integer,
        ${shape.kind === 'video' && isReady ? 1500 : null}::integer, ${isReady}::boolean, ${isReady ? BLUR : null}::text, now()
      FROM made WHERE ${file}::text IS NOT NULL
    ), posted AS (
      INSERT INTO posts (media_id, author_id, file_id, plan_id, caption, hashtags, visibility, is_locked, created_at)
      SELECT media_id, ${authorId}::bigint, CASE WHEN ${file}::text IS NULL THEN NULL ELSE md5(media_id) END, ${planId}::bigint,
        ${caption}::text, ${shape.hashtags ?? null}::text, ${visibility}::text, ${isLocked}::boolean,
        now() - make_interval(secs => ${secondsAgo}::double precision + (n - 1) * ${stepSeconds}::double precision)
      FROM made ORDER BY n DESC RETURNING id, media_id
    )
    SELECT posted.id, posted.media_id AS "mediaId" FROM posted JOIN made USING (media_id) ORDER BY made.n`.execute(
    database.db,
  );
  if (visibility === 'public')
    await sql`
      INSERT INTO creator_totals (user_id, public_posts) VALUES (${authorId}, ${count})
      ON CONFLICT (user_id) DO UPDATE SET public_posts = creator_totals.public_posts + ${count}`.execute(
      database.db,
    );
  return rows;
}
