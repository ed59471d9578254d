import { sql } from 'kysely';
import { expect, it } from 'vitest';
import { eventually, startReports, type Named, type Person } from './reports.fixture.ts';

/** Riya is threatened by Mob. She follows Fay, wrote to Pal, and Kim wrote to her without an answer. */
async function startThreat() {
  const world = await startReports();
  const { client, person, connectStranger } = world;
  const riya = await world.poster();
  const [mob, fay, pal, kim] = await Promise.all([person(), person(), person(), person()]);
  await client('POST /subscriptions/follow', { query: { target_username: fay.username } }, riya);
  await (await connectStranger(riya, pal)).say('are you there?');
  await (await connectStranger(kim, riya)).say('hello, who are you?');
  const threaten = (by: Person, about: Person, named: Named = {}) =>
    world.report(by, about, { reason: '', threatened: true, ...named });
  return { ...world, riya, mob, fay, pal, kim, threaten };
}

const DAY_MS = 24 * 3600 * 1000;

it('MR-05: a report of a threat needs no reason, blocks, keeps the whole chat with its pictures and answers help lines', async () => {
  const {
    riya,
    mob,
    client,
    connectChat,
    uploadImage,
    threaten,
    report,
    reported,
    admin,
    detail,
    list,
    database,
  } = await startThreat();
  const [riyas, mobs] = [await connectChat(riya, mob), await connectChat(mob, riya)];
  await riyas.say('leave me alone');
  for (let n = 0; n < 24; n += 1) await mobs.say(`threat ${n}`);
  await mobs.say('look', { image_id: await uploadImage(mob) });
  expect((await report(riya, mob, { reason: '' })).error.code).toBe('report_reason_missing');
  expect((await report(riya, mob, { reason: '', threatened: false })).error.code).toBe(
    'report_reason_missing',
  );
  const earlier = await reported(riya, mob, { category: 'scam', group_id: 'f'.repeat(24) });
  const { data } = await threaten(riya, mob, { group_id: 'f'.repeat(24) });
  expect(data).toMatchObject({
    message: 'User reported successfully',
    report_id: earlier,
    help: { country: 'India', checked_at: expect.stringMatching(/^\d{4}-\d\d-\d\d$/) },
  });
  expect(data.help?.numbers).toContainEqual({ name: 'Emergency', number: '112' });
  const days = (Date.parse(data.hidden_until ?? '') - Date.now()) / DAY_MS;
  expect(days).toBeGreaterThan(6.9);
  expect(days).toBeLessThan(7.1);
  const path = { params: { username: mob.username } };
  expect((await client('GET /users/blocks/check/:username', path, riya)).data.blocked_by_me).toBe(true);
  expect(mobs.all('blocked_notification')).toMatchObject([{ username: riya.username, is_blocked: true }]);

  const boss = await admin();
  const kept = await detail(boss, data.report_id);
  expect(kept).toMatchObject({ category: 'threat', is_threatened: true, reason: 'says things that hurt' });
  expect(kept.evidence.messages).toHaveLength(26);
  await eventually(async () =>
    expect((await detail(boss, data.report_id)).evidence.messages.at(-1)).toMatchObject({
      content: 'look',
      image: { kind: 'image' },
    }),
  );
  // The queue shows the newest messages only.
  const [queued] = (await list(boss, { reporter: riya.username })).data.reports;
  expect(queued?.evidence.messages.map(({ content }) => content)).toEqual(
    kept.evidence.messages.slice(-20).map(({ content }) => content),
  );

  // The newest thousand at most.
  await sql`
    INSERT INTO messages (conversation_id, sequence, sender_id, content, created_at)
    SELECT m.conversation_id, 1000 + n, m.sender_id, 'n' || n, now() + n * interval '1 ms'
    FROM generate_series(1, 1005) AS n, (
      SELECT conversation_id, sender_id FROM messages WHERE content = 'threat 0' AND sender_id = (
        SELECT id FROM users WHERE username = ${mob.username})) m`.execute(database.db);
  const other = await threaten(mob, riya);
  const { messages } = (await detail(boss, other.data.report_id)).evidence;
  expect([messages.length, messages[0]?.content, messages.at(-1)?.content]).toEqual([1000, 'n6', 'n1005']);
});

it('MR-05: for 7 days strangers can’t find the reporter; who they follow or wrote to can, and they can end it', async () => {
  const {
    riya,
    mob,
    fay,
    pal,
    kim,
    client,
    guest,
    threaten,
    insert,
    listMedia,
    getPost,
    listen,
    upload,
    database,
  } = await startThreat();
  const [post] = await insert(riya, { caption: 'a walk' });
  const mediaId = post?.mediaId ?? '';
  await client('POST /users/update-profile', { body: { bio: 'Likes walks' } }, riya);
  const kims = await listen(kim, riya);
  const fays = await listen(fay, riya);

  /** Returns which surfaces show Riya to a viewer. */
  async function surfacesOf(viewer: Person) {
    const { username } = riya;
    const results = await Promise.all([
      client('GET /feed/profile/:sender', { params: { sender: username } }, viewer).then(
        ({ status }) => status,
      ),
      client('GET /groupchat/users/:username/profile', { params: { username } }, viewer).then(
        (r) => r.status,
      ),
      client('GET /users/list', { query: { username } }, viewer).then(({ data }) => data.users.length),
      client('GET /search', { query: { q: username } }, viewer).then(
        ({ data }) => data.people.filter((found) => found.username === username).length,
      ),
      getPost(viewer, mediaId).then(({ status }) => status),
      listMedia(viewer, riya).then(({ status }) => status),
      client('GET /feed/', { query: { limit: 50 } }, viewer).then(
        ({ data }) => data.filter((item) => 'media_id' in item && item.media_id === mediaId).length,
      ),
      client('GET /subscriptions/plans/list', { query: { creator: username } }, viewer).then((r) => r.status),
    ]);
    return results;
  }
  const asPublic = async () => [
    (await client('GET /public/profiles/:username', { params: { username: riya.username } })).status,
    (await client('GET /public/profiles/:username/posts', { params: { username: riya.username } })).status,
    (await client('GET /public/posts/:media_id', { params: { media_id: mediaId } })).status,
  ];
  const shown = [200, 200, 1, 1, 200, 200, 1, 200];
  const unknown = [404, 404, 0, 0, 404, 404, 0, 404];
  const stranger = await guest();
  for (const viewer of [kim, stranger, fay, pal]) expect(await surfacesOf(viewer)).toEqual(shown);
  expect(await asPublic()).toEqual([200, 200, 200]);

  await threaten(riya, mob);
  for (const viewer of [kim, stranger]) expect(await surfacesOf(viewer)).toEqual(unknown);
  for (const viewer of [fay, pal, riya])
    expect((await surfacesOf(viewer)).filter((_, n) => n !== 2 && n !== 3)).toEqual([
      200, 200, 200, 200, 1, 200,
    ]);
  expect(await asPublic()).toEqual([404, 404, 404]);
  // Nobody new hears of posts either; who may see them can join again.
  const again = await listen(fay, riya);
  await upload(riya, { fields: { caption: 'another walk' } });
  await eventually(() => expect(again.news()).toHaveLength(1));
  expect([kims.news().length, fays.news().length]).toEqual([0, 0]);

  const state = () => client('GET /users/me/hiding', {}, riya);
  expect((await state()).data.hidden_until).toMatch(/^\d{4}-/);
  expect((await client('DELETE /users/me/hiding', {}, riya)).data).toEqual({ hidden_until: null });
  expect((await state()).data).toEqual({ hidden_until: null });
  expect(await surfacesOf(kim)).toEqual(shown);
  await threaten(riya, kim);
  await sql`UPDATE hidings SET until = now() - interval '1 s'`.execute(database.db);
  expect((await state()).data).toEqual({ hidden_until: null });
  expect(await surfacesOf(stranger)).toEqual(shown);
});

it('MR-05, SV-48: threats are first in the queue, and deadlines follow what a report is about', async () => {
  const { person, guest, reported, threaten, list, detail, admin, age, decide } = await startThreat();
  const reporter = await guest();
  const boss = await admin();
  const about = await Promise.all(Array.from({ length: 5 }, () => person()));
  const [one, two, three, four, five] = about;
  if (!one || !two || !three || !four || !five) throw new Error('nobody was reported');
  const other = await reported(reporter, one);
  const scam = await reported(reporter, two, { category: 'scam' });
  const image = await reported(reporter, three, { category: 'intimate_image' });
  const late = (await threaten(reporter, four)).data.report_id;
  const early = (await threaten(reporter, five)).data.report_id;
  await age(early, 3);
  const order = async (query: Record<string, string> = {}) =>
    (await list(boss, { reporter: reporter.username, ...query })).data.reports.map((each) => each.report_id);
  expect(await order()).toEqual([early, late, other, scam, image]);
  expect(await order({ category: 'threat' })).toEqual([early, late]);

  const hours = async (id: string) => {
    const { created_at: made, due_at: due, is_overdue } = await detail(boss, id);
    return [Math.round((Date.parse(due ?? '') - Date.parse(made)) / 3_600_000), is_overdue];
  };
  expect(await Promise.all([early, image, scam, other].map(hours))).toEqual([
    [4, false],
    [2, false],
    [24, false],
    [24, false],
  ]);
  await decide(boss, other, { status: 'reviewing' });
  await decide(boss, image, { status: 'reviewing' });
  await age(image, 3);
  expect([await hours(other), await hours(image)]).toEqual([
    [72, false],
    [2, true],
  ]);
  // Overdue as it was, the report becomes a threat now and has four hours from now.
  await age(scam, 30);
  expect(await hours(scam)).toEqual([24, true]);
  await threaten(reporter, two);
  expect(await hours(scam)).toEqual([34, false]);
  // A later report that is less urgent changes neither.
  await reported(reporter, two, { category: 'other', reason: 'and it goes on like this' });
  expect(await detail(boss, scam)).toMatchObject({ category: 'threat', is_threatened: true });
  await decide(boss, early, { status: 'dismissed' });
  expect(await order({ status: 'open,reviewing' })).toEqual([scam, late, image, other]);
  expect((await order()).slice(0, 2)).toEqual([scam, late]);
});
