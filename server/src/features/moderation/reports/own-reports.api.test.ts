import { REPORT_LOOKED_AT, REPORT_OUTCOMES } from '@adda/contract/moderation';
import { sql } from 'kysely';
import { expect, it } from 'vitest';
import { eventually, startReports, type Person } from './reports.fixture.ts';

async function startOwnReports() {
  const world = await startReports();
  const { client } = world;
  const own = async (by: Person, cursor?: string) =>
    client('GET /users/me/reports', { query: cursor === undefined ? {} : { cursor } }, by);
  const askAgain = (by: Person, id: string, text = 'Please look at the second picture') =>
    client('POST /users/me/reports/:report_id/ask-again', { params: { report_id: id }, body: { text } }, by);
  return { ...world, own, askAgain, admin: await world.admin(), boss: await world.admin() };
}

it('MR-06: a guest sees how their report stands, is told of each change, and may ask once to look again', async () => {
  const { guest, person, connectShell, reported, decide, detail, own, askAgain, admin, boss, list } =
    await startOwnReports();
  const [reporter, bob] = [await guest(), await person()];
  const shell = await connectShell(reporter);
  const id = await reported(reporter, bob);
  const [first] = (await own(reporter)).data.reports;
  expect(first).toEqual({
    report_id: id,
    number: 1,
    about: bob.username,
    state: 'received',
    outcome: null,
    created_at: expect.any(String),
    updated_at: expect.any(String),
    can_ask_again: false,
  });
  expect((await askAgain(reporter, id)).error.code).toBe('report_not_decided');
  await decide(admin, id, { status: 'reviewing' });
  await decide(admin, id, { status: 'open' });
  await decide(boss, id, { status: 'reviewing' });
  expect((await own(reporter)).data.reports).toMatchObject([{ state: 'looked_at', outcome: null }]);
  await decide(boss, id, { status: 'resolved', action: 'warn', reason: 'Please be kind to everybody.' });
  expect((await own(reporter)).data.reports).toMatchObject([
    { state: 'decided', outcome: REPORT_OUTCOMES.acted, can_ask_again: true },
  ]);
  await eventually(() =>
    expect(shell.all('notification')).toMatchObject([
      { kind: 'report_looked_at', text: REPORT_LOOKED_AT, about: bob.username },
      { kind: 'report_decided', text: REPORT_OUTCOMES.acted, about: bob.username },
    ]),
  );

  expect((await askAgain(bob, id)).error.code).toBe('report_not_found');
  expect((await askAgain(reporter, id, ' ')).status).toBe(422);
  expect((await askAgain(reporter, id)).status).toBe(200);
  const again = await askAgain(reporter, id);
  expect([again.status, again.error.code]).toEqual([400, 'already_asked']);
  expect((await own(reporter)).data.reports).toMatchObject([
    { state: 'received', outcome: null, can_ask_again: false },
  ]);
  expect((await list(admin, { reporter: reporter.username, status: 'open' })).data.total_count).toBe(1);
  const reopened = await detail(admin, id);
  expect(reopened).toMatchObject({
    status: 'open',
    assigned_to: null,
    is_overdue: false,
    decided_by: boss.username,
    asked_again: { text: 'Please look at the second picture' },
  });
  await decide(admin, id, { status: 'dismissed' });
  expect((await own(reporter)).data.reports).toMatchObject([
    { state: 'decided', outcome: REPORT_OUTCOMES.not_acted, can_ask_again: false },
  ]);
  expect((await askAgain(reporter, id)).error.code).toBe('already_asked');
});

it('MR-06: an older report waits while a newer one about the same user is undecided', async () => {
  const { person, reported, decide, own, askAgain, admin } = await startOwnReports();
  const [reporter, bob] = [await person(), await person()];
  const older = await reported(reporter, bob);
  await decide(admin, older, { status: 'dismissed' });
  const newer = await reported(reporter, bob);
  const { reports } = (await own(reporter)).data;
  expect(reports).toMatchObject([
    { report_id: newer, number: 2, can_ask_again: false },
    { report_id: older, number: 1, state: 'decided', can_ask_again: false },
  ]);
  expect((await askAgain(reporter, older)).error.code).toBe('report_not_decided');
  await decide(admin, newer, { status: 'dismissed' });
  expect((await askAgain(reporter, older)).status).toBe(200);
  await decide(admin, older, { status: 'dismissed' });
  // Both at once: either the question or the new report comes first, and one report is undecided.
  const [asked] = await Promise.all([askAgain(reporter, newer), reported(reporter, bob)]);
  expect([200, 400]).toContain(asked.status);
  const states = (await own(reporter)).data.reports.map(({ state }) => state);
  expect(states.filter((state) => state === 'received')).toHaveLength(1);
});

it('MR-06: the list pages by cursor, numbers count the own reports alone, and deleted accounts have no name', async () => {
  const { person, client, database, reported, own, deleteAccount } = await startOwnReports();
  const [reporter, bob, eve] = [await person(), await person(), await person()];
  await reported(eve, bob);
  await reported(reporter, bob);
  await deleteAccount(bob);
  await sql`
    INSERT INTO reports (id, reporter_id, reported_id, reason, status)
    SELECT lpad(to_hex(n), 24, 'a') , reporter.id, eve.id, 'one of many reports', 'dismissed'
    FROM generate_series(1, 30) AS n, users reporter, users eve
    WHERE reporter.username = ${reporter.username} AND eve.username = ${eve.username}`.execute(database.db);
  const first = (await own(reporter)).data;
  expect(first.reports.map(({ number }) => number)).toEqual(Array.from({ length: 30 }, (_, n) => 31 - n));
  const second = (await own(reporter, first.next_cursor ?? '')).data;
  expect(second).toMatchObject({ reports: [{ number: 1, about: null }], next_cursor: null });
  expect((await own(eve)).data.reports).toMatchObject([{ number: 1 }]);
  for (const cursor of ['x', '-1', '1e3', '9'.repeat(40)]) {
    const { status, error } = await client('GET /users/me/reports', { query: { cursor } }, reporter);
    expect([status, error.code]).toEqual([400, 'invalid_parameters']);
  }
});
