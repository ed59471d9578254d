import { describe, expect, it } from 'vitest';
import { startSanctions } from './sanctions.fixture.ts';

/** Starts the application with an administrator and helpers for the user list. */
async function startFixture() {
  const fixture = await startSanctions();
  const boss = await fixture.admin();
  const find = async (query: {
    search?: string;
    standing?: 'suspended' | 'flagged' | 'reported' | 'admin';
    page?: number;
    page_size?: number;
  }) => (await fixture.client('GET /admin/users', { query }, boss)).data;
  const names = async (query: Parameters<typeof find>[0]) =>
    (await find({ page_size: 50, ...query })).people.map(({ username }) => username);
  return { ...fixture, boss, find, names };
}

describe('GET /admin/users', () => {
  it('SV-50: finds users by name prefix and by exact address', async () => {
    const { personWith, names } = await startFixture();
    const ann = await personWith('people.ann@example.org');
    expect(await names({ search: ann.username.slice(0, -2).toUpperCase() })).toContain(ann.username);
    expect(await names({ search: ann.username.slice(2) })).not.toContain(ann.username);
    expect(await names({ search: 'People.Ann@example.org' })).toEqual([ann.username]);
    expect(await names({ search: 'people.ann@example' })).toEqual([]);
    expect(await names({ search: 'übung' })).toEqual([]);
    expect(await names({ search: '%' })).toEqual([]);
  });

  it('SV-50: filters by status, with pagination and a total', async () => {
    const { boss, person, suspendBy, names, find, client } = await startFixture();
    const [bob, carl] = [await person(), await person()];
    await suspendBy(boss, bob);
    await client(
      'POST /users/report',
      { body: { reported_username: carl.username, reason: 'says things that hurt' } },
      await person(),
    );
    expect(await names({ standing: 'suspended' })).toContain(bob.username);
    expect(await names({ standing: 'suspended' })).not.toContain(carl.username);
    expect(await names({ standing: 'reported' })).toContain(carl.username);
    expect(await names({ standing: 'admin' })).toContain(boss.username);
    expect(await names({ standing: 'admin' })).not.toContain(carl.username);
    const both = { search: carl.username, standing: 'reported' } as const;
    expect((await find(both)).people).toMatchObject([{ open_reports: 1, is_suspended: false, role: 'user' }]);
    const [first, second] = [await find({ page_size: 1 }), await find({ page_size: 1, page: 2 })];
    expect(first.people[0]?.username).not.toBe(second.people[0]?.username);
    expect(first.total_count).toBeGreaterThan(2);
  });

  it('R-13: only for administrators', async () => {
    const { person, client } = await startFixture();
    expect((await client('GET /admin/users', { query: {} }, await person())).status).toBe(403);
  });
});

describe('GET /admin/users/:username', () => {
  it('SV-50: returns the details of a user and writes an audit entry', async () => {
    const { boss, personWith, suspendBy, client, auditEntriesOn } = await startFixture();
    const bob = await personWith('people.bob@example.org');
    await suspendBy(boss, bob);
    const { data } = await client('GET /admin/users/:username', { params: { username: bob.username } }, boss);
    expect(data.person).toMatchObject({
      username: bob.username,
      email: 'people.bob@example.org',
      email_verified: false,
      is_suspended: true,
      sessions: 0,
      country: 'India',
      reports_about: 0,
      sanctions: [{ kind: 'ban', issued_by: boss.username }],
    });
    expect(data.person.age).toBeGreaterThan(18);
    expect((await auditEntriesOn(bob)).map(({ action, actor }) => [action, actor])).toEqual([
      ['user_suspended', boss.username],
      ['user_read', boss.username],
    ]);
    const nobody = await client(
      'GET /admin/users/:username',
      { params: { username: 'no-such-person' } },
      boss,
    );
    expect(nobody.error.code).toBe('user_not_found');
  });
});
