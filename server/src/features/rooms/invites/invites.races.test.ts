import { sql } from 'kysely';
import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join as joinPath } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { startApp } from '../../../app.ts';
import { readConfig } from '../../../config.ts';
import { createClient } from '../../../test/client.ts';
import { silentLogger } from '../../../test/database-template.fixture.ts';
import { volume } from '../../../test/volume.fixture.ts';
import { JWT_SECRET, type Person } from '../rooms.fixture.ts';
import { startInvites } from './invites.fixture.ts';

const PEOPLE = 50;
const USES = 20;
const ROUNDS = volume(6, 20);

/** The services of these tests, on which a second node can share the rooms; undefined on the embedded engine. */
const redisUrl = process.env['TEST_REDIS_URL'] || undefined;

/** Starts the application; where there are services also a second node, on the same database. */
async function startNodes() {
  const here = await startInvites();
  if (redisUrl === undefined) return { ...here, clientOf: () => here.client };
  const dataDir = mkdtempSync(joinPath(tmpdir(), 'adda-second-'));
  const env = { PORT: '0', DATA_DIR: dataDir, RATE_LIMITS: 'off', REDIS_URL: redisUrl, JWT_SECRET };
  const node = await startApp({
    config: readConfig(env),
    logger: silentLogger,
    database: here.database,
  });
  onTestFinished(() => node.stop());
  const there = createClient(node.url);
  return { ...here, clientOf: (index: number) => (index % 2 === 0 ? here.client : there) };
}

async function guestsOf({ guest }: Awaited<ReturnType<typeof startInvites>>, count: number) {
  const people: Person[] = [];
  while (people.length < count) people.push(await guest());
  return people;
}

/** Returns what happened to each of the users who join by one code at once, over all nodes. */
async function joinAtOnce(
  { clientOf }: { readonly clientOf: (index: number) => Awaited<ReturnType<typeof startInvites>>['client'] },
  people: readonly Person[],
  code: string,
): Promise<string[]> {
  const answers = await Promise.all(
    people.map((person, index) => clientOf(index)('POST /invites/:code/join', { params: { code } }, person)),
  );
  return answers.map((answer) => (answer.status === 200 ? 'joined' : answer.error.code));
}

const count = (answers: readonly string[], what: string) => answers.filter((each) => each === what).length;

it(`GR-02: of ${PEOPLE} users who join at once by an invitation with ${USES} uses, exactly ${USES} become members`, async () => {
  const fixture = await startNodes();
  const { person, open, codeOf, getRoom, database } = fixture;
  const creator = await person();
  const people = await guestsOf(fixture, PEOPLE);
  const groupId = await open(creator);
  const code = await codeOf(creator, groupId, { max_uses: USES });
  const answers = await joinAtOnce(fixture, people, code);
  expect([count(answers, 'joined'), count(answers, 'invite_gone')]).toEqual([USES, PEOPLE - USES]);
  expect((await getRoom(creator, groupId)).data.member_count).toBe(USES + 1);
  const { rows } = await sql<{ uses: number; members: number }>`
    SELECT uses, (
      SELECT count(*) FROM conversation_members member WHERE member.conversation_id = invite.conversation_id
    ) AS members FROM room_invites invite WHERE code = ${code}`.execute(database.db);
  expect(rows).toEqual([{ uses: USES, members: USES + 1 }]);
});

it(`GR-02: ${ROUNDS} times a user is banned while joining, is no member afterwards, and others join`, async () => {
  const fixture = await startNodes();
  const { person, open, codeOf, ban, getRoom, database } = fixture;
  const creator = await person();
  const [target, ...others] = await guestsOf(fixture, 4);
  if (!target) throw new Error('no guest');
  for (let round = 0; round < ROUNDS; round += 1) {
    const groupId = await open(creator);
    const code = await codeOf(creator, groupId);
    const [answers, banned] = await Promise.all([
      joinAtOnce(fixture, [...others, target], code),
      ban(creator, groupId, target),
    ]);
    expect(banned.status).toBe(200);
    expect(answers.slice(0, 3)).toEqual(['joined', 'joined', 'joined']);
    expect(['joined', 'invite_gone']).toContain(answers[3]);
    expect((await getRoom(target, groupId)).data).toMatchObject({ is_member: false, is_banned: true });
    expect((await getRoom(creator, groupId)).data.member_count).toBe(4);
    const { rows } = await sql<{ uses: number }>`
      SELECT uses FROM room_invites WHERE code = ${code}`.execute(database.db);
    expect(rows[0]?.uses).toBe(count(answers, 'joined'));
  }
});

it(`GR-02: ${ROUNDS} times an invitation is revoked, or its maker removed, while users join; nobody joins afterwards`, async () => {
  const fixture = await startNodes();
  const { person, open, join, codeOf, revokeInvite, kick, deleteGroup, expectGone, getRoom } = fixture;
  const creator = await person();
  const maker = await person();
  const people = await guestsOf(fixture, 6);
  const late = await fixture.guest();
  const ends = [
    (groupId: string, code: string) => revokeInvite(creator, groupId, code),
    (groupId: string) => kick(creator, groupId, maker),
    (groupId: string) => deleteGroup(creator, groupId),
  ];
  for (let round = 0; round < ROUNDS; round += 1) {
    const groupId = await open(creator);
    await join(maker, groupId);
    const code = await codeOf(maker, groupId);
    const end = ends[round % ends.length] ?? revokeInvite.bind(undefined, creator);
    const [answers, ended] = await Promise.all([joinAtOnce(fixture, people, code), end(groupId, code)]);
    expect(ended.status).toBe(200);
    expect(count(answers, 'joined') + count(answers, 'invite_gone')).toBe(people.length);
    await expectGone(late, code);
    const room = await getRoom(creator, groupId);
    if (room.status !== 200) continue;
    const others = end === ends[1] ? 1 : 2;
    expect(room.data.member_count).toBe(count(answers, 'joined') + others);
  }
});
