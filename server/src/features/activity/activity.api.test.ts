import { ACTIVITY_EXCERPT_MAX, ACTIVITY_PAGE } from '@adda/contract/activity';
import { sql, type Kysely } from 'kysely';
import { expect, it } from 'vitest';
import { up } from '../../../migrations/20261126T092000_notification-activity.ts';
import { activitySections } from './activity.personal.repository.ts';
import { startActivity } from './activity.fixture.ts';

const numbered = (count: number) => Array.from({ length: count }, (_, n) => `no. ${n}`);

it('NT-01: what happened is listed with who did it, where it leads and what it says', async () => {
  const { person, admin, client, items, page, invite } = await startActivity();
  const [ann, bob] = [await person(), await person()];
  expect(await page(ann)).toEqual({ items: [], unread_count: 0, next_cursor: null });
  const groupId = await invite(bob, ann);
  const { data } = await client(
    'POST /users/report',
    { body: { reported_username: ann.username, reason: 'rude words in a room' } },
    bob,
  );
  await client(
    'PATCH /admin/reports/:report_id',
    {
      params: { report_id: data.report_id },
      body: { status: 'resolved', action: 'warn', reason: 'Please stay friendly' },
    },
    await admin(),
  );
  expect(await items(ann)).toEqual([
    {
      activity_id: expect.stringMatching(/^[0-9a-f]{24}$/),
      kind: 'moderation',
      actors: [],
      actor_count: 0,
      subject: {
        type: 'report',
        id: expect.stringMatching(/^[0-9a-f]{24}$/),
        sanction_id: expect.any(String),
      },
      excerpt: expect.stringContaining('Please stay friendly'),
      created_at: expect.any(String),
      is_read: false,
    },
    {
      activity_id: expect.stringMatching(/^[0-9a-f]{24}$/),
      kind: 'invite',
      actors: [{ username: bob.username, display_name: expect.any(String), avatar: null }],
      actor_count: 1,
      subject: { type: 'group', id: groupId, invite_code: expect.any(String) },
      excerpt: expect.stringContaining(bob.username),
      created_at: expect.any(String),
      is_read: false,
    },
  ]);
  expect((await page(ann)).unread_count).toBe(2);
  const kinds = (await items(bob)).map(({ kind }) => kind);
  expect(kinds, 'the reporter was told of the decision').toEqual(['moderation']);
});

it('NT-01: pages have 30 items, the newest first, and continue where the last one ended', async () => {
  const { person, seed, page } = await startActivity();
  const ann = await person();
  const texts = numbered(2 * ACTIVITY_PAGE + 5);
  await seed(ann, texts);
  const listed: string[] = [];
  const sizes: number[] = [];
  for (let cursor: string | null | undefined; cursor !== null;) {
    const { items, next_cursor: next, unread_count: unread } = await page(ann, cursor ? { cursor } : {});
    listed.push(...items.map(({ excerpt }) => excerpt));
    sizes.push(items.length);
    expect(unread).toBe(texts.length);
    cursor = next;
  }
  expect(listed).toEqual(texts.toReversed());
  expect(sizes).toEqual([ACTIVITY_PAGE, ACTIVITY_PAGE, 5]);
});

it('NT-01: what is gone is neither listed nor counted, and pages are full without it', async () => {
  const { person, seed, page, texts, database } = await startActivity();
  const ann = await person();
  await seed(ann, numbered(100));
  await sql`DELETE FROM notifications WHERE text ~ '[1-9]$'`.execute(database.db);
  expect(await texts(ann)).toEqual(
    ['90', '80', '70', '60', '50', '40', '30', '20', '10', '0'].map((n) => `no. ${n}*`),
  );
  expect(await page(ann)).toMatchObject({ unread_count: 10, next_cursor: null });
});

it('NT-01: a page is full if exactly that many are left, and has no next one', async () => {
  const { person, seed, page } = await startActivity();
  const ann = await person();
  await seed(ann, numbered(ACTIVITY_PAGE));
  const { items, next_cursor: next } = await page(ann);
  expect([items.length, next]).toEqual([ACTIVITY_PAGE, null]);
});

it('NT-01: a filter lists unread items or some kinds; anything else is refused, and so is an unreadable cursor', async () => {
  const { person, seed, items, texts, client, invite, readTo } = await startActivity();
  const [ann, bob] = [await person(), await person()];
  await seed(ann, ['old', 'new']);
  await readTo(ann, (await items(ann)).at(-1)?.activity_id ?? '');
  await invite(bob, ann);
  expect(await texts(ann, 'unread')).toEqual([expect.stringContaining(bob.username), 'new*']);
  expect(await texts(ann, 'moderation')).toEqual(['new*', 'old']);
  expect((await items(ann, 'invite')).map(({ kind }) => kind)).toEqual(['invite']);
  expect(await items(ann, 'invite,moderation')).toHaveLength(3);
  expect(await items(ann, 'like,follow')).toEqual([]);
  for (const query of [
    { filter: '' },
    { filter: 'read' },
    { filter: 'unread,invite' },
    { filter: 'invite,' },
    { filter: 'message' },
    { filter: 'x'.repeat(301) },
    { cursor: 'x' },
    { cursor: '' },
    { cursor: `${'z'.repeat(12)}.${'0'.repeat(24)}` },
  ]) {
    const { status, error } = await client('GET /activity', { query }, ann);
    expect([query, status, error.code]).toEqual([query, 400, 'invalid_parameters']);
  }
});

it('NT-01: an excerpt has at most 140 characters and cuts no character', async () => {
  const { person, seed, items } = await startActivity();
  const ann = await person();
  const family = '👨‍👩‍👧‍👦';
  await seed(ann, [family.repeat(20), `  two\n\nlines  `]);
  const [lines, long] = await items(ann);
  expect(lines?.excerpt).toBe('two lines');
  expect(long?.excerpt).toBe(family.repeat(Math.floor(ACTIVITY_EXCERPT_MAX / family.length)));
});

it('NT-02: reading marks an item and everything older', async () => {
  const { person, seed, items, texts, readTo, page } = await startActivity();
  const [ann, bob] = [await person(), await person()];
  await seed(ann, ['one', 'two', 'three']);
  await seed(bob, ['of bob']);
  const second = (await items(ann))[1]?.activity_id ?? '';
  expect(await readTo(ann, second)).toMatchObject({ status: 200, data: { unread_count: 1 } });
  expect(await texts(ann)).toEqual(['three*', 'two', 'one']);
  expect((await page(ann)).unread_count).toBe(1);
  expect(await texts(bob), 'others have not read').toEqual(['of bob*']);
  for (const unknown of [(await items(bob))[0]?.activity_id ?? '', '0'.repeat(24), 'no id', '']) {
    const { status, error } = await readTo(ann, unknown);
    expect([status, error.code]).toEqual([404, 'activity_not_found']);
  }
});

it('NT-01: nothing is listed from blocked or suspended people, or about deleted rooms', async () => {
  const { person, items, page, invite, block, deleteGroup, database } = await startActivity();
  const [ann, bob] = [await person(), await person()];
  const groupId = await invite(bob, ann);
  const isListed = async () => {
    const { items: listed, unread_count: unread } = await page(ann);
    expect(unread).toBe(listed.length);
    return listed.length === 1;
  };
  expect(await isListed()).toBe(true);
  await sql`UPDATE users SET suspended_at = now() WHERE username = ${bob.username}`.execute(database.db);
  expect(await isListed(), 'suspended').toBe(false);
  await sql`UPDATE users SET suspended_at = NULL WHERE username = ${bob.username}`.execute(database.db);
  expect(await items(ann)).toHaveLength(1);
  await deleteGroup(bob, groupId);
  expect(await isListed(), 'the room is deleted').toBe(false);
  await invite(bob, ann);
  expect(await isListed(), 'another room').toBe(true);
  await block(ann, bob);
  expect(await isListed(), 'blocked').toBe(false);
});

it('NT-01: announcements are part of the activity until they end, each read by everyone on their own', async () => {
  const { person, admin, seed, texts, items, readTo, page, client } = await startActivity();
  const [ann, bob, boss] = [await person(), await person(), await admin()];
  await seed(ann, ['before']);
  const announce = async (text: string) =>
    (await client('POST /admin/announcements', { body: { text, tone: 'info' } }, boss)).data.announcement
      .announcement_id;
  const [first, second] = [await announce('first'), await announce('second')];
  expect(await items(bob)).toMatchObject([
    { activity_id: second, kind: 'announcement', actors: [], excerpt: 'second' },
    { activity_id: first, subject: { id: first } },
  ]);
  expect((await readTo(ann, first)).data.unread_count).toBe(1);
  expect(await texts(ann)).toEqual(['second*', 'first', 'before']);
  expect(await texts(ann, 'unread')).toEqual(['second*']);
  expect(await texts(ann, 'announcement')).toEqual(['second*', 'first']);
  expect(await texts(bob)).toEqual(['second*', 'first*']);
  await readTo(ann, second);
  const params = { announcement_id: second };
  await client('DELETE /admin/announcements/:announcement_id', { params }, boss);
  expect(await texts(ann)).toEqual(['first', 'before']);
  expect(await texts(bob)).toEqual(['first*']);
  expect((await page(bob)).unread_count).toBe(1);
  expect((await readTo(bob, second)).status, 'over').toBe(404);
});

it('NT-03: a kind that is not shown in the app is neither listed nor counted', async () => {
  const { person, admin, seed, texts, page, switchKinds, client, invite } = await startActivity();
  const [ann, bob] = [await person(), await person()];
  await seed(ann, ['a warning']);
  await invite(bob, ann);
  await client('POST /admin/announcements', { body: { text: 'hello', tone: 'info' } }, await admin());
  expect((await page(ann)).unread_count).toBe(3);
  await switchKinds(ann, { moderation: { in_app: false }, announcement: { in_app: false } });
  expect(await texts(ann)).toEqual([expect.stringContaining(bob.username)]);
  expect(await texts(ann, 'moderation')).toEqual([]);
  expect(await texts(ann, 'unread')).toHaveLength(1);
  expect((await page(ann)).unread_count).toBe(1);
  await switchKinds(ann, { moderation: { in_app: true } });
  expect(await texts(ann)).toHaveLength(2);
});

it('SV-104: the data copy says what happened, by whom unless a block exists, and items are deleted after 180 days', async () => {
  const { person, seed, invite, block, idOf, texts, app, database } = await startActivity();
  const [ann, bob] = [await person(), await person()];
  await seed(ann, ['old', 'new']);
  await invite(bob, ann);
  const copied = async () => {
    const rows: object[] = [];
    for (const section of activitySections)
      rows.push(...(await Array.fromAsync(section.rows(database.db, await idOf(ann)))));
    return rows;
  };
  const invited = { kind: 'invite', about: 'group', is_read: false, created_at: expect.any(Date) };
  expect(await copied()).toContainEqual({ ...invited, by: bob.username });
  expect(await copied()).toHaveLength(3);
  await block(ann, bob);
  expect(await copied()).toContainEqual({ ...invited, by: null });
  await sql`
    UPDATE activity_items SET happened_at = now() - interval '181 days'
    WHERE subject_id = (SELECT id FROM notifications WHERE text = 'old' AND user_id = ${await idOf(ann)})`.execute(
    database.db,
  );
  await database.transaction((tx) => app.jobs.enqueue(tx, 'activity.old-items', null));
  await expect.poll(copied).toHaveLength(2);
  expect(await texts(ann)).toEqual(['new*']);
});

it('NT-01: notifications from before the activity are in it after the migration', async () => {
  const { person, seed, invite, items, texts, readTo, idOf, database } = await startActivity();
  const [ann, bob] = [await person(), await person()];
  await seed(ann, ['old', 'read', 'unread']);
  await invite(bob, ann);
  const [invited] = await items(ann);
  const id = await idOf(ann);
  await sql`DELETE FROM activity_items WHERE user_id = ${id}`.execute(database.db);
  await sql`
    UPDATE notifications SET read_at = CASE text WHEN 'read' THEN now() END,
      created_at = created_at - CASE text WHEN 'old' THEN interval '181 days' WHEN 'read' THEN interval '2 days'
        WHEN 'unread' THEN interval '1 day' ELSE interval '0' END
    WHERE user_id = ${id}`.execute(database.db);
  for (const _ of ['once', 'and again']) await up(database.db as unknown as Kysely<unknown>);
  expect(await texts(ann)).toEqual([expect.stringContaining(bob.username), 'unread*', 'read']);
  const [shown] = await items(ann);
  expect(shown).toEqual({ ...invited, activity_id: expect.any(String), created_at: expect.any(String) });
  expect((await readTo(ann, shown?.activity_id ?? '')).data.unread_count).toBe(0);
});
