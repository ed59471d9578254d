import { type Announcement, type AnnouncementInput, ANNOUNCEMENTS_MAX } from '@adda/contract/notifications';
import { sql } from 'kysely';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { startApp } from '../../app.ts';
import { readConfig } from '../../config.ts';
import { silentLogger } from '../../test/database-template.fixture.ts';
import {
  connectShell as connectShellAt,
  eventually,
  JWT_SECRET,
  startRooms,
  type ReceivedEvent,
  type Person,
} from '../rooms/rooms.fixture.ts';

const redisUrl = process.env['TEST_REDIS_URL'] || undefined;
const inSeconds = (seconds: number) => new Date(Date.now() + seconds * 1000).toISOString();

/** Returns the texts of each announcements event that a client received. */
const announcedTo = ({ received }: { received: readonly ReceivedEvent[] }): string[][] =>
  received
    .filter(({ event }) => event === 'announcements')
    .map(({ payload }) =>
      (payload as { announcements: Announcement[] }).announcements.map(({ text }) => text),
    );

/** Returns the application of the file without announcements. */
async function startAnnouncements() {
  const fixture = await startRooms();
  const { client, database } = fixture;
  const boss = await fixture.admin();
  await sql`DELETE FROM announcements`.execute(database.db);
  await sql`DELETE FROM pgboss.job WHERE name = 'notifications.announcements' AND start_after > now()`.execute(
    database.db,
  );
  const listAll = async () => (await client('GET /admin/announcements', {}, boss)).data.announcements;
  return {
    ...fixture,
    boss,
    listAll,
    announce: (body: Partial<AnnouncementInput> & { text: string }, by: Person = boss) =>
      client('POST /admin/announcements', { body: { tone: 'info', ...body } }, by),
    end: (id: string, by: Person = boss) =>
      client('DELETE /admin/announcements/:announcement_id', { params: { announcement_id: id } }, by),
    shownTo: async (someone: Person) =>
      (await client('GET /announcements', {}, someone)).data.announcements.map(({ text }) => text),
    /** Moves the start or end of the announcement, and the job scheduled for it, to now. */
    async reach(time: 'starts_at' | 'ends_at') {
      await sql`UPDATE announcements SET ${time === 'starts_at' ? sql`starts_at` : sql`ends_at`} = now()`.execute(
        database.db,
      );
      await sql`
        UPDATE pgboss.job SET start_after = now() WHERE id = (
          SELECT id FROM pgboss.job WHERE name = 'notifications.announcements' AND start_after > now()
          ORDER BY start_after LIMIT 1)`.execute(database.db);
    },
    auditActions: async (id: string) =>
      database.db
        .selectFrom('audit_entries')
        .select('action')
        .where('target', '=', `announcement:${id}`)
        .orderBy('id')
        .execute(),
  };
}

it('SV-105: an announcement reaches all connected users and guests immediately, until it is ended', async () => {
  const { announce, end, person, guest, connectShell, shownTo, auditActions, listAll, boss } =
    await startAnnouncements();
  const people = [await person(), await guest()];
  const shells = [];
  for (const someone of people) shells.push(await connectShell(someone));
  const answer = await announce({
    text: '  Maintenance at 9 ',
    link: 'https://adda.example/',
    tone: 'warning',
  });
  const { announcement } = answer.data;
  expect([answer.status, announcement]).toEqual([
    201,
    {
      announcement_id: expect.stringMatching(/^[0-9a-f]{24}$/),
      text: 'Maintenance at 9',
      link: 'https://adda.example/',
      tone: 'warning',
      starts_at: expect.any(String),
      ends_at: null,
      state: 'shown',
      created_by: boss.username,
      created_at: expect.any(String),
    },
  ]);
  for (const shell of shells)
    await eventually(() => expect(announcedTo(shell)).toEqual([['Maintenance at 9']]));
  for (const someone of people) expect(await shownTo(someone)).toEqual(['Maintenance at 9']);

  expect((await end(announcement.announcement_id)).status).toBe(200);
  for (const shell of shells) await eventually(() => expect(announcedTo(shell).at(-1)).toEqual([]));
  for (const someone of people) expect(await shownTo(someone)).toEqual([]);
  expect(await listAll()).toMatchObject([{ state: 'over', ends_at: expect.any(String) }]);
  expect((await end(announcement.announcement_id)).error.code).toBe('announcement_not_found');
  expect(await auditActions(announcement.announcement_id)).toEqual([
    { action: 'announcement_add' },
    { action: 'announcement_end' },
  ]);
});

it('SV-105: a planned announcement is broadcast when it starts and when it ends', async () => {
  const { announce, person, connectShell, shownTo, listAll, reach } = await startAnnouncements();
  const ann = await person();
  const shell = await connectShell(ann);
  await announce({ text: 'Soon', starts_at: inSeconds(3600), ends_at: inSeconds(7200) });
  expect((await listAll()).map(({ state }) => state)).toEqual(['planned']);
  expect(await shownTo(ann)).toEqual([]);
  await reach('starts_at');
  await eventually(() => expect(announcedTo(shell).at(-1)).toEqual(['Soon']));
  expect(await shownTo(ann)).toEqual(['Soon']);
  await reach('ends_at');
  await eventually(() => expect(announcedTo(shell).at(-1)).toEqual([]));
  expect((await listAll()).map(({ state }) => state)).toEqual(['over']);
});

it('NT-02: a planned announcement is in the activity of connected users from its start to its end', async () => {
  const { client, announce, person, connectShell, reach } = await startAnnouncements();
  const ann = await person();
  const shell = await connectShell(ann);
  const told = () => shell.received.filter(({ event }) => event === 'activity').map(({ payload }) => payload);
  const listed = async () => (await client('GET /activity', { query: {} }, ann)).data.items;
  const { announcement_id: id } = (
    await announce({ text: 'Soon', starts_at: inSeconds(3600), ends_at: inSeconds(7200) })
  ).data.announcement;
  expect(await listed()).toEqual([]);
  await reach('starts_at');
  await eventually(async () => expect(told().at(-1)).toEqual({ item: (await listed())[0], unread_count: 1 }));
  await reach('ends_at');
  await eventually(() => expect(told().at(-1)).toEqual({ removed: [id], unread_count: 0 }));
  expect(await listed()).toEqual([]);
});

it('SV-105: invalid times and too many announcements are refused', async () => {
  const { announce, end } = await startAnnouncements();
  for (const times of [
    { ends_at: inSeconds(-5) },
    { starts_at: inSeconds(60), ends_at: inSeconds(60) },
    { starts_at: inSeconds(-60), ends_at: inSeconds(-5) },
  ]) {
    const { status, error } = await announce({ text: 'Never', ...times });
    expect([status, error.code]).toEqual([400, 'announcement_ends_too_early']);
  }
  for (const text of ['', 'x'.repeat(281)]) expect((await announce({ text })).status).toBe(422);
  const answers = await Promise.all(
    Array.from({ length: ANNOUNCEMENTS_MAX + 2 }, (_, n) => announce({ text: `No. ${n}` })),
  );
  const refused = answers.filter(({ status }) => status !== 201);
  expect(refused.map(({ error }) => error.code)).toEqual(['announcements_full', 'announcements_full']);
  const first = answers.find(({ status }) => status === 201);
  await end(first?.data.announcement.announcement_id ?? '');
  expect((await announce({ text: 'In its place' })).status).toBe(201);
});

it('R-13: only administrators can add, end or list planned announcements', async () => {
  const { client, announce, end, person, guest } = await startAnnouncements();
  const { announcement_id: id } = (await announce({ text: 'Later', starts_at: inSeconds(60) })).data
    .announcement;
  for (const by of [await person(), await guest()]) {
    expect((await announce({ text: 'Me too' }, by)).error.code).toBe('admin_only');
    expect((await end(id, by)).error.code).toBe('admin_only');
    expect((await client('GET /admin/announcements', {}, by)).error.code).toBe('admin_only');
  }
});

describe.runIf(redisUrl)('two nodes', () => {
  it('SV-105: users on another node receive it too', async () => {
    const { announce, person, database } = await startAnnouncements();
    const dataDir = mkdtempSync(join(tmpdir(), 'adda-second-'));
    const env = { PORT: '0', DATA_DIR: dataDir, RATE_LIMITS: 'off', REDIS_URL: redisUrl, JWT_SECRET };
    const there = await startApp({ config: readConfig(env), logger: silentLogger, database });
    onTestFinished(async () => {
      await there.stop();
      rmSync(dataDir, { recursive: true, force: true });
    });
    const shell = await connectShellAt(there.url, await person());
    await announce({ text: 'To all nodes' });
    await eventually(() => expect(announcedTo(shell)).toContainEqual(['To all nodes']));
  });
});
