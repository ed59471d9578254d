import type { ReportAction, ReportCategory, ReportStatus } from '@adda/contract/moderation';
import { sql } from 'kysely';
import sharp from 'sharp';
import { PASSWORD } from '../../accounts/accounts.fixture.ts';
import { startPosts } from '../../feed/posts/posts.fixture.ts';
import { openFile } from '../../feed/posts/post-files.fixture.ts';
import type { Person } from '../../direct/direct.fixture.ts';
import { formOf, UPLOAD_PATH } from '../../media/media.fixture.ts';
import { startProfiles } from '../../profiles/profiles.fixture.ts';
import { API_KEY_HEADER, DEFAULT_API_KEY } from '@adda/contract/platform';

export { eventually } from '../../direct/direct.fixture.ts';
export type { Person } from '../../direct/direct.fixture.ts';

/** Optional fields of a report. */
export type Named = {
  readonly message_id?: string;
  readonly media_id?: string;
  readonly group_id?: string;
  readonly block?: boolean;
  readonly reason?: string;
  readonly category?: ReportCategory;
  readonly threatened?: boolean;
};

type Decision = {
  readonly status: ReportStatus;
  readonly action?: ReportAction;
  readonly note?: string;
  readonly reason?: string;
  readonly until?: string | null;
  readonly keep_out?: boolean;
};

/** Returns a PNG with random coloured stripes, different in each call. */
export async function onePicture(side = 64): Promise<Buffer> {
  const cells = 8;
  const pixels = Buffer.from(crypto.getRandomValues(new Uint8Array(cells * cells * 3)));
  return sharp(pixels, { raw: { width: cells, height: cells, channels: 3 } })
    .resize(side, side, { kernel: 'nearest' })
    .png()
    .toBuffer();
}

/** Returns the application of the file with helpers for chats, posts, reports and decisions. */
export async function startReports(settings?: Record<string, string>) {
  const posts = await startPosts(settings);
  const { client, url, database } = posts;
  const { edit } = settings ? { edit: undefined } : await startProfiles();

  /** Uploads a picture for a message. Returns its id. */
  async function uploadImage(by: Person): Promise<string> {
    const headers = { [API_KEY_HEADER]: DEFAULT_API_KEY, authorization: `Bearer ${by.token}` };
    const body = formOf(await onePicture());
    const response = await fetch(`${url}${UPLOAD_PATH}`, { method: 'POST', headers, body });
    const answer: { image_id: string } = JSON.parse(await response.text());
    return answer.image_id;
  }

  return {
    ...posts,
    uploadImage,
    /** Submits the profile form. */
    edit: (by: Person, form: Parameters<NonNullable<typeof edit>>[1]) => edit?.(by, form),
    report: (by: Person, { username }: Pick<Person, 'username'>, named: Named = {}) =>
      client(
        'POST /users/report',
        { body: { reported_username: username, reason: 'says things that hurt', ...named } },
        by,
      ),
    /** Reports a user. Returns the id of the report. */
    async reported(by: Person, target: Pick<Person, 'username'>, named: Named = {}): Promise<string> {
      const body = { reported_username: target.username, reason: 'says things that hurt', ...named };
      return (await client('POST /users/report', { body }, by)).data.report_id;
    },
    list: (by: Person, query: Record<string, string | number> = {}) =>
      client('GET /admin/reports', { query }, by),
    readReport: (by: Person, id: string) =>
      client('GET /admin/reports/:report_id', { params: { report_id: id } }, by),
    /** Returns a report that must exist. */
    detail: async (by: Person, id: string) =>
      (await client('GET /admin/reports/:report_id', { params: { report_id: id } }, by)).data.report,
    decide: (by: Person, id: string, body: Decision) =>
      client('PATCH /admin/reports/:report_id', { params: { report_id: id }, body }, by),
    takeDown: (by: Person, mediaId: string, body: { reason: string; keep_out?: boolean }) =>
      client('DELETE /admin/media/:media_id', { params: { media_id: mediaId }, body }, by),
    notificationsOf: async (by: Person) =>
      (await client('GET /notifications', { query: {} }, by)).data.notifications,
    sanctionsOf: async (by: Person) => (await client('GET /users/me/sanctions', {}, by)).data.sanctions,
    deleteAccount: (by: Person) => client('DELETE /users/me', { body: { password: PASSWORD } }, by),
    open: posts.open,
    openLink: (link: string, by?: Person, range?: string) =>
      openFile(url, link, { ...(by && { token: by.token }), ...(range !== undefined && { range }) }),
    /** Returns the audited actions on a report or a post, oldest first. */
    async audited(target: string): Promise<string[]> {
      const { rows } = await sql<{ action: string }>`
        SELECT action FROM audit_entries WHERE target = ${target} ORDER BY id`.execute(database.db);
      return rows.map((row) => row.action);
    },
    /** Makes a report `hours` hours older. */
    async age(id: string, hours: number): Promise<void> {
      await sql`UPDATE reports SET created_at = created_at - ${hours} * interval '1 hour',
        clock_from = clock_from - ${hours} * interval '1 hour'
        WHERE id = ${id}`.execute(database.db);
    },
  };
}
