import { INVITES_MAX } from '@adda/contract/rooms';
import { sql } from 'kysely';
import { expect, it } from 'vitest';
import { createLogger } from '../../../platform/logging/logger.ts';
import { PASSWORD } from '../../accounts/accounts.fixture.ts';
import { eventually, startRooms, type Person } from '../rooms.fixture.ts';
import { startInvites } from './invites.fixture.ts';

const HOUR_MS = 3_600_000;

it('GR-02: an invitation shows the room without a login and makes a guest a member, of a private room too', async () => {
  const { creator, groupId, ...fixture } = await startCreated();
  const { invite, look, joinBy, guest, hide, list, history, getRoom } = fixture;
  await sql`UPDATE rooms SET topic = 'Tea and rain', picture_url = '/media/rooms/1' WHERE group_id = ${groupId}`.execute(
    fixture.database.db,
  );
  await hide(groupId);
  const { status, data } = await invite(creator, groupId);
  expect(status).toBe(200);
  expect(data).toEqual({
    code: expect.stringMatching(/^[\w-]{22}$/),
    url: `${fixture.publicUrl}/join/${data.code}`,
  });
  const room = { topic: 'Tea and rain', picture: '/media/rooms/1', members: 1 };
  expect((await look(data.code)).data).toEqual({ ...room, name: expect.any(String) });
  const visitor = await guest();
  expect((await getRoom(visitor, groupId)).status, 'a valid code opens nothing else').toBe(404);
  expect((await joinBy(visitor, data.code)).data).toEqual({
    message: 'Joined group successfully',
    group_id: groupId,
  });
  expect((await history(visitor, groupId)).status).toBe(200);
  expect((await look(data.code)).data.members).toBe(2);
  const again = await joinBy(visitor, data.code);
  expect([again.status, again.error]).toEqual([
    400,
    { code: 'already_a_member', detail: 'You are already a member of this group', group_id: groupId },
  ]);
  const { invites } = (await list(creator, groupId)).data;
  expect(invites).toEqual([
    {
      ...data,
      uses: 1,
      max_uses: null,
      created_by: creator.username,
      created_at: expect.any(String),
      expires_at: expect.any(String),
      username: null,
    },
  ]);
  const [made] = invites;
  expect(Date.parse(made?.expires_at ?? '') - Date.parse(made?.created_at ?? '')).toBe(168 * HOUR_MS);
});

/** Starts the application with a room. */
async function startCreated() {
  const fixture = await startInvites();
  const creator = await fixture.person();
  return { ...fixture, creator, groupId: await fixture.open(creator) };
}

it('GR-02: used up, expired, revoked and unknown codes are answered alike, and a deleted room has none', async () => {
  const fixture = await startCreated();
  const { creator, groupId, codeOf, joinBy, guest, age, revokeInvite, deleteGroup, expectGone, list } =
    fixture;
  const late = await guest();
  const used = await codeOf(creator, groupId, { max_uses: 1 });
  expect((await joinBy(await guest(), used)).status).toBe(200);
  await expectGone(late, used);
  await codeOf(creator, groupId, { expires_in_hours: 1 });
  const short = await codeOf(creator, groupId, { expires_in_hours: 1 });
  await age(groupId, 1);
  await expectGone(late, short);
  const revoked = await codeOf(creator, groupId);
  expect((await revokeInvite(creator, groupId, revoked)).data).toEqual({ message: 'Invitation revoked' });
  await expectGone(late, revoked);
  expect((await revokeInvite(creator, groupId, revoked)).error.code).toBe('invite_gone');
  for (const code of ['x', 'A'.repeat(22), '%', 'ü', 'x'.repeat(150)]) await expectGone(late, code);
  expect((await list(creator, groupId)).data.invites).toEqual([]);
  const last = await codeOf(creator, groupId);
  await deleteGroup(creator, groupId);
  await expectGone(late, last);
});

it('GR-02: moderators and, in public rooms, registered members invite; makers see their own, moderators all', async () => {
  const fixture = await startCreated();
  const { creator, groupId, invite, codeOf, list, revokeInvite, person, guest, admin, join, grant, hide } =
    fixture;
  const [member, kicker, stranger, operator] = [
    await person(),
    await person(),
    await person(),
    await admin(),
  ];
  const visitor = await guest();
  for (const someone of [member, kicker, visitor]) await join(someone, groupId);
  await grant(creator, groupId, kicker, ['can_kick']);
  const own = await codeOf(member, groupId);
  const answers = [];
  for (const someone of [visitor, stranger, creator, kicker, operator])
    answers.push((await invite(someone, groupId)).status);
  expect(answers).toEqual([403, 403, 200, 200, 200]);
  const seenBy = async (someone: Person) => (await list(someone, groupId)).data.invites.length;
  expect([await seenBy(member), await seenBy(kicker), await seenBy(operator)]).toEqual([1, 4, 4]);
  expect((await list(visitor, groupId)).error.code).toBe('not_authorized');
  const theirs = (await list(creator, groupId)).data.invites.find(
    ({ created_by: by }) => by === creator.username,
  );
  expect((await revokeInvite(member, groupId, theirs?.code ?? '')).error.code).toBe('invite_gone');
  expect((await revokeInvite(kicker, groupId, theirs?.code ?? '')).status).toBe(200);
  await hide(groupId);
  expect((await invite(member, groupId)).error.code).toBe('not_authorized');
  expect((await invite(stranger, groupId)).error).toEqual({
    code: 'group_not_found',
    detail: `Group "${groupId}" not found`,
  });
  expect((await revokeInvite(member, groupId, own)).status, 'its maker may still revoke it').toBe(200);
});

it('GR-02: invitations end with a ban, a kick, the loss of the last grant and the account of their maker', async () => {
  const fixture = await startCreated();
  const { creator, groupId, client, codeOf, look, joinBy, person, guest, join, leave, ban, unban } = fixture;
  const { kick, grant, revoke, expectGone, database } = fixture;
  const maker = await person();
  const late = await guest();
  const made = async () => {
    await join(maker, groupId);
    return codeOf(maker, groupId);
  };
  const code = await made();
  await ban(creator, groupId, maker);
  await expectGone(late, code);
  await unban(creator, groupId, maker);
  const second = await made();
  await kick(creator, groupId, maker);
  await expectGone(late, second);
  const third = await made();
  await grant(creator, groupId, maker, ['can_kick', 'can_ban']);
  await revoke(creator, groupId, maker, ['can_kick']);
  expect((await look(third)).status, 'one grant is left').toBe(200);
  await revoke(creator, groupId, maker, ['can_ban']);
  await expectGone(late, third);
  const fourth = await made();
  await leave(maker, groupId);
  expect((await look(fourth)).status, 'a member without a grant who leaves loses none').toBe(200);
  const setSuspended = (at: string | null) =>
    sql`UPDATE users SET suspended_at = ${at}::timestamptz WHERE username = ${maker.username}`.execute(
      database.db,
    );
  await setSuspended('2026-01-01T00:00:00Z');
  await expectGone(late, fourth);
  await setSuspended(null);
  await ban(creator, groupId, late);
  const refused = await joinBy(late, fourth);
  expect([refused.status, refused.error.code], 'a banned user with any code').toEqual([404, 'invite_gone']);
  await client('DELETE /users/me', { body: { password: PASSWORD } }, maker);
  expect((await look(fourth)).status).toBe(404);
});

it('GR-02: at most 100 valid invitations a room, and ended ones make place', async () => {
  const { creator, groupId, invite, codeOf, revokeInvite, list, database } = await startCreated();
  const code = await codeOf(creator, groupId);
  await sql`
    INSERT INTO room_invites (code, conversation_id, created_by, expires_at)
    SELECT code || number, conversation_id, created_by, expires_at
    FROM room_invites, generate_series(2, ${INVITES_MAX}) number WHERE code = ${code}`.execute(database.db);
  const { status, error } = await invite(creator, groupId);
  expect([status, error.code]).toEqual([400, 'invites_full']);
  await revokeInvite(creator, groupId, code);
  expect((await invite(creator, groupId)).status).toBe(200);
  expect((await list(creator, groupId)).data.invites).toHaveLength(INVITES_MAX);
});

it('GR-02, SV-27: a full room spends no use, and no log line contains a code', async () => {
  const lines: string[] = [];
  const logger = createLogger('trace', { write: (line) => void lines.push(line) });
  const settings = { MAX_GROUP_MEMBERS: '2' };
  const { person, guest, open, client, url } = await startRooms(settings, { logger });
  const creator = await person();
  const params = { id: await open(creator) };
  const made = await client('POST /groupchat/groups/:id/invites', { params, body: { max_uses: 2 } }, creator);
  const join = async () =>
    client('POST /invites/:code/join', { params: { code: made.data.code } }, await guest());
  expect((await join()).status).toBe(200);
  const { status, error } = await join();
  expect([status, error]).toEqual([
    400,
    { code: 'group_full', detail: 'Group has reached maximum member limit' },
  ]);
  const { data } = await client('GET /groupchat/groups/:id/invites', { params }, creator);
  expect(data.invites).toMatchObject([{ uses: 1, max_uses: 2 }]);
  await fetch(`${url}/join/${made.data.code}`);
  await eventually(() => expect(lines.join('')).toContain('/invites/:code/join'));
  expect(lines.join('')).not.toContain(made.data.code);
});

it('GR-02, MR-01: a personal invitation is for one user who is told of it, and not for strangers', async () => {
  const fixture = await startCreated();
  const { creator, groupId, client, invite, look, joinBy, list, person, follow, expectGone } = fixture;
  const [friend, other] = [await person(), await person()];
  await fixture.hide(groupId);
  const body = { username: ` ${friend.username.toUpperCase()} ` };
  const stranger = await invite(creator, groupId, body);
  expect([stranger.status, stranger.error]).toEqual([
    403,
    { code: 'not_for_strangers', detail: 'You can send this after they answer' },
  ]);
  await follow(friend, creator);
  const shell = await fixture.connectShell(friend);
  const { code } = (await invite(creator, groupId, body)).data;
  expect((await invite(creator, groupId, body)).data.code, 'a second one is the first').toBe(code);
  const told = { kind: 'invite', about: creator.username, group_id: groupId, invite_code: code };
  await eventually(() =>
    expect(shell.received.filter(({ event }) => event === 'notification')).toMatchObject([{ payload: told }]),
  );
  const notificationsOf = async (someone: Person) =>
    (await client('GET /notifications', { query: {} }, someone)).data.notifications;
  expect(await notificationsOf(friend)).toMatchObject([told]);
  const [listed] = (await list(creator, groupId)).data.invites;
  expect(listed).toMatchObject({ code, username: friend.username, max_uses: 1 });
  expect(Date.parse(listed?.expires_at ?? '') - Date.parse(listed?.created_at ?? '')).toBe(168 * HOUR_MS);
  expect((await joinBy(other, code)).error.code, 'another user').toBe('invite_gone');
  expect((await look(code)).status).toBe(200);
  expect((await joinBy(friend, code)).data.group_id).toBe(groupId);
  expect(await notificationsOf(friend), 'used').toEqual([]);
  await expectGone(other, code);
  const codes = async (username: string) => (await invite(creator, groupId, { username })).error.code;
  expect(await codes(friend.username)).toBe('invited_is_member');
  expect(await codes(creator.username)).toBe('cannot_act_on_self');
  expect(await codes('nobody-of-this-name')).toBe('user_not_found');
  expect(await codes('')).toBe('username_missing');
});

it('GR-02: the notification of a personal invitation goes after the invitation has expired', async () => {
  const { creator, groupId, app, database, client, person, codeOf, follow, age } = await startCreated();
  const friend = await person();
  await follow(friend, creator);
  await codeOf(creator, groupId, { username: friend.username });
  const notified = async () => (await client('GET /notifications', { query: {} }, friend)).data.total_count;
  expect(await notified()).toBe(1);
  await age(groupId, 169);
  await database.transaction((tx) => app.jobs.enqueue(tx, 'rooms.old-entries', null));
  await eventually(async () => expect(await notified()).toBe(0));
});

it('GR-02, R-14: blocks, bans and deleted accounts end personal invitations and what was told of them', async () => {
  const fixture = await startCreated();
  const { creator, groupId, client, invite, codeOf, person, guest, join, follow, ban, expectGone, list } =
    fixture;
  const [friend, banned, leaver] = [await person(), await person(), await person()];
  for (const someone of [friend, banned, leaver]) await follow(someone, creator);
  const codes = new Map<Person, string>();
  for (const someone of [friend, banned, leaver])
    codes.set(someone, await codeOf(creator, groupId, { username: someone.username }));
  const told = async (someone: Person) =>
    (await client('GET /notifications', { query: {} }, someone)).data.total_count;
  expect([await told(friend), await told(banned)]).toEqual([1, 1]);
  await client('POST /users/block', { body: { blocked_username: creator.username } }, friend);
  await ban(creator, groupId, banned);
  expect([await told(friend), await told(banned)]).toEqual([0, 0]);
  for (const someone of [friend, banned]) await expectGone(someone, codes.get(someone) ?? '');
  const refusalFor = async ({ username }: Person) =>
    (await invite(creator, groupId, { username })).error.code;
  expect([await refusalFor(friend), await refusalFor(banned)]).toEqual(['user_not_found', 'already_banned']);
  await client('DELETE /users/me', { body: { password: PASSWORD } }, leaver);
  expect((await list(creator, groupId)).data.invites).toEqual([]);
  const visitor = await guest();
  await join(friend, groupId);
  await codeOf(friend, groupId);
  expect((await list(creator, groupId)).data.invites, 'a blocked maker has no name').toMatchObject([
    { created_by: null },
  ]);
  await expectGone(visitor, codes.get(leaver) ?? '');
});

it('GR-02, R-08: unfit input is refused as such, and changes nothing', async () => {
  const { creator, groupId, client, list } = await startCreated();
  const unfit = [
    { expires_in_hours: 0 },
    { expires_in_hours: 8761 },
    { expires_in_hours: 1.5 },
    { expires_in_hours: null },
    { max_uses: 0 },
    { max_uses: 1001 },
    { max_uses: '5' },
    { username: 7 },
    { username: 'ann', max_uses: 1 },
    { username: 'ann', expires_in_hours: 1 },
    { username: 'a'.repeat(500) },
    { unknown: 1 },
    [],
  ];
  for (const body of unfit) {
    const input = { params: { id: groupId }, body: Object(body) };
    const { status } = await client('POST /groupchat/groups/:id/invites', input, creator);
    expect([status, JSON.stringify(body)]).toEqual([422, JSON.stringify(body)]);
  }
  const invalid = await client('GET /groupchat/groups/:id/invites', { params: { id: 'x' } }, creator);
  expect(invalid.error.code).toBe('invalid_group_id');
  expect((await list(creator, groupId)).data.invites).toEqual([]);
});
