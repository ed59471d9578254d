import { randomBytes } from 'node:crypto';
import { sql } from 'kysely';
import type { MatrixUser } from './people.fixture.ts';
import { once } from './file-objects.fixture.ts';
import { onePicture } from '../../features/moderation/reports/reports.fixture.ts';
import { createUnsubscribing } from '../../features/notifications/missed/unsubscribe.service.ts';
import { JWT_SECRET } from '../../features/rooms/rooms.fixture.ts';
import type { RowUsers, MatrixApp } from './stage.fixture.ts';

const reason = 'threatened people in private chats';
const hexId = () => randomBytes(12).toString('hex');

/** Decided and pending cases of administrators. */
export function operatorObjectsOf(matrixApp: MatrixApp, { owner, admin }: RowUsers) {
  const { database, client, newUser } = matrixApp;

  /** Reports the owner as a new user. Returns the report's id. */
  async function report(mediaId?: string): Promise<string> {
    const body = { reported_username: owner.username, reason, ...(mediaId && { media_id: mediaId }) };
    return (await client('POST /users/report', { body }, await newUser())).data.report_id;
  }

  /** Creates a user whom an administrator has suspended. */
  async function suspended(by: MatrixUser = admin): Promise<MatrixUser> {
    const user = await newUser();
    const params = { username: user.username };
    await client('POST /admin/users/:username/suspend', { params, body: { reason } }, by);
    return user;
  }

  const unsubscribing = createUnsubscribing({
    secret: JWT_SECRET,
    publicUrl: () => '',
    accounts: { stopMails: async () => {} },
  });

  return {
    report,
    suspended,
    /** Returns the link in a mail to a user that ends such mails. */
    unsubscribeLink: unsubscribing.urlFor,
    /** Reports a new user as the owner, and dismisses the report. Returns its id. */
    async ownersReport(): Promise<string> {
      const body = { reported_username: (await newUser()).username, reason };
      const { data } = await client('POST /users/report', { body }, owner);
      const params = { report_id: data.report_id };
      await client('PATCH /admin/reports/:report_id', { params, body: { status: 'dismissed' } }, admin);
      return data.report_id;
    },
    /** Creates the appeal of a user whom another administrator has suspended. */
    async appeal(): Promise<string> {
      const { token, userId } = await suspended(await newUser({ isAdmin: true }));
      await client('POST /auth/suspension/appeal', { body: { token, text: 'it was not me, look again' } });
      const { rows } = await sql<{ id: string }>`
        SELECT appeals.id FROM appeals JOIN sanctions ON sanctions.id = appeals.sanction_id
        WHERE sanctions.user_id = ${userId}`.execute(database.db);
      return rows[0]?.id ?? '';
    },
    /** Warns the owner. */
    async warning(): Promise<string> {
      const params = { report_id: await report() };
      const body = { status: 'resolved' as const, action: 'warn' as const, reason };
      await client('PATCH /admin/reports/:report_id', { params, body }, admin);
      const { data } = await client('GET /users/me/sanctions', {}, owner);
      return data.sanctions.find(({ appeal }) => appeal === null)?.sanction_id ?? '';
    },
    /** Proposes a bonus for the owner as another administrator. */
    async bonus(): Promise<string> {
      const boss = await newUser({ isAdmin: true });
      const body = { username: owner.username, amount: 6000, description: 'For a good year' };
      await client('POST /admin/wallet/bonus', { body }, boss);
      const query = { status: 'waiting', page_size: 1 } as const;
      const { data } = await client('GET /admin/wallet/bonuses', { query }, boss);
      return data.bonuses[0]?.id ?? '';
    },
    /** Creates a hint that a suspended user may have a new account. */
    async flag(): Promise<string> {
      const [back, shut] = [await newUser(), await suspended()];
      const id = hexId();
      await sql`
        INSERT INTO evasion_flags (id, user_id, suspended_id, hints)
        VALUES (${id}, ${back.userId}, ${shut.userId}, ARRAY['device'])`.execute(database.db);
      return id;
    },
    /** Creates a pending referral reward. */
    async referral(): Promise<string> {
      const [friend, referrer] = [await newUser(), await newUser()];
      const id = hexId();
      await sql`
        INSERT INTO referral_reviews (id, friend_id, referrer_id, created_at)
        VALUES (${id}, ${friend.userId}, ${referrer.userId}, now())`.execute(database.db);
      return id;
    },
    /** Returns the administrator’s link to the photo of a reported post. */
    evidenceLink: once(async () => {
      const post = await matrixApp.ready(owner, { file: await onePicture() });
      const params = { report_id: await report(post.media_id) };
      const { data } = await client('GET /admin/reports/:report_id', { params }, admin);
      return data.report.evidence.post?.file?.url ?? '';
    }),
  };
}
