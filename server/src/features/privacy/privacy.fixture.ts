import { randomBytes } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import type { RouteOutput, Routes } from '@adda/contract';
import { API_KEY_HEADER, DEFAULT_API_KEY } from '@adda/contract/platform';
import { sql } from 'kysely';
import { fromBufferPromise } from 'yauzl';
import type { Database } from '../../platform/database/index.ts';
import { userIdOf } from '../creators/creators.fixture.ts';
import { eventually, startChats, type Person } from '../direct/direct.fixture.ts';
import { sendUpload } from '../feed/posts/send-upload.fixture.ts';
import { halves } from '../media/pictures.fixture.ts';

export { eventually, type Person } from '../direct/direct.fixture.ts';

/** Returns a word that occurs nowhere else. */
export const freshWord = (): string => `zq${randomBytes(7).toString('hex')}`;

/** Returns the files of a ZIP by name. */
export async function readZip(bytes: Buffer): Promise<Map<string, Buffer>> {
  const files = new Map<string, Buffer>();
  const zip = await fromBufferPromise(bytes, { lazyEntries: true });
  for await (const entry of zip.eachEntry()) {
    const stream = await zip.openReadStreamPromise(entry);
    files.set(entry.fileName, Buffer.concat(await Array.fromAsync<Buffer>(stream)));
  }
  return files;
}

type DataExport = RouteOutput<Routes['POST /users/me/export']>['export'];

/** Resolves once the job queue has no due or running jobs, except recurring ones. */
export async function untilQuiet({ db }: Database): Promise<void> {
  await eventually(async () => {
    const { rows } = await sql<{ name: string }>`
      SELECT name FROM pgboss.job WHERE state IN ('created', 'retry', 'active')
        AND name NOT LIKE '\\_\\_pgboss%' AND start_after <= now() AND name NOT LIKE 'payments.%'`.execute(
      db,
    );
    if (rows.length > 0) throw new Error(`still to be done: ${rows.map((row) => row.name).join(', ')}`);
  });
}

/**
 * Returns the application of the file (or, with settings, one of the test) with helpers for users and their content.
 */
export async function startPrivacy(...given: Parameters<typeof startChats>) {
  const fixture = await startChats(...given);
  const { client, url, database } = fixture;
  const headersOf = ({ token }: Pick<Person, 'token'>) => ({
    [API_KEY_HEADER]: DEFAULT_API_KEY,
    authorization: `Bearer ${token}`,
  });

  /** Uploads a picture for a message. Returns its id. */
  async function uploadPicture(by: Person): Promise<string> {
    const form = new FormData();
    form.set('file', new Blob([new Uint8Array(await halves().png().toBuffer())]), `${freshWord()}.png`);
    const answer = await fetch(`${url}/api/images/upload-image-preview/`, {
      method: 'POST',
      headers: headersOf(by),
      body: form,
    });
    const { image_id: imageId }: { image_id: string } = JSON.parse(await answer.text());
    return imageId;
  }

  /** Updates the user's profile, with a picture. */
  async function editProfile(
    by: Person,
    { bio, link, displayName }: { bio: string; link: string; displayName?: string },
  ): Promise<void> {
    const form = new FormData();
    form.set('bio', bio);
    if (displayName !== undefined) form.set('display_name', displayName);
    form.set('links', JSON.stringify([link]));
    form.set('file', new Blob([new Uint8Array(await halves().png().toBuffer())]), 'me.png');
    const answer = await fetch(`${url}/users/update-profile`, {
      method: 'POST',
      headers: headersOf(by),
      body: form,
    });
    if (!answer.ok) throw new Error(await answer.text());
  }

  async function ready(by: Person): Promise<DataExport> {
    for (;;) {
      const found = (await client('GET /users/me/export', {}, by)).data.export;
      if (found?.status === 'ready') return found;
      if (found?.status === 'failed') throw new Error('The copy failed.');
      await delay(50);
    }
  }

  return {
    ...fixture,
    userIdOf: (someone: Pick<Person, 'username'>) => userIdOf(database, someone),
    uploadPicture,
    editProfile,
    post: (by: Person, form: Parameters<typeof sendUpload>[2]) => sendUpload(url, by, form),
    askForCopy: (by: Person) => client('POST /users/me/export', {}, by),
    newestCopy: (by: Person) => client('GET /users/me/export', {}, by),
    /** Requests the download link of an export. */
    fetchCopy: (link: string, by?: Person, headers: Record<string, string> = {}) =>
      fetch(`${url}${link}`, { headers: { ...(by && headersOf(by)), ...headers } }),
    /** Polls until the export is ready. */
    ready,
    /** Requests an export, waits for it and returns its files. */
    async copyOf(by: Person): Promise<Map<string, Buffer>> {
      await client('POST /users/me/export', {}, by);
      const { url: link } = await ready(by);
      const answer = await fetch(`${url}${link}`, { headers: headersOf(by) });
      return readZip(Buffer.from(await answer.arrayBuffer()));
    },
    /** Deletes an account. */
    end: (by: Person, password: string, removesContent = false) =>
      client('DELETE /users/me', { body: { password, remove_content: removesContent } }, by),
    /** Runs a recurring job now. */
    run: (
      name: 'messages.purge' | 'privacy.expired-exports' | 'privacy.apply-deletions' | 'accounts.idle-guests',
    ) => database.transaction((tx) => fixture.app.jobs.enqueue(tx, name, null)),
    quiet: () => untilQuiet(database),
  };
}

/** Parses a JSON lines file of an export. */
export const linesOf = (files: ReadonlyMap<string, Buffer>, name: string): Record<string, unknown>[] =>
  (files.get(name) ?? Buffer.alloc(0))
    .toString()
    .split('\n')
    .filter((line) => line !== '')
    .map((line): Record<string, unknown> => JSON.parse(line));
