import { setImmediate as nextTurn } from 'node:timers/promises';
import { sql } from 'kysely';
import { expect, it } from 'vitest';
import { members } from './index.ts';
import { addPeople, draftOf, openConversation, startKernel } from './messages.fixture.ts';

it('R-07: after a user has left, none of their messages is stored, however close the race', async () => {
  const { database, appender } = await startKernel();
  const people = await addPeople(database, 20);
  const room = await openConversation(database, people);
  const countOf = async (person: number) => {
    const { rows } = await sql<{ count: number }>`
      SELECT count(*) FROM messages WHERE sender_id = ${person}`.execute(database.db);
    return rows[0]?.count;
  };
  for (const person of people) {
    const sends = Array.from({ length: 300 }, (_, n) =>
      appender.append(draftOf(room, person, `early ${n}`), ''),
    );
    await nextTurn();
    await database.transaction((tx) => members.removeMember(tx, room, person));
    const countWhenOut = await countOf(person);
    expect(await appender.append(draftOf(room, person, 'late'), '')).toEqual({ status: 'not_a_member' });
    await Promise.all(sends);
    expect(await countOf(person)).toBe(countWhenOut);
  }
  expect(await members.countMembers(database.db, room)).toBe(0);
});

it('counts a member once and returns whether something changed', async () => {
  const { database } = await startKernel();
  const [ann = 0, bob = 0] = await addPeople(database, 2);
  const room = await openConversation(database, [ann]);
  expect(await database.transaction((tx) => members.addMember(tx, room, ann))).toBe(false);
  expect(await database.transaction((tx) => members.addMember(tx, room, bob))).toBe(true);
  expect(await members.countMembers(database.db, room)).toBe(2);
  expect(await database.transaction((tx) => members.removeMember(tx, room, bob))).toBe(true);
  expect(await database.transaction((tx) => members.removeMember(tx, room, bob))).toBe(false);
  expect(await members.isMember(database.db, room, ann)).toBe(true);
  expect(await members.isMember(database.db, room, bob)).toBe(false);
});

it('a read position only moves forward and never past the newest message; for new members the existing messages are read', async () => {
  const { database, appender } = await startKernel();
  const [ann = 0, bob = 0] = await addPeople(database, 2);
  const room = await openConversation(database, [ann]);
  for (const id of ['a', 'b', 'c']) await appender.append(draftOf(room, ann, id), '');
  expect(await members.markRead(database.db, room, ann, 2)).toBe(2);
  expect(await members.markRead(database.db, room, ann, 1)).toBe(2);
  expect(await members.markRead(database.db, room, ann, 99)).toBe(3);
  expect(await members.markRead(database.db, room, bob, 1)).toBeUndefined();
  await database.transaction((tx) => members.addMember(tx, room, bob));
  expect(await members.markRead(database.db, room, bob, 0)).toBe(3);
});
