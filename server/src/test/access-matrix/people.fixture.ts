import type { MailLinksTable } from '../../features/accounts/accounts.tables.ts';
import { randomBytes } from 'node:crypto';
import { sql } from 'kysely';
import { hashOfToken } from '../../features/accounts/mail-links.service.ts';
import { createTokens } from '../../features/accounts/tokens.service.ts';
import type { Poster } from '../../features/feed/posts/posts.fixture.ts';
import { JWT_SECRET } from '../../features/rooms/rooms.fixture.ts';
import type { Database } from '../../platform/database/index.ts';

/** Kind of an account; by default permanent with a confirmed address. */
export type PersonShape = { readonly isGuest?: boolean; readonly isAdmin?: boolean };

const freshId = () => randomBytes(9).toString('hex');

/** Inserts an account aged ten days, so that no limit for new accounts applies, copied from a registered user. */
async function insertAccount({ db }: Database, likeId: number, shape: PersonShape) {
  const { isGuest = false, isAdmin = false } = shape;
  const username = `${isGuest ? '_guest' : 'p'}${freshId()}`;
  const { rows } = await sql<{ id: number }>`
    INSERT INTO users (username, display_name, is_guest, role, email, email_verified_at, password_hash, birth_date,
      sex, country, state, referral_code, created_at)
    SELECT ${username}, ${username}, ${isGuest}::boolean, ${isAdmin ? 'admin' : 'user'},
      CASE WHEN ${isGuest}::boolean THEN NULL ELSE ${`${username}@example.org`} END,
      CASE WHEN ${isGuest}::boolean THEN NULL ELSE now() END,
      CASE WHEN ${isGuest}::boolean THEN NULL ELSE password_hash END, birth_date, sex, country, state,
      CASE WHEN ${isGuest}::boolean THEN NULL ELSE ${freshId()} END, now() - interval '10 days'
    FROM users WHERE id = ${likeId} RETURNING id`.execute(db);
  const [row] = rows;
  if (!row) throw new Error('The account was not made');
  return { userId: row.id, username };
}

/** Opens a session for a user. Returns its ids. */
export async function insertSession({ db }: Database, userId: number) {
  const session = { sessionId: freshId(), tokenId: freshId() };
  await sql`
    INSERT INTO sessions (id, user_id, device, token_id, expires_at, proven_at)
    VALUES (${session.sessionId}, ${userId}, 'A test', ${session.tokenId}, now() + interval '1 day', now())`.execute(
    db,
  );
  return session;
}

/**
 * Creates users with a session each. The tests need a thousand of them and hashing passwords is slow, so all are copies
 * of the registered user `like` with the same password.
 */
export function createPeople(database: Database, like: Poster) {
  const tokens = createTokens(JWT_SECRET);
  return async function newUser(shape: PersonShape = {}): Promise<Poster & { readonly sessionId: string }> {
    const { userId, username } = await insertAccount(database, like.userId, shape);
    const { sessionId, tokenId } = await insertSession(database, userId);
    return {
      userId,
      username,
      sessionId,
      token: await tokens.sign({ username, sessionId, tokenId }, new Date()),
    };
  };
}

/** A user of the matrix. */
export type MatrixUser = Awaited<ReturnType<ReturnType<typeof createPeople>>>;

/** Inserts a mailed link of a user. Returns its token. */
export async function insertMailLink(
  { db }: Database,
  purpose: MailLinksTable['purpose'],
  { userId, username }: Pick<MatrixUser, 'userId' | 'username'>,
): Promise<string> {
  const token = freshId();
  await sql`UPDATE users SET email_verified_at = NULL WHERE id = ${userId}`.execute(db);
  await sql`
    INSERT INTO mail_links (token_hash, purpose, user_id, email, expires_at)
    VALUES (${hashOfToken(token)}, ${purpose}, ${userId}, ${`${username}@example.org`},
      now() + interval '1 hour')`.execute(db);
  return token;
}
