import { sql } from 'kysely';
import { describe, expect, it } from 'vitest';
import { eventually, startSanctions } from './sanctions.fixture.ts';

/** Creates a suspended user and two administrators, one of target imposed the suspension. */
async function startFixture() {
  const fixture = await startSanctions();
  const { admin, person, suspendBy, appeals } = fixture;
  const [boss, other, bob] = [await admin(), await admin(), await person()];
  await suspendBy(boss, bob);
  const caseOf = async (by = other, status: 'open' | 'decided' = 'open') => {
    const found = (await appeals(by, status)).data.appeals.find(
      (each) => each.person.username === bob.username,
    );
    if (!found) throw new Error('there is no such appeal');
    return found;
  };
  return { ...fixture, boss, other, bob, caseOf };
}

describe('appeals against suspensions', () => {
  it('SV-50: another administrator reverses the suspension; the user is reinstated and notified, and every step is audited', async () => {
    const { boss, other, bob, caseOf, appealOf, decide, login, client, suspensionOf, auditEntriesOn } =
      await startFixture();
    expect((await appealOf(bob)).status).toBe(200);
    expect((await suspensionOf(bob)).data.sanction.appeal).toMatchObject({ status: 'open', answer: null });
    const found = await caseOf();
    expect(found).toMatchObject({
      text: 'it was not me, please look again',
      may_decide: true,
      sanction: { issued_by: boss.username, kind: 'ban' },
      person: { is_suspended: true },
    });
    expect((await caseOf(boss)).may_decide).toBe(false);
    expect(await decide(boss, found.appeal_id, 'reverse')).toMatchObject({
      status: 403,
      error: { code: 'appeal_needs_other_admin' },
    });
    expect((await decide(other, found.appeal_id, 'reverse', 'you were right')).status).toBe(200);
    const token = (await login(bob)).data.access_token;
    const { sanctions } = (await client('GET /users/me/sanctions', {}, { token })).data;
    expect(sanctions).toMatchObject([
      { end: 'reversed', appeal: { status: 'reversed', answer: 'you were right' } },
    ]);
    const { notifications } = (await client('GET /notifications', { query: {} }, { token })).data;
    expect(notifications).toMatchObject([{ kind: 'appeal_decided', text: 'you were right' }]);
    expect((await auditEntriesOn(bob)).map(({ action, actor }) => [action, actor])).toEqual([
      ['user_suspended', boss.username],
      ['appeal_made', bob.username],
      ['user_unsuspended', other.username],
      ['appeal_reversed', other.username],
    ]);
  });

  it('SV-50: an upheld appeal changes nothing, and its answer is sent by mail', async () => {
    const { other, bob, caseOf, appealOf, decide, login, suspensionOf, mails, appeals } =
      await startFixture();
    await appealOf(bob);
    const { appeal_id: id } = await caseOf();
    expect((await decide(other, id, 'uphold', 'the messages are clear')).status).toBe(200);
    expect((await login(bob)).status).toBe(403);
    expect((await suspensionOf(bob)).data.sanction.appeal).toMatchObject({
      status: 'upheld',
      answer: 'the messages are clear',
    });
    expect((await appeals(other)).data.appeals.map((each) => each.appeal_id)).not.toContain(id);
    expect((await caseOf(other, 'decided')).decided_by).toBe(other.username);
    await eventually(() => expect(mails().join('\n')).toContain('the messages are clear'));
  });

  it('SV-50: one appeal per sanction, with a minimum length', async () => {
    const { bob, appealOf } = await startFixture();
    expect((await appealOf(bob, 'why?')).error.code).toBe('appeal_text_too_short');
    const answers = await Promise.all(Array.from({ length: 5 }, () => appealOf(bob)));
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    expect((await appealOf(bob)).error.code).toBe('appeal_exists');
  });

  it('SV-50: of two concurrent decisions one succeeds', async () => {
    const { admin, other, bob, caseOf, appealOf, decide } = await startFixture();
    const third = await admin();
    await appealOf(bob);
    const { appeal_id: id } = await caseOf();
    const answers = await Promise.all([decide(other, id, 'reverse'), decide(third, id, 'uphold')]);
    const refused = answers.filter(({ status }) => status !== 200);
    expect(refused.map(({ error }) => error.code)).toEqual(['appeal_already_decided']);
  });

  it('SV-50: reversing an appeal does not end a newer suspension', async () => {
    const { boss, other, bob, caseOf, appealOf, decide, suspendBy, unsuspendBy, login } =
      await startFixture();
    await appealOf(bob);
    const { appeal_id: id } = await caseOf();
    await unsuspendBy(boss, bob);
    await suspendBy(boss, bob);
    expect((await decide(other, id, 'reverse')).status).toBe(200);
    expect((await login(bob)).status).toBe(403);
  });

  it('SV-106: any administrator can decide an appeal against a sanction by a command', async () => {
    const { boss, bob, caseOf, appealOf, decide, database } = await startFixture();
    await sql`UPDATE sanctions SET issued_by = NULL
      WHERE user_id = (SELECT id FROM users WHERE username = ${bob.username})`.execute(database.db);
    await appealOf(bob);
    const found = await caseOf(boss);
    expect(found).toMatchObject({ may_decide: true, sanction: { issued_by: 'server command' } });
    expect((await decide(boss, found.appeal_id, 'uphold')).status).toBe(200);
  });

  it('SV-50: refuses an empty answer and an unknown appeal', async () => {
    const { other, bob, caseOf, appealOf, decide } = await startFixture();
    await appealOf(bob);
    const { appeal_id: id } = await caseOf();
    expect((await decide(other, id, 'uphold', ' ')).error.code).toBe('sanction_reason_missing');
    expect((await decide(other, 'f'.repeat(24), 'uphold')).error.code).toBe('appeal_not_found');
  });
});

describe('appeals against warnings', () => {
  it('SV-50: only the sanctioned user can appeal, and a reversal ends the warning', async () => {
    const { client, admin, person, database, decide, appeals } = await startSanctions();
    const [other, ann, stranger] = [await admin(), await person(), await person()];
    const id = 'a1'.repeat(12);
    await sql`INSERT INTO sanctions (id, user_id, kind, reason)
      SELECT ${id}, id, 'warning', 'mind your words' FROM users WHERE username = ${ann.username}`.execute(
      database.db,
    );
    const appeal = (by: typeof ann) =>
      client(
        'POST /users/me/sanctions/:sanction_id/appeal',
        { params: { sanction_id: id }, body: { text: 'I said nothing of the kind' } },
        by,
      );
    expect((await appeal(stranger)).error.code).toBe('sanction_not_found');
    expect((await appeal(ann)).status).toBe(200);
    expect((await appeal(ann)).error.code).toBe('appeal_exists');
    const found = (await appeals(other)).data.appeals.find((each) => each.sanction.sanction_id === id);
    expect((await decide(other, found?.appeal_id ?? '', 'reverse')).status).toBe(200);
    expect((await client('GET /users/me/sanctions', {}, ann)).data.sanctions).toMatchObject([
      { end: 'reversed' },
    ]);
    expect((await client('GET /users/me/sanctions', {}, stranger)).data.sanctions).toEqual([]);
  });

  it('SV-50: an administrator cannot decide their own appeal', async () => {
    const { client, admin, database, decide, appeals } = await startSanctions();
    const [boss, other] = [await admin(), await admin()];
    const id = 'b2'.repeat(12);
    await sql`INSERT INTO sanctions (id, user_id, kind, reason)
      SELECT ${id}, id, 'warning', 'from before' FROM users WHERE username = ${boss.username}`.execute(
      database.db,
    );
    await client(
      'POST /users/me/sanctions/:sanction_id/appeal',
      { params: { sanction_id: id }, body: { text: 'I said nothing of the kind' } },
      boss,
    );
    const seenBy = async (by: typeof boss) =>
      (await appeals(by)).data.appeals.find((each) => each.sanction.sanction_id === id);
    const appealId = (await seenBy(boss))?.appeal_id ?? '';
    expect((await seenBy(boss))?.may_decide).toBe(false);
    expect((await decide(boss, appealId, 'reverse')).error.code).toBe('own_case');
    expect((await seenBy(other))?.may_decide).toBe(true);
    expect((await decide(other, appealId, 'uphold')).status).toBe(200);
  });
});
