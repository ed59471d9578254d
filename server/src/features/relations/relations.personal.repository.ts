import { sql } from 'kysely';
import type { RawBuilder } from 'kysely';
import { PERSONAL_PAGE, sectionOf, type PersonalSection } from '../../platform/personal-data/index.ts';
import { areBlocked } from './blocks.repository.ts';

/** SQL for a username in an export of the viewer's data: null while a block exists between the two (R-14). */
export const nameFor = (viewerId: number, personId: RawBuilder<unknown>): RawBuilder<string | null> => sql`(
  SELECT named.username FROM users named
  WHERE named.id = ${personId} AND NOT ${areBlocked(sql`${viewerId}::bigint`, sql`named.id`)})`;

const follows = sectionOf(
  { name: 'follows', about: 'Whom you follow.' },
  (me, after) => sql`
    SELECT follow.followed_id AS cursor, person.username, follow.created_at
    FROM follows follow JOIN users person ON person.id = follow.followed_id
    WHERE follow.follower_id = ${me} AND follow.followed_id > ${after}
    ORDER BY follow.followed_id LIMIT ${PERSONAL_PAGE}`,
);

const followers = sectionOf(
  { name: 'followers', about: 'Who follows you.' },
  (me, after) => sql`
    SELECT follow.follower_id AS cursor, person.username, follow.created_at
    FROM follows follow JOIN users person ON person.id = follow.follower_id
    WHERE follow.followed_id = ${me} AND follow.follower_id > ${after}
    ORDER BY follow.follower_id LIMIT ${PERSONAL_PAGE}`,
);

const blocks = sectionOf(
  { name: 'blocks', about: 'Whom you have blocked.' },
  (me, after) => sql`
    SELECT block.blocked_id AS cursor, person.username, block.created_at
    FROM blocks block JOIN users person ON person.id = block.blocked_id
    WHERE block.blocker_id = ${me} AND block.blocked_id > ${after} AND person.deleted_at IS NULL
    ORDER BY block.blocked_id LIMIT ${PERSONAL_PAGE}`,
);

const hiding = sectionOf(
  { name: 'hiding', about: 'Until when your profile is hidden from strangers.' },
  (me, after) => sql`
    SELECT user_id AS cursor, until FROM hidings WHERE user_id = ${me} AND user_id > ${after}
    ORDER BY user_id LIMIT ${PERSONAL_PAGE}`,
);

/** Personal data held by relations. Blocks by other users are not included (R-14). */
export const relationSections: readonly PersonalSection[] = [follows, followers, blocks, hiding];
