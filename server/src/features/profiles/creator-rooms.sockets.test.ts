import { sql } from 'kysely';
import { describe, expect, it } from 'vitest';
import { startSecondNode } from '../../test/second-node.fixture.ts';
import { PASSWORD } from '../accounts/accounts.fixture.ts';
import { connectShellTo, type ChatClient } from '../direct/direct.fixture.ts';
import { lockPair } from '../relations/index.ts';
import { eventually, startProfiles, type Person, type ProfilesFixture } from './profiles.fixture.ts';

const PROBE = 'Is anybody here?';

/** The bios that a shell received, without those of `own`: users get their own changes without joining (HM-07). */
const receivedBios = (shell: ChatClient, own?: Person) =>
  shell
    .all('profile_updated')
    .filter(({ username, bio }) => bio !== PROBE && username !== own?.username)
    .map(({ bio }) => bio);
const errorsOf = (shell: ChatClient) => shell.all('error').map(({ code }) => code);
const say = ({ edit }: Pick<ProfilesFixture, 'edit'>, user: Person, bio: string) =>
  edit(user, { fields: { bio } });

/** Joins a creator’s room, and waits until the shell receives its events. */
async function joinRoom(
  fixture: ProfilesFixture,
  shell: ChatClient,
  creator: Person,
  name = creator.username,
): Promise<void> {
  shell.socket.emit('join', { creator: name });
  const probes = () => shell.all('profile_updated').filter((event) => event.username === creator.username);
  const before = probes().length;
  await eventually(async () => {
    await say(fixture, creator, PROBE);
    expect(probes().length).toBeGreaterThan(before);
  });
}

/** Waits until the server has processed all earlier events: they are processed in order. */
async function settled(shell: ChatClient): Promise<void> {
  const before = errorsOf(shell).length;
  shell.socket.emit('join', { creator: 'nobody-of-this-name' });
  await eventually(() => expect(errorsOf(shell).length).toBeGreaterThan(before));
}

async function startTwo() {
  const fixture = await startProfiles();
  // Who is in a conversation with them gets changes of their profile without joining (HM-07).
  const [ann, bob] = [await fixture.person(), await fixture.person()];
  const bobShell = await fixture.connectShell(bob);
  return { ...fixture, ann, bob, bobShell };
}

it('RT-26, RT-28, RT-34: a member of the room receives profile changes until leaving', async () => {
  const fixture = await startTwo();
  const { ann, bobShell, me } = fixture;
  await say(fixture, ann, 'nobody is here');
  await joinRoom(fixture, bobShell, ann, ` ${ann.username.toUpperCase()} `);
  await say(fixture, ann, 'first');
  await eventually(() => expect(receivedBios(bobShell)).toEqual(['first']));
  expect(bobShell.all('profile_updated').at(-1)).toEqual({
    username: ann.username,
    display_name: (await me(ann)).display_name,
    bio: 'first',
    links: [],
    profile_image_url: null,
  });
  bobShell.socket.emit('leave', { creator: ann.username });
  await settled(bobShell);
  await say(fixture, ann, 'second');
  await joinRoom(fixture, bobShell, ann);
  await say(fixture, ann, 'third');
  await eventually(() => expect(receivedBios(bobShell)).toEqual(['first', 'third']));
});

it('R-01: a refused change is not published', async () => {
  const fixture = await startTwo();
  const { ann, bobShell, edit } = fixture;
  await joinRoom(fixture, bobShell, ann);
  expect((await edit(ann, { fields: { bio: 'x', links: '["ftp://a.example"]' } })).status).toBe(400);
  await say(fixture, ann, 'good');
  await eventually(() => expect(receivedBios(bobShell)).toEqual(['good']));
});

it('a room left before the join completes is not joined', async () => {
  const fixture = await startTwo();
  const { ann, bobShell } = fixture;
  bobShell.socket.emit('join', { creator: ann.username });
  bobShell.socket.emit('leave', { creator: ann.username });
  await settled(bobShell);
  await say(fixture, ann, 'unheard');
  await joinRoom(fixture, bobShell, ann);
  await say(fixture, ann, 'heard');
  await eventually(() => expect(receivedBios(bobShell)).toEqual(['heard']));
});

it('R-14: joining an unknown, a suspended, a deleted or a blocked user returns not found', async () => {
  const fixture = await startTwo();
  const { ann, bob, bobShell, person, suspend, client, block } = fixture;
  const [deletedUser, away] = [await person(), await person()];
  await suspend(away);
  await client('DELETE /users/me', { body: { password: PASSWORD } }, deletedUser);
  await block(ann, bob);
  const names = ['nobody-at-all', deletedUser.username, away.username, ann.username];
  for (const username of names) bobShell.socket.emit('join', { creator: username });
  await eventually(() =>
    expect(bobShell.all('error')).toEqual(
      names.map(() => ({ code: 'user_not_found', detail: 'User not found' })),
    ),
  );
  await say(fixture, ann, 'not for bob');
  await settled(bobShell);
  expect(receivedBios(bobShell)).toEqual([]);
  bobShell.socket.emit('join', { creator: 7 });
  await eventually(() => expect(errorsOf(bobShell).at(-1)).toBe('invalid_message'));
});

it('R-07: a block removes both users from each other’s rooms immediately; after it is lifted they have to join again', async () => {
  const fixture = await startTwo();
  const { ann, bob, bobShell, block, unblock, connectShell, person } = fixture;
  const annShell = await connectShell(ann);
  const eve = await person();
  const eveShell = await connectShell(eve);
  await joinRoom(fixture, bobShell, ann);
  await joinRoom(fixture, annShell, bob);
  await joinRoom(fixture, eveShell, ann);
  await joinRoom(fixture, eveShell, bob);
  expect((await block(bob, ann)).status).toBe(200);
  await say(fixture, ann, 'from ann');
  await say(fixture, bob, 'from bob');
  await unblock(bob, ann);
  await say(fixture, ann, 'still apart');
  // All other members received every update, and bob those of himself.
  await eventually(() => expect(receivedBios(eveShell)).toEqual(['from ann', 'from bob', 'still apart']));
  await eventually(() => expect(bobShell.all('profile_updated').map(({ bio }) => bio)).toContain('from bob'));
  await joinRoom(fixture, bobShell, ann);
  await say(fixture, ann, 'together');
  await eventually(() => expect(receivedBios(bobShell, bob)).toEqual(['together']));
  expect(receivedBios(annShell, ann)).toEqual([]);
});

it('R-07: a join that races with a block receives nothing published after it', async () => {
  const fixture = await startTwo();
  const { ann, bob, bobShell, block, unblock } = fixture;
  for (let round = 0; round < 40; round += 1) {
    const wishes = Array.from({ length: 4 }, async (_, n) => {
      await new Promise((resolve) => setTimeout(resolve, n * (round % 4)));
      bobShell.socket.emit('join', { creator: ann.username });
    });
    const [by, target] = round % 2 === 0 ? [ann, bob] : [bob, ann];
    const blocked = await block(by, target);
    expect(blocked.status).toBe(200);
    await say(fixture, ann, `after ${round}`);
    await Promise.all(wishes);
    await settled(bobShell);
    expect((await unblock(by, target)).status).toBe(200);
  }
  await joinRoom(fixture, bobShell, ann);
  await say(fixture, ann, 'the end');
  await eventually(() => expect(receivedBios(bobShell)).toEqual(['the end']));
}, 60_000);

it.runIf(process.env['TEST_DATABASE_URL'])(
  'R-07: a join waits for a block that is being made',
  async ({ skip }) => {
    const fixture = await startTwo();
    const { ann, bob, bobShell, database, idOf } = fixture;
    skip(database.engine === 'embedded', 'there every transaction waits for the others');
    const [annId, bobId] = [await idOf(ann), await idOf(bob)];
    const waiting = sql<{ total: number }>`
      SELECT count(*) AS total FROM pg_locks JOIN pg_database ON pg_database.oid = pg_locks.database
      WHERE locktype = 'advisory' AND NOT granted AND datname = current_database()`;
    await database.transaction(async (tx) => {
      await lockPair(tx, annId, bobId);
      await sql`INSERT INTO blocks (blocker_id, blocked_id) VALUES (${annId}, ${bobId})`.execute(tx);
      bobShell.socket.emit('join', { creator: ann.username });
      await eventually(async () => expect((await waiting.execute(tx)).rows).toEqual([{ total: 1 }]));
    });
    await eventually(() => expect(errorsOf(bobShell)).toEqual(['user_not_found']));
    await say(fixture, ann, 'unheard');
    await settled(bobShell);
    expect(receivedBios(bobShell)).toEqual([]);
  },
);

it('RT-28: a connection is in at most a hundred rooms; the oldest is left', async () => {
  const fixture = await startTwo();
  const { bobShell, guest, ann, person } = fixture;
  const next = await person();
  await joinRoom(fixture, bobShell, ann);
  await joinRoom(fixture, bobShell, next);
  for (let n = 0; n < 98; n += 1) bobShell.socket.emit('join', { creator: (await guest()).username });
  await settled(bobShell);
  await say(fixture, ann, 'a hundred');
  await eventually(() => expect(receivedBios(bobShell)).toEqual(['a hundred']));
  bobShell.socket.emit('join', { creator: (await guest()).username });
  let round = 0;
  await eventually(async () => {
    round += 1;
    await say(fixture, ann, 'forgotten');
    await say(fixture, next, `round ${round}`);
    await eventually(() => expect(receivedBios(bobShell).at(-1)).toBe(`round ${round}`));
    expect(receivedBios(bobShell).at(-2)).not.toBe('forgotten');
  });
});

const redisUrl = process.env.TEST_REDIS_URL || undefined;

describe.runIf(redisUrl)('two nodes', () => {
  it('R-07: rooms span both nodes, and so does a block', async () => {
    const fixture = await startTwo();
    const { ann, bob, database, block } = fixture;
    const there = await startSecondNode({ database });
    const eve = await fixture.person();
    const [bobThere, eveThere] = [await connectShellTo(there.url, bob), await connectShellTo(there.url, eve)];
    await joinRoom(fixture, bobThere, ann);
    await joinRoom(fixture, eveThere, ann);
    await say(fixture, ann, 'before');
    await eventually(() => expect(receivedBios(bobThere)).toEqual(['before']));
    await block(ann, bob);
    await say(fixture, ann, 'after');
    await eventually(() => expect(receivedBios(eveThere)).toEqual(['before', 'after']));
    await settled(bobThere);
    expect(receivedBios(bobThere)).toEqual(['before']);
  });
});
