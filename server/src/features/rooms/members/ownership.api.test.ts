import { sql } from 'kysely';
import { expect, it } from 'vitest';
import { PASSWORD } from '../../accounts/accounts.fixture.ts';
import { eventually, startRooms, type Person } from '../rooms.fixture.ts';

/** Starts a room with its creator and registered members in the order in which they joined. */
async function startOwned(members: number) {
  const fixture = await startRooms();
  const { client, database, person, open, join, getRoom } = fixture;
  const creator = await person();
  const name = `Hall ${creator.username.slice(-12)}`;
  const groupId = await open(creator, name);
  const people: Person[] = [];
  for (let n = 0; n < members; n += 1) {
    const someone = await person();
    expect((await join(someone, groupId)).status).toBe(200);
    people.push(someone);
  }
  // Those who joined in the same millisecond would be ordered by their ids.
  await sql`
    UPDATE conversation_members member SET joined_at = now() - (1000 - ordinal) * interval '1 second'
    FROM unnest(${people.map(({ username }) => username)}::text[]) WITH ORDINALITY AS given (username, ordinal)
    JOIN users person ON person.username = given.username
    WHERE member.user_id = person.id`.execute(database.db);
  const transfer = (by: Person, to: Pick<Person, 'username'>, confirmName = name) =>
    client(
      'POST /groupchat/groups/:id/transfer',
      { params: { id: groupId }, body: { username: to.username, confirm_name: confirmName } },
      by,
    );
  const deleteAccount = (someone: Person) =>
    client('DELETE /users/me', { body: { password: PASSWORD } }, someone);
  const owner = async (viewer: Person) => (await getRoom(viewer, groupId)).data.creator;
  return { ...fixture, creator, groupId, name, people, transfer, deleteAccount, owner };
}

it('GR-02, GR-05: a room that is handed over ends the invitations of its former owner, and no others', async () => {
  const { creator, groupId, people, transfer, client, guest } = await startOwned(1);
  const [anya = creator] = people;
  const invite = async (by: Person) =>
    (await client('POST /groupchat/groups/:id/invites', { params: { id: groupId }, body: {} }, by)).data.code;
  const [former, kept] = [await invite(creator), await invite(anya)];
  expect((await transfer(creator, anya)).status).toBe(200);
  const visitor = await guest();
  const join = (code: string) => client('POST /invites/:code/join', { params: { code } }, visitor);
  expect((await join(former)).error.code).toBe('invite_gone');
  expect((await join(kept)).data.group_id).toBe(groupId);
});

it('GR-05: the creator hands the room over; everybody in it learns of it, and the former owner keeps no rights', async () => {
  const { creator, groupId, people, transfer, connect, history, getRoom, grant } = await startOwned(2);
  const [anya, ben] = [people[0] ?? creator, people[1] ?? creator];
  await grant(creator, groupId, anya, ['can_kick']);
  const watching = await connect(ben, groupId);
  expect((await transfer(creator, anya)).data.message).toBe('Group handed over successfully');
  await eventually(() => {
    expect(watching.received).toContainEqual({
      event: 'owner_changed',
      payload: { group_id: groupId, username: anya.username, by: creator.username },
    });
    expect(watching.messages.map(({ content }) => content)).toEqual([
      `${anya.username} looks after this room now`,
    ]);
  });
  const { messages } = (await history(ben, groupId)).data;
  expect(messages.map(({ content, is_admin }) => [content, is_admin])).toEqual([
    [`${anya.username} looks after this room now`, true],
  ]);
  expect((await getRoom(anya, groupId)).data.allowed_actions).toContain('transfer');
  expect((await getRoom(creator, groupId)).data.permissions).toEqual([]);
  expect((await transfer(creator, ben)).status).toBe(403);
});

it('GR-05: only the creator hands over, to a registered member, with the exact name of the room', async () => {
  const { creator, groupId, name, people, transfer, admin, guest, person, join, owner } = await startOwned(1);
  const member = people[0] ?? creator;
  const visitor = await guest();
  await join(visitor, groupId);
  const answerOf = async (answer: ReturnType<typeof transfer>) => {
    const { status, error } = await answer;
    return [status, error.detail];
  };
  const boss = await admin();
  await join(boss, groupId);
  expect(await answerOf(transfer(boss, member))).toEqual([403, 'Not authorized to do this in this group']);
  expect(await answerOf(transfer(member, member))).toEqual([403, 'Not authorized to do this in this group']);
  const wrong = [400, 'Type the room’s name to confirm'];
  expect(await answerOf(transfer(creator, member, name.toUpperCase()))).toEqual(wrong);
  expect(await answerOf(transfer(creator, { username: '' }))).toEqual([400, 'Please provide a username.']);
  expect(await answerOf(transfer(creator, { username: 'nobody_here' }))).toEqual([404, 'User not found']);
  expect(await answerOf(transfer(creator, creator))).toEqual([400, 'You cannot do this to yourself']);
  expect(await answerOf(transfer(creator, visitor))).toEqual([400, 'Guests cannot own a group']);
  expect(await answerOf(transfer(creator, await person()))).toEqual([
    404,
    'User is not a member of this group',
  ]);
  expect(await owner(creator)).toBe(creator.username);
});

it('GR-05, SV-28: when the creator leaves, both permissions come before one, one before none, then time; guests never own', async () => {
  const { creator, groupId, people, leave, grant, guest, join, owner, getRoom } = await startOwned(4);
  const [first, second, third, fourth] = people;
  if (!first || !second || !third || !fourth) throw new Error('four members are needed');
  const visitor = await guest();
  await join(visitor, groupId);
  await grant(creator, groupId, third, ['can_ban']);
  await grant(creator, groupId, fourth, ['can_kick', 'can_ban']);
  const leavers = [creator, fourth, third, first];
  for (const [index, next] of [fourth, third, first, second].entries()) {
    expect((await leave(leavers[index] ?? creator, groupId)).status).toBe(200);
    expect(await owner(visitor)).toBe(next.username);
  }
  expect((await leave(second, groupId)).status).toBe(200);
  expect((await getRoom(visitor, groupId)).status).toBe(404);
});

it('GR-05: the only member who leaves closes the room', async () => {
  const { creator, groupId, leave, getRoom, connectShell } = await startOwned(0);
  const shell = await connectShell(creator);
  expect((await leave(creator, groupId)).status).toBe(200);
  await eventually(() => expect(shell.received.map(({ event }) => event)).toContain('group_left'));
  expect((await getRoom(creator, groupId)).status).toBe(404);
});

it('GR-05: of two transfers at once one wins, and there is one owner; with the account deleted in the middle, too', async () => {
  const { creator, groupId, people, transfer, deleteAccount, owner, getRoom } = await startOwned(3);
  const [first, second, third] = people;
  if (!first || !second || !third) throw new Error('three members are needed');
  const answers = await Promise.all([transfer(creator, first), transfer(creator, second)]);
  expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 403]);
  const now = [first, second].find((_, index) => answers[index]?.status === 200) ?? first;
  expect(await owner(third)).toBe(now.username);
  const [deleted, moved] = await Promise.all([deleteAccount(now), transfer(now, third)]);
  expect(deleted.status).toBe(200);
  expect([200, 401, 403]).toContain(moved.status);
  const remaining = await owner(third);
  expect(people.concat(creator).map(({ username }) => username)).toContain(remaining);
  expect(remaining).not.toBe(now.username);
  const owners = await Promise.all(
    [creator, first, second, third]
      .filter((someone) => someone !== now)
      .map(async (someone) => (await getRoom(someone, groupId)).data.allowed_actions.includes('transfer')),
  );
  expect(owners.filter(Boolean)).toHaveLength(1);
});
