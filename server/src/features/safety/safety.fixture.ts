import { SAFETY_DEFAULTS, type SafetySettings, type WordInput } from '@adda/contract/safety';
import { randomInt, randomUUID } from 'node:crypto';
import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'kysely';
import { onTestFinished } from 'vitest';
import { startApp } from '../../app.ts';
import { readConfig } from '../../config.ts';
import type { TestApp } from '../../test/app.fixture.ts';
import { createClient } from '../../test/client.ts';
import { silentLogger } from '../../test/database-template.fixture.ts';
import { oncePerFile } from '../../test/file-scope.fixture.ts';
import { connectShellTo } from '../direct/direct.fixture.ts';
import { startPosts } from '../feed/posts/posts.fixture.ts';
import { JWT_SECRET, type Person } from '../rooms/rooms.fixture.ts';

export { connectShellTo, eventually } from '../direct/direct.fixture.ts';
export type { Person } from '../rooms/rooms.fixture.ts';

/** Returns a word that no other test lists, without repeated letters in a row. */
export const freshWord = (): string =>
  `zq${Array.from({ length: 6 }, () => `${'bcdfghjkmnprvwxy'[randomInt(16)]}${'aeou'[randomInt(4)]}`).join('')}`;

/** Starts another node on the database of a fixture. */
async function startNode({ database }: Pick<TestApp['app'], 'database'>, env: Record<string, string>) {
  const dataDir = mkdtempSync(join(tmpdir(), 'adda-second-'));
  const config = readConfig({ PORT: '0', DATA_DIR: dataDir, RATE_LIMITS: 'off', JWT_SECRET, ...env });
  const { url, stop } = await startApp({ config, logger: silentLogger, database });
  return { url, client: createClient(url), stop };
}

/** Returns the application of the file (or, with settings, one of the test) with helpers for the word list. */
export async function startSafety(settings?: Record<string, string>) {
  const fixture = await startPosts(settings);
  const { client, database } = fixture;

  /** Lists a word as a new admin. Returns its id. */
  async function list(word: string, action: WordInput['action']): Promise<string> {
    const { data } = await client('POST /admin/words', { body: { word, action } }, await fixture.admin());
    return data.word.word_id;
  }

  return {
    ...fixture,
    list,
    /** Lists one refused word and one word under review. */
    async listBoth() {
      const words = { refused: freshWord(), reviewed: freshWord() };
      await list(words.refused, 'refuse');
      await list(words.reviewed, 'review');
      return words;
    },
    wordOf: async (by: Person, wordId: string) =>
      (await client('GET /admin/words', {}, by)).data.words.find((each) => each.word_id === wordId),
    /** Returns the automatic reports about a user. */
    async reportsAbout({
      username,
    }: Pick<Person, 'username'>): Promise<{ reason: string; message_id: string | null }[]> {
      const { rows } = await sql<{ reason: string; message_id: string | null }>`
        SELECT reason, message_id FROM reports
        WHERE reporter_id IS NULL AND reported_id = (SELECT id FROM users WHERE username = ${username})`.execute(
        database.db,
      );
      return rows;
    },
    /** Starts a second node on the same database, for one test. */
    async startSecondNode(env: Record<string, string> = {}) {
      const node = await startNode({ database }, env);
      onTestFinished(node.stop);
      return node;
    },
  };
}

/** Rate limits counted in this process only, because other tests use the same address. */
export const LIMITED = { RATE_LIMITS: 'on', REDIS_URL: '' };

const limitedNodeOfFile = oncePerFile(
  async () => startNode(await startSafety(), LIMITED),
  ({ stop }) => stop(),
);

/**
 * Returns the application of the file with a second node that enforces rate limits, including those of new accounts.
 * Requests and messages go to that node; users register on the first. The limits have their default values.
 */
export async function startLimited() {
  const fixture = await startSafety();
  const { database } = fixture;
  const { url, client } = await limitedNodeOfFile();
  const operator = await fixture.admin();

  async function set(settings: Partial<SafetySettings>): Promise<void> {
    const { status } = await client(
      'PATCH /admin/safety',
      { body: { ...SAFETY_DEFAULTS, ...settings } },
      operator,
    );
    if (status !== 200) throw new Error('The limits could not be set');
  }
  await set({});

  async function idOf({ username }: Person): Promise<number> {
    const { rows } = await sql<{ id: number }>`SELECT id FROM users WHERE username = ${username}`.execute(
      database.db,
    );
    return rows[0]?.id ?? 0;
  }

  return {
    ...fixture,
    client,
    url,
    set,
    connectShell: (someone: Person) => connectShellTo(url, someone),
    /** Lists a refused word on the limited node, where it applies immediately. */
    refuse: (word: string) => client('POST /admin/words', { body: { word, action: 'refuse' } }, operator),
    read: (someone: Person, { username }: Pick<Person, 'username'>) =>
      client('GET /chat/messages', { query: { recipient: username } }, someone),
    /** Inserts users without any activity. Returns their names. */
    async strangers(count: number): Promise<string[]> {
      const names = Array.from({ length: count }, () => `_guest-${randomUUID().slice(0, 12)}`);
      await sql`
        INSERT INTO users (username, display_name, is_guest, birth_date, sex, country, state, last_active_at, created_at)
        SELECT name, name, true, '1990-01-01', 'female', 'India', 'Kerala', now(), now()
        FROM unnest(${names}::text[]) AS name`.execute(database.db);
      return names;
    },
    /** Sets the age of an account in hours. */
    age: ({ username }: Person, hours: number) =>
      sql`UPDATE users SET created_at = now() - make_interval(secs => ${hours * 3600}) WHERE username = ${username}`.execute(
        database.db,
      ),
    /** Moves the first contacts of a user `hours` into the past. */
    passHours: (person: Person, hours: number) =>
      idOf(person).then((id) =>
        sql`UPDATE first_contacts SET created_at = created_at - make_interval(secs => ${hours * 3600}) WHERE sender_id = ${id}`.execute(
          database.db,
        ),
      ),
    /** Returns how many messages and conversations of a user are stored. */
    async storedOf(person: Person) {
      const id = await idOf(person);
      const { rows } = await sql<{ messages: number; conversations: number }>`
        SELECT (SELECT count(*) FROM messages WHERE sender_id = ${id}) AS messages,
          (SELECT count(*) FROM direct_conversations WHERE ${id} IN (low_id, high_id)) AS conversations`.execute(
        database.db,
      );
      return rows[0];
    },
  };
}
