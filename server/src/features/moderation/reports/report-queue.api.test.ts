import { expect, it } from 'vitest';
import { sql } from 'kysely';
import { startReports } from './reports.fixture.ts';

/** Creates three reports by the same reporter, in this order, and two administrators. */
async function startQueue() {
  const world = await startReports();
  const reporter = await world.person();
  const people = await Promise.all([world.person(), world.person(), world.guest()]);
  const ids: string[] = [];
  for (const someone of people) ids.push(await world.reported(reporter, someone));
  const of = { reporter: reporter.username };
  const listed = async (by: Awaited<ReturnType<typeof world.admin>>, query: Record<string, string> = {}) =>
    (await world.list(by, { ...of, ...query })).data.reports.map((report) => report.report_id);
  return {
    ...world,
    reporter,
    people,
    ids,
    of,
    listed,
    admin: await world.admin(),
    other: await world.admin(),
  };
}

it('SV-48: the queue is listed oldest first, with pagination and a total', async () => {
  const { list, admin, ids, of, age } = await startQueue();
  const [, , third = ''] = ids;
  await age(third, 5);
  const order = [ids[2], ids[0], ids[1]];
  const pages = await Promise.all([1, 2, 3].map((page) => list(admin, { ...of, page, page_size: 2 })));
  expect(pages.flatMap(({ data }) => data.reports.map((report) => report.report_id))).toEqual(order);
  expect(pages.map(({ data }) => data.total_count)).toEqual([3, 3, 3]);
});

it('SV-48: filters by status, kind, users and deadline', async () => {
  const { admin, other, ids, people, listed, decide, age } = await startQueue();
  const [first = '', second = '', third = ''] = ids;
  await decide(admin, first, { status: 'reviewing' });
  await decide(other, second, { status: 'dismissed' });
  await age(third, 25);
  expect(await listed(admin, { status: 'reviewing,dismissed' })).toEqual([first, second]);
  expect(await listed(admin, { status: 'open' })).toEqual([third]);
  expect(await listed(admin, { assigned_to: admin.username })).toEqual([first]);
  expect(await listed(admin, { reported: people[1]?.username ?? '' })).toEqual([second]);
  expect(await listed(admin, { overdue: 'true' })).toEqual([third]);
  expect(await listed(admin, { overdue: 'false' })).toEqual([first, second]);
  expect(await listed(admin, { kind: 'post' })).toEqual([]);
  expect(await listed(admin, { kind: 'person', status: 'open' })).toEqual([third]);
});

it('SV-48: the first look is due within a day, the decision within three days', async () => {
  const { admin, ids, decide, detail, age } = await startQueue();
  const [id = ''] = ids;
  const dueIn = async () => {
    const { created_at: made, due_at: due, is_overdue } = await detail(admin, id);
    return [due && (Date.parse(due) - Date.parse(made)) / 3_600_000, is_overdue];
  };
  expect(await dueIn()).toEqual([24, false]);
  await age(id, 25);
  expect(await dueIn()).toEqual([24, true]);
  await decide(admin, id, { status: 'reviewing' });
  expect(await dueIn()).toEqual([72, false]);
  await age(id, 48);
  expect(await dueIn()).toEqual([72, true]);
  await decide(admin, id, { status: 'resolved' });
  expect(await dueIn()).toEqual([null, false]);
});

it('SV-48: a report contains background information, and reading it is audited', async () => {
  const { admin, ids, people, reporter, person, reported, detail, decide, audited, database } =
    await startQueue();
  const [first = '', second = ''] = ids;
  const [about] = people;
  if (!about) throw new Error('nobody was reported');
  await reported(await person(), about);
  await decide(admin, second, { status: 'dismissed' });
  const earlier = await reported(await person(), about);
  await decide(admin, earlier, { status: 'resolved', action: 'warn', reason: 'Please be kind.' });
  await sql`
    INSERT INTO evasion_flags (id, user_id, suspended_id, hints)
    SELECT md5(random()::text)::varchar(24), a.id, b.id, '{device}' FROM users a, users b
    WHERE a.username = ${about.username} AND b.username = ${people[1]?.username ?? ''}`.execute(database.db);
  expect(await detail(admin, first)).toMatchObject({
    report_id: first,
    reporter: { username: reporter.username, is_guest: false, is_suspended: false, is_deleted: false },
    reported: { username: about.username },
    other_reports: 2,
    other_reporters: 2,
    reporter_reports: 3,
    reporter_dismissed: 1,
    sanctions: [
      { kind: 'warning', reason: 'Please be kind.', issued_by: admin.username, report_id: earlier },
    ],
    flags: 1,
  });
  expect(await audited(`report:${first}`)).toEqual(['report_read']);
});

it('an unknown report is not found', async () => {
  const { admin, readReport, decide } = await startQueue();
  const nowhere = 'f'.repeat(24);
  expect((await readReport(admin, nowhere)).error.code).toBe('report_not_found');
  expect((await decide(admin, nowhere, { status: 'dismissed' })).error.code).toBe('report_not_found');
});
