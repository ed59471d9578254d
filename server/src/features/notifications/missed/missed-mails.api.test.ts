import { sql } from 'kysely';
import { expect, it } from 'vitest';
import { mergeNotificationSettings, withoutMails } from '@adda/contract/activity';
import { startActivity } from '../../activity/activity.fixture.ts';
import type { Person } from '../../direct/direct.fixture.ts';
import { connectShell, eventually } from '../../rooms/rooms.fixture.ts';
import { claimMail } from './missed-mails.repository.ts';

/** The application with users who were last there yesterday, and the hourly mails. */
async function startMissed() {
  const fixture = await startActivity();
  const { app, database, client, person, idOf, seed, switchKinds, mails, url } = fixture;
  const { db } = database;

  const addressOf = ({ username }: Person) => `${username}@example.org`;
  /** Returns the mails about what a user missed. */
  const mailsTo = (someone: Person) =>
    mails().filter((mail) => mail.includes(`To: ${addressOf(someone)}`) && mail.includes('What you missed'));

  const set = (someone: Person, change: ReturnType<typeof sql>) =>
    sql`UPDATE users SET ${change} WHERE username = ${someone.username}`.execute(db);

  /** Makes everything of a user older, as if time passed. */
  async function passHours(someone: Person, hours: number): Promise<void> {
    const by = sql`make_interval(hours => ${hours})`;
    const user = sql`(SELECT id FROM users WHERE username = ${someone.username})`;
    await set(someone, sql`last_active_at = last_active_at - ${by}`);
    await sql`UPDATE sessions SET last_used_at = last_used_at - ${by} WHERE user_id = ${user}`.execute(db);
    await sql`UPDATE activity_items SET opened_at = opened_at - ${by}, happened_at = happened_at - ${by}
      WHERE user_id = ${user}`.execute(db);
    await sql`UPDATE missed_mails SET told_at = told_at - ${by}, since = since - ${by}
      WHERE user_id = ${user}`.execute(db);
  }

  /** Registers a user with a confirmed address who wants mails of these kinds and was last there yesterday. */
  async function away(kinds: readonly string[] = ['moderation']): Promise<Person> {
    const someone = await person();
    await switchKinds(someone, Object.fromEntries(kinds.map((kind) => [kind, { email: true }])));
    await set(someone, sql`email_verified_at = now()`);
    await passHours(someone, 25);
    return someone;
  }

  const enqueue = () =>
    database.transaction((tx) => app.jobs.enqueue(tx, 'notifications.missed-batch', { after: 0 }));

  /** Resolves once no job of these mails waits or runs. */
  const settled = () =>
    eventually(async () => {
      const { rows } = await sql<{ open: number }>`
        SELECT count(*)::integer AS open FROM pgboss.job
        WHERE name LIKE 'notifications.missed%' AND state IN ('created', 'retry', 'active')`.execute(db);
      expect(rows[0]?.open).toBe(0);
    });

  /** Runs the hourly job as often as given, concurrently. */
  async function run(times = 1): Promise<void> {
    await Promise.all(Array.from({ length: times }, enqueue));
    await settled();
  }

  const linkIn = (mail: string | undefined): string =>
    /List-Unsubscribe: <([^>]+)>/.exec(mail?.replaceAll(/\r\n[ \t]+/g, '') ?? '')?.[1] ?? '';

  /** Posts to a link as mail programs do: without a session, an API key or JSON. */
  const press = (link: string) =>
    fetch(link.replace(/^https?:\/\/[^/]+/, url), {
      method: 'POST',
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      body: 'List-Unsubscribe=One-Click',
    });

  const settingsOf = async (someone: Person) =>
    (await client('GET /users/settings', {}, someone)).data.notifications;
  return {
    ...fixture,
    db,
    away,
    run,
    mailsTo,
    passHours,
    set,
    linkIn,
    press,
    settingsOf,
    seed,
    idOf,
    settled,
  };
}

it('NT-05: mails what was missed, with links to the place and to unsubscribing, and once a day', async () => {
  const { away, seed, run, mailsTo, passHours, url } = await startMissed();
  const ann = await away();
  await seed(ann, ['One', 'Two']);
  await run();
  const [mail, ...others] = mailsTo(ann);
  expect(others).toEqual([]);
  expect(mail).toContain(`Hi ${ann.username},`);
  expect(mail?.match(/^- A message from the people who look after Adda\r?$/gm)).toHaveLength(2);
  expect(mail).not.toContain('One\r\n');
  expect(mail).toMatch(/^https?:\/\/\S+\/v1\r?$/m);
  expect(mail).toMatch(/^List-Unsubscribe: <https?:\/\/\S+\/unsubscribe\?token=\S+>\r?$/m);
  expect(mail).toMatch(/^List-Unsubscribe-Post: List-Unsubscribe=One-Click\r?$/m);

  const metrics = await (await fetch(`${url}/metrics`)).text();
  expect(metrics).toMatch(/^missed_mails_total\{outcome="sent"\} [1-9]/m);
  expect(metrics).toMatch(/^missed_mails_total\{outcome="refused"\} 0$/m);

  await passHours(ann, 2);
  await seed(ann, ['Three']);
  await run();
  expect(mailsTo(ann)).toHaveLength(1);
});

it('NT-05: the next mail, a day later, tells only what happened since the last one', async () => {
  const { away, seed, run, mailsTo, passHours } = await startMissed();
  const ann = await away();
  await seed(ann, ['One', 'Two']);
  await run();
  await passHours(ann, 25);
  await run();
  expect(mailsTo(ann)).toHaveLength(1);
  await seed(ann, ['Three']);
  await run();
  const [, second] = mailsTo(ann);
  expect(second?.match(/^- A message/gm)).toHaveLength(1);
});

it('NT-05: lists ten and says how many more there are', async () => {
  const { away, seed, run, mailsTo } = await startMissed();
  const ann = await away();
  await seed(
    ann,
    Array.from({ length: 70 }, (_, place) => `Text ${place}`),
  );
  await run();
  const [mail] = mailsTo(ann);
  expect(mail?.match(/^- A message/gm)).toHaveLength(10);
  expect(mail).toMatch(/^- and 60 more\r?$/m);
});

it('NT-05: names who did it, and the news of the operators', async () => {
  const { away, person, client, run, mailsTo, db, admin } = await startMissed();
  const [ann, esha, omar] = [await away(['follow', 'announcement']), await person(), await person()];
  for (const by of [esha, omar]) {
    const query = { target_username: ann.username };
    expect((await client('POST /subscriptions/follow', { query }, by)).status).toBe(200);
  }
  const boss = await admin();
  await client('POST /admin/announcements', { body: { text: 'We are open' } }, boss);
  await run();
  const [mail] = mailsTo(ann);
  expect(mail).toMatch(/^- News from Adda\r?$/m);
  expect(mail).toMatch(new RegExp(`^- ${omar.username} and ${esha.username} now follow you\r?$`, 'm'));
  await sql`DELETE FROM announcements`.execute(db);
});

it.each([
  [
    'who has read it',
    async ({ page, readTo }: Missed, ann: Person) => {
      const { items } = await page(ann);
      await readTo(ann, items[0]?.activity_id ?? '');
    },
  ],
  [
    'whose address is not confirmed',
    ({ set }: Missed, ann: Person) => set(ann, sql`email_verified_at = NULL`),
  ],
  ['who is suspended', ({ set }: Missed, ann: Person) => set(ann, sql`suspended_at = now()`)],
  ['who is deleted', ({ set }: Missed, ann: Person) => set(ann, sql`deleted_at = now()`)],
  ['who is a guest', ({ set }: Missed, ann: Person) => set(ann, sql`is_guest = true`)],
  [
    'who was there a day ago',
    ({ set }: Missed, ann: Person) => set(ann, sql`last_active_at = now() - interval '23 hours'`),
  ],
  [
    'who accepts no messages and was there a day ago',
    async ({ set, db }: Missed, ann: Person) => {
      await set(ann, sql`is_available = false`);
      await sql`UPDATE sessions SET last_used_at = now() - interval '23 hours'
      WHERE user_id = (SELECT id FROM users WHERE username = ${ann.username})`.execute(db);
    },
  ],
  [
    'who wants mails of other kinds only',
    ({ set }: Missed, ann: Person) => set(ann, sql`notifications = '{"like": {"email": true}}'`),
  ],
  [
    'who switched the kind off in the app',
    ({ set }: Missed, ann: Person) =>
      set(ann, sql`notifications = '{"moderation": {"email": true, "in_app": false}}'`),
  ],
  ['who switched nothing on', ({ set }: Missed, ann: Person) => set(ann, sql`notifications = '{}'`)],
])('NT-05: nothing to somebody %s', async (_name, prepare) => {
  const missed = await startMissed();
  const { away, seed, run, mailsTo, passHours, set } = missed;
  const [ann, ben] = [await away(), await away()];
  await seed(ann, ['One']);
  await seed(ben, ['One']);
  await passHours(ann, 0);
  await prepare(missed, ann);
  if (_name === 'who has read it') await set(ann, sql`last_active_at = now() - interval '25 hours'`);
  await run();
  expect(mailsTo(ann)).toEqual([]);
  expect(mailsTo(ben)).toHaveLength(1);
});

it('NT-05: nothing while a screen of the user is open', async () => {
  const { away, seed, run, mailsTo, set, url, db, idOf } = await startMissed();
  const ann = await away();
  await seed(ann, ['One']);
  const { socket } = await connectShell(url, ann);
  const userId = await idOf(ann);
  await eventually(async () => {
    const { rows } = await sql`SELECT FROM presence WHERE user_id = ${userId}`.execute(db);
    expect(rows).toHaveLength(1);
  });
  await set(ann, sql`last_active_at = now() - interval '3 days'`);
  await run();
  expect(mailsTo(ann)).toEqual([]);
  socket.disconnect();
  await eventually(async () => {
    const { rows } = await sql`SELECT FROM presence WHERE user_id = ${userId}`.execute(db);
    expect(rows).toHaveLength(0);
  });
  await set(ann, sql`last_active_at = now() - interval '3 days'`);
  await run();
  expect(mailsTo(ann)).toHaveLength(1);
});

it('NT-05: nothing about what the user may not see any more', async () => {
  const { away, seed, run, mailsTo, db, idOf } = await startMissed();
  const ann = await away();
  await seed(ann, ['One']);
  await sql`DELETE FROM notifications WHERE user_id = ${await idOf(ann)}`.execute(db);
  await run();
  expect(mailsTo(ann)).toEqual([]);
});

it('NT-05: runs at the same moment send one mail', async () => {
  const { away, seed, run, mailsTo } = await startMissed();
  const people = await Promise.all(Array.from({ length: 5 }, () => away()));
  for (const someone of people) await seed(someone, ['One']);
  await run(4);
  expect(people.map((someone) => mailsTo(someone).length)).toEqual([1, 1, 1, 1, 1]);
});

it('NT-05: of decisions at the same moment the database takes one', async () => {
  const { away, database, idOf } = await startMissed();
  const ann = await away();
  const user = {
    id: await idOf(ann),
    username: ann.username,
    email: '',
    notifications: {},
    since: new Date(0),
  };
  const claims = ['a', 'b', 'c'].map((mailId) => database.transaction((tx) => claimMail(tx, user, mailId)));
  expect((await Promise.all(claims)).toSorted()).toEqual([false, false, true]);
});

it('NT-05: a job that runs again after a restart sends no second mail', async () => {
  const { away, seed, run, mailsTo, db, database, app, idOf, settled } = await startMissed();
  const ann = await away();
  await seed(ann, ['One']);
  await run();
  const userId = await idOf(ann);
  const { rows } = await sql<{ data: { payload: { userId: number; mailId: string } } }>`
    SELECT data FROM pgboss.job WHERE name = 'notifications.missed-mail'`.execute(db);
  const payload = rows.map(({ data }) => data.payload).find((one) => one.userId === userId);
  if (!payload) throw new Error('The job is missing.');
  await database.transaction((tx) => app.jobs.enqueue(tx, 'notifications.missed-mail', payload));
  await settled();
  expect(mailsTo(ann)).toHaveLength(1);
});

it('NT-05: one press in the mail program ends the mails, without a session, as often as one likes', async () => {
  const { away, seed, run, mailsTo, linkIn, press, settingsOf, passHours } = await startMissed();
  const ann = await away(['moderation', 'like']);
  await seed(ann, ['One']);
  await run();
  const link = linkIn(mailsTo(ann)[0]);
  expect(link).not.toContain(ann.username);
  const before = await settingsOf(ann);
  expect((await press(link)).status).toBe(200);
  expect((await press(link)).status).toBe(200);
  const after = await settingsOf(ann);
  expect(Object.values(after).filter(({ email }) => email)).toEqual([]);
  expect(after).toEqual(mergeNotificationSettings(before, withoutMails()));
  await passHours(ann, 50);
  await seed(ann, ['Two']);
  await run();
  expect(mailsTo(ann)).toHaveLength(1);
});

it('NT-05: refuses a link that was changed, and one for another account', async () => {
  const { away, seed, run, mailsTo, linkIn, press, settingsOf, idOf } = await startMissed();
  const [ann, ben] = [await away(), await away()];
  await seed(ann, ['One']);
  await run();
  const link = linkIn(mailsTo(ann)[0]);
  const bens = (await idOf(ben)).toString(36);
  const wrong = [
    link.slice(0, -1),
    `${link}a`,
    link.replace(/token=[^.]+/, `token=${bens}`),
    link.replace(/\?.*/, ''),
    link.replace(/token=.*/, 'token=1.'),
  ];
  for (const one of wrong) {
    const answer = await press(one);
    expect(answer.status).toBe(400);
    expect(await answer.json()).toMatchObject({ code: 'invalid_unsubscribe_link' });
  }
  for (const someone of [ann, ben]) expect((await settingsOf(someone)).moderation.email).toBe(true);
});

it('NT-05: the link of a deleted account answers kindly and changes nothing', async () => {
  const { away, seed, run, mailsTo, linkIn, press, client, db, idOf } = await startMissed();
  const ann = await away();
  await seed(ann, ['One']);
  await run();
  const link = linkIn(mailsTo(ann)[0]);
  const userId = await idOf(ann);
  const body = { password: 'correct horse battery' };
  expect((await client('DELETE /users/me', { body }, ann)).status).toBe(200);
  expect((await press(link)).status).toBe(200);
  const { rows } = await sql`SELECT notifications FROM users WHERE id = ${userId}`.execute(db);
  expect(rows).toEqual([{ notifications: {} }]);
  expect((await sql`SELECT FROM missed_mails WHERE user_id = ${userId}`.execute(db)).rows).toEqual([]);
});

type Missed = Awaited<ReturnType<typeof startMissed>>;
