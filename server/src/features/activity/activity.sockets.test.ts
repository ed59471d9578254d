import { ACTIVITY_EVENT_INTERVAL_MS, type ActivityChanged } from '@adda/contract/activity';
import { sql } from 'kysely';
import { describe, expect, it } from 'vitest';
import { startSecondNode } from '../../test/second-node.fixture.ts';
import { registration } from '../accounts/accounts.fixture.ts';
import { connectShellTo, type ChatClient, type Person } from '../direct/direct.fixture.ts';
import { startActivity } from './activity.fixture.ts';

const redisUrl = process.env['TEST_REDIS_URL'] || undefined;

/** Waits until the newest event of a main screen matches. */
const newest = (shell: ChatClient, expected: object) =>
  expect.poll(() => shell.all('activity').at(-1)).toMatchObject(expected);

/** Returns what an event says in short: the kind of its item, or what it removes. */
const short = (event: ActivityChanged): string => ('item' in event ? event.item.kind : 'removed');

/** Starts the application with an administrator who announces and suspends. */
async function startShells() {
  const fixture = await startActivity();
  const { client } = fixture;
  const boss = await fixture.admin();
  const judge = (path: 'suspend' | 'unsuspend', { username }: Person) =>
    client(
      `POST /admin/users/:username/${path}`,
      { params: { username }, body: { reason: 'spam in every room' } },
      boss,
    );
  return {
    ...fixture,
    boss,
    judge,
    announce: async (text: string) =>
      (await client('POST /admin/announcements', { body: { text, tone: 'info' } }, boss)).data.announcement
        .announcement_id,
    endAnnouncement: (id: string) =>
      client('DELETE /admin/announcements/:announcement_id', { params: { announcement_id: id } }, boss),
  };
}

it('NT-02: what happens reaches every main screen of the user as the list shows it, and nobody else', async () => {
  const { person, seed, invite, items, connectShell } = await startShells();
  const [ann, bob] = [await person(), await person()];
  await seed(ann, ['before']);
  const [phone, desk, stranger] = [
    await connectShell(ann),
    await connectShell(ann),
    await connectShell(await person()),
  ];
  await invite(bob, ann);
  const [item] = await items(ann);
  for (const shell of [phone, desk])
    await expect.poll(() => shell.all('activity')).toEqual([{ item, unread_count: 2 }]);
  expect(stranger.all('activity')).toEqual([]);
});

it('NT-02: a read reaches all main screens of the user', async () => {
  const { person, seed, items, readTo, connectShell } = await startShells();
  const ann = await person();
  await seed(ann, ['one', 'two', 'three']);
  const [phone, desk] = [await connectShell(ann), await connectShell(ann)];
  const upTo = (await items(ann))[1]?.activity_id ?? '';
  await readTo(ann, upTo);
  for (const shell of [phone, desk])
    await expect
      .poll(() => shell.all('activity'))
      .toEqual([{ removed: [], read_up_to: upTo, unread_count: 1 }]);
});

it('NT-01, NT-02: items of a suspended person are gone until that ends; a block removes them', async () => {
  const { person, invite, items, judge, block, connectShell } = await startShells();
  const [ann, bob] = [await person(), await person()];
  await invite(bob, ann);
  const [item] = await items(ann);
  const shell = await connectShell(ann);
  const gone = { removed: [item?.activity_id], unread_count: 0 };
  await judge('suspend', bob);
  await newest(shell, gone);
  await judge('unsuspend', bob);
  await newest(shell, { item, unread_count: 1 });
  await block(ann, bob);
  await newest(shell, gone);
  expect(shell.all('activity')).toHaveLength(3);
});

it('NT-01, NT-02: a suspended person goes from items of several people, and comes back', async () => {
  const { person, client, items, judge, connectShell } = await startShells();
  const [ann, bob, eve] = [await person(), await person(), await person()];
  for (const fan of [bob, eve])
    await client('POST /subscriptions/follow', { query: { target_username: ann.username } }, fan);
  const [both] = await items(ann);
  const shell = await connectShell(ann);
  await judge('suspend', eve);
  await newest(shell, { item: { actor_count: 1, actors: [{ username: bob.username }] }, unread_count: 1 });
  await judge('unsuspend', eve);
  await newest(shell, { item: both, unread_count: 1 });
});

it('NT-03: a kind that is switched off or on is counted anew on every tab', async () => {
  const { person, seed, invite, switchKinds, connectShell } = await startShells();
  const [ann, bob] = [await person(), await person()];
  await seed(ann, ['one', 'two']);
  await invite(bob, ann);
  const [phone, desk] = [await connectShell(ann), await connectShell(ann)];
  await switchKinds(ann, { invite: { in_app: false } });
  for (const shell of [phone, desk]) await newest(shell, { removed: [], unread_count: 2 });
  await switchKinds(ann, { invite: { in_app: true } });
  for (const shell of [phone, desk]) await newest(shell, { removed: [], unread_count: 3 });
  await switchKinds(ann, { invite: { email: true } });
  await seed(ann, ['three']);
  await switchKinds(ann, { moderation: { in_app: true } });
  await newest(phone, { removed: [], unread_count: 4 });
  expect(phone.all('activity'), 'only the app counts').toHaveLength(3);
});

it('GR-02, NT-02: an invitation goes from the activity when it was used, revoked, or ran out', async () => {
  const { app, person, client, database, invite, items, connectShell, idOf } = await startShells();
  const [ann, bob] = [await person(), await person()];
  const shell = await connectShell(ann);
  const told = async () => {
    const groupId = await invite(bob, ann);
    const [item] = await items(ann);
    const code = item?.subject.invite_code ?? '';
    return { groupId, code, gone: { removed: [item?.activity_id], unread_count: 0 } };
  };
  const used = await told();
  expect((await client('POST /invites/:code/join', { params: { code: used.code } }, ann)).status).toBe(200);
  await newest(shell, used.gone);
  const revoked = await told();
  await client(
    'DELETE /groupchat/groups/:id/invites/:code',
    { params: { id: revoked.groupId, code: revoked.code } },
    bob,
  );
  await newest(shell, revoked.gone);
  const late = await told();
  await sql`UPDATE room_invites SET expires_at = now() WHERE recipient_id = ${await idOf(ann)}`.execute(
    database.db,
  );
  expect(await items(ann), 'at once in the list').toEqual([]);
  await database.transaction((tx) => app.jobs.enqueue(tx, 'rooms.expired-invites', null));
  await newest(shell, late.gone);
});

it('NT-02: what is told again and again is sent at once and then twice a second, with the state at the end', async () => {
  const { person, seed, items, readTo, connectShell } = await startShells();
  const ann = await person();
  await seed(ann, ['one']);
  const upTo = (await items(ann))[0]?.activity_id ?? '';
  const shell = await connectShell(ann);
  const startedAt = performance.now();
  for (let turn = 0; turn < 20; turn += 1) await readTo(ann, upTo);
  const intervals = (performance.now() - startedAt) / ACTIVITY_EVENT_INTERVAL_MS;
  await seed(ann, ['two']);
  // The last event is sent after everything that was said.
  await newest(shell, { read_up_to: upTo });
  await expect.poll(() => shell.all('activity').length).toBeGreaterThan(1);
  await newest(shell, { read_up_to: upTo, unread_count: 1 });
  expect(shell.all('activity').length).toBeLessThanOrEqual(2 + Math.ceil(intervals));
});

it('NT-01, NT-02: an account that is deleted takes what it did along', async () => {
  const { person, client, makeKnown, open, items, connectShell } = await startShells();
  const ann = await person();
  const account = registration();
  const { data } = await client('POST /auth/register', { body: account });
  const bob = { username: data.username, token: data.access_token };
  await makeKnown(bob, ann);
  const params = { id: await open(bob) };
  await client('POST /groupchat/groups/:id/invites', { params, body: { username: ann.username } }, bob);
  const [item] = await items(ann);
  const shell = await connectShell(ann);
  expect((await client('DELETE /users/me', { body: { password: account.password } }, bob)).status).toBe(200);
  await newest(shell, { removed: [item?.activity_id], unread_count: 0 });
  expect(await items(ann)).toEqual([]);
});

it('NT-01, NT-02: an announcement reaches everybody with their own count, and so does its end', async () => {
  const { person, guest, seed, announce, endAnnouncement, switchKinds, connectShell } = await startShells();
  const [ann, bob, eve] = [await person(), await guest(), await person()];
  await seed(ann, ['one', 'two']);
  await switchKinds(eve, { announcement: { in_app: false } });
  const [annShell, bobShell, eveShell] = [
    await connectShell(ann),
    await connectShell(bob),
    await connectShell(eve),
  ];
  const id = await announce('we are open');
  const item = { activity_id: id, kind: 'announcement', excerpt: 'we are open', is_read: false };
  await newest(annShell, { item, unread_count: 3 });
  await newest(bobShell, { item, unread_count: 1 });
  await endAnnouncement(id);
  await newest(annShell, { removed: [id], unread_count: 2 });
  await newest(bobShell, { removed: [id], unread_count: 0 });
  expect(eveShell.all('activity'), 'NT-03: switched off').toEqual([]);
});

it('NT-03: a kind that is not shown in the app is not told', async () => {
  const { person, invite, switchKinds, announce, connectShell } = await startShells();
  const [ann, bob] = [await person(), await person()];
  await switchKinds(ann, { invite: { in_app: false } });
  const shell = await connectShell(ann);
  await invite(bob, ann);
  await announce('the next thing');
  await newest(shell, { item: { kind: 'announcement' }, unread_count: 1 });
  expect(shell.all('activity').map(short)).toEqual(['announcement']);
});

describe.runIf(redisUrl)('two nodes', () => {
  it('NT-02: main screens on another node are told too', async () => {
    const { person, database, invite, items, readTo, connectShell } = await startShells();
    const there = await startSecondNode({ database });
    const [ann, bob] = [await person(), await person()];
    const [near, far] = [await connectShell(ann), await connectShellTo(there.url, ann)];
    await invite(bob, ann);
    const [item] = await items(ann);
    for (const shell of [near, far]) await newest(shell, { item, unread_count: 1 });
    await readTo(ann, item?.activity_id ?? '');
    for (const shell of [near, far])
      await newest(shell, { removed: [], read_up_to: item?.activity_id, unread_count: 0 });
  });
});
