import { sql } from 'kysely';
import { expect, it } from 'vitest';
import { cookieOf, openFile } from '../../feed/posts/post-files.fixture.ts';
import { eventually, onePicture, startReports } from './reports.fixture.ts';

const LINK = /^\/media\/evidence\/[0-9a-f]{32}\?for=[\w-]+&expires=\d+&signature=[\w-]+$/;

it('SV-47: messages and profile are kept as evidence with their pictures, even if their author deletes everything', async () => {
  const world = await startReports();
  const { ann, bob, annChat, bobChat } = await world.openChat();
  const admin = await world.admin();
  await world.edit(bob, { fields: { bio: 'I say what I like' }, file: await onePicture() });
  await annChat.say('hello');
  const picture = await world.uploadImage(bob);
  const id = await bobChat.say('look at this', { image_id: picture });
  const message = (await world.read(ann, bob)).data.messages.at(-1);
  const original = await world.openLink(message?.image_url ?? '', ann);
  const reportId = await world.reported(ann, bob, { message_id: id });
  await world.deleteMessages(bob, ann, []);
  expect((await world.deleteAccount(bob)).status).toBe(200);
  await world.app.jobs.runPending();

  const report = await world.detail(admin, reportId);
  expect(report).toMatchObject({
    kind: 'message',
    message_id: id,
    reported: { is_deleted: true },
    reporter: { username: ann.username },
  });
  const { messages, profile } = report.evidence;
  expect(messages.map(({ content, is_named }) => [content, is_named])).toEqual([
    ['hello', false],
    ['look at this', true],
  ]);
  expect(profile).toMatchObject({ username: bob.username, bio: 'I say what I like' });
  expect(messages[1]?.image).toMatchObject({ kind: 'image', width: 64, url: expect.stringMatching(LINK) });
  const kept = await world.openLink(messages[1]?.image?.url ?? '', admin);
  expect([kept.status, kept.headers.get('content-type')]).toEqual([200, 'image/webp']);
  expect(kept.bytes.equals(original.bytes)).toBe(true);
  const face = await world.openLink(profile?.picture?.url ?? '', admin);
  expect(face.bytes.length).toBeGreaterThan(0);
});

it('SV-47, R-14, Q-37: a locked post is kept with its original, which the reporter never sees', async () => {
  const world = await startReports();
  const [author, reader] = [await world.poster(), await world.poster()];
  const admin = await world.admin();
  const planId = await world.offer(author);
  const file = await onePicture();
  const fields = { caption: 'only for you', hashtags: '#mine' };
  const post = await world.ready(author, { file, fields });
  await world.change(author, post.media_id, { is_locked: true, plan_id: planId });
  const original = await world.openLink(post.media_url ?? '', author);
  const answer = await world.report(reader, author, { media_id: post.media_id });
  expect(Object.keys(answer.data)).toEqual(['message', 'report_id']);
  await world.remove(author, post.media_id);
  await world.app.jobs.runPending();

  const { kind, evidence } = await world.detail(admin, answer.data.report_id);
  expect(kind).toBe('post');
  expect(evidence.post).toMatchObject({ media_id: post.media_id, is_locked: true, caption: 'only for you' });
  const kept = await world.openLink(evidence.post?.file?.url ?? '', admin);
  expect(kept.bytes.equals(original.bytes)).toBe(true);
  const part = await world.openLink(evidence.post?.file?.url ?? '', admin, 'bytes=2-5');
  expect([part.status, part.bytes]).toEqual([206, original.bytes.subarray(2, 6)]);
});

it('R-14: a post that is not visible to the reporter, or of another user, is not included in a report', async () => {
  const world = await startReports();
  const [author, other, reader] = [await world.poster(), await world.poster(), await world.poster()];
  const admin = await world.admin();
  const [hidden] = await world.insert(author, { visibility: 'private', caption: 'for myself' });
  const [foreign] = await world.insert(other, { caption: 'somebody else’s' });
  if (!hidden || !foreign) throw new Error('no posts');
  for (const mediaId of [hidden.mediaId, foreign.mediaId, 'no post at all']) {
    const report = await world.detail(admin, await world.reported(reader, author, { media_id: mediaId }));
    expect(report).toMatchObject({ kind: 'person', media_id: null, evidence: { post: null } });
  }
});

it('SV-47: a post is kept even if one of the two users blocked the other', async () => {
  const world = await startReports();
  const [author, reader] = [await world.poster(), await world.poster()];
  const admin = await world.admin();
  const [post] = await world.insert(author, { caption: 'against you' });
  await world.block(author, reader);
  const reportId = await world.reported(reader, author, { media_id: post?.mediaId ?? '' });
  expect((await world.detail(admin, reportId)).evidence.post).toMatchObject({ caption: 'against you' });
});

it('R-15: evidence is accessible only to the administrator the link was created for', async () => {
  const world = await startReports();
  const { ann, bob, bobChat } = await world.openChat();
  const [admin, other] = [await world.admin(), await world.admin()];
  const id = await bobChat.say('look', { image_id: await world.uploadImage(bob) });
  const reportId = await world.reported(ann, bob, { message_id: id });
  for (const nobody of [ann, bob, await world.guest()]) {
    expect((await world.list(nobody)).status).toBe(403);
    expect((await world.readReport(nobody, reportId)).status).toBe(403);
    expect((await world.decide(nobody, reportId, { status: 'dismissed' })).status).toBe(403);
  }
  const answer = await world.readReport(admin, reportId);
  const link = answer.data.report.evidence.messages.at(-1)?.image?.url ?? '';
  for (const nobody of [undefined, ann, bob, other])
    expect((await world.openLink(link, nobody)).code).toBe('link_expired');
  const altered = link.replace(/signature=./, (start) =>
    start.endsWith('A') ? 'signature=B' : 'signature=A',
  );
  expect((await world.openLink(altered, admin)).code).toBe('link_expired');
  const opened = await openFile(world.url, link, { cookie: cookieOf(answer.headers) });
  expect(opened.status).toBe(200);
  expect(opened.headers.get('cache-control')).toBe('no-store');
  expect(opened.headers.get('x-content-type-options')).toBe('nosniff');
  const othersLink = (await world.detail(other, reportId)).evidence.messages.at(-1)?.image?.url ?? '';
  expect((await world.openLink(othersLink, other)).status).toBe(200);
  expect((await world.openLink(othersLink, admin)).code).toBe('link_expired');
});

it('SV-47: updating a report keeps its earlier evidence', async () => {
  const world = await startReports();
  const [author, reader] = [await world.poster(), await world.poster()];
  const admin = await world.admin();
  await world.edit(author, { fields: { bio: 'before' } });
  const first = await world.ready(author, { fields: { caption: 'first' } });
  const id = await world.reported(reader, author, { media_id: first.media_id });
  await world.edit(author, { fields: { bio: 'after' } });
  const second = await world.ready(author, { fields: { caption: 'second' } });
  await world.remove(author, first.media_id);
  expect(await world.reported(reader, author, { media_id: second.media_id })).toBe(id);
  expect(await world.reported(reader, author, { reason: 'and there is no end of it' })).toBe(id);
  const { evidence, kind, reason } = await world.detail(admin, id);
  expect([kind, reason]).toEqual(['post', 'and there is no end of it']);
  expect(evidence.post).toMatchObject({ caption: 'second', file: { kind: 'image' } });
  expect(evidence.other_posts).toMatchObject([{ caption: 'first', file: { kind: 'image' } }]);
  expect(evidence.profile?.bio).toBe('after');
  expect(evidence.earlier_profiles).toMatchObject([{ bio: 'before' }]);
});

it('SV-47: a report can block in the same request; an existing block stays', async () => {
  const world = await startReports();
  const { ann, bob, bobChat, annChat } = await world.openChat();
  await bobChat.say('something vile');
  const isBlocked = async () => {
    const params = { username: bob.username };
    return (await world.client('GET /users/blocks/check/:username', { params }, ann)).data;
  };
  expect((await world.report(ann, bob)).status).toBe(200);
  expect((await isBlocked()).is_blocked).toBe(false);
  const both = await Promise.all([1, 2].map(() => world.report(ann, bob, { block: true })));
  expect(both.map(({ status }) => status)).toEqual([200, 200]);
  expect(await isBlocked()).toMatchObject({ is_blocked: true, blocked_by_me: true });
  expect(await bobChat.refusal('are you there?')).toBeDefined();
  expect(annChat.all('message')).toHaveLength(1);
});

it('SV-47: files that cannot be copied yet do not fail a report, and are copied later', async () => {
  const world = await startReports();
  const [author, reader, admin] = [await world.poster(), await world.poster(), await world.admin()];
  const { db } = world.database;
  const post = await world.ready(author);
  const write = (state: string) =>
    sql`UPDATE media_files file SET state = ${state} FROM posts
      WHERE posts.file_id = file.id AND posts.media_id = ${post.media_id}`.execute(db);
  await write('pending');
  const id = await world.reported(reader, author, { media_id: post.media_id });
  expect((await world.detail(admin, id)).evidence.post).toMatchObject({ file: null });
  await write('ready');
  await sql`
    UPDATE pgboss.job SET start_after = now() WHERE name = 'moderation.copy-evidence' AND data -> 'payload' ->> 'reportId' = ${id}`.execute(
    db,
  );
  await eventually(async () => {
    await world.app.jobs.runPending();
    const { evidence } = await world.detail(admin, id);
    expect(evidence.post?.file).toMatchObject({ kind: 'image', width: post.width });
  });
});

it('SV-47, X-35: concurrent reports of the same user by several reporters are stored once each, with their own evidence', async () => {
  const world = await startReports();
  const { creator, groupId, others } = await world.roomOf(3);
  const admin = await world.admin();
  const [bob, eve, dan] = others;
  if (!bob || !eve || !dan) throw new Error('nobody there');
  const room = await world.connect(bob, groupId);
  const sent = await room.send(`@${eve.username} between us`);
  if (!('_id' in sent)) throw new Error(sent.detail);
  const named = { message_id: sent._id, group_id: groupId };
  const reporters = [creator, eve, dan, creator, eve, dan];
  const ids = await Promise.all(reporters.map((by) => world.reported(by, bob, named)));
  expect(new Set(ids).size).toBe(3);
  const kept = await Promise.all(ids.slice(0, 3).map((id) => world.detail(admin, id)));
  const kinds = kept.map(({ kind, message_id: id, evidence }) => [kind, id, evidence.messages.length]);
  expect(kinds).toEqual([
    ['person', null, 0],
    ['message', sent._id, 1],
    ['person', null, 0],
  ]);
});

it('ED-04: the former texts of a message are evidence, and nobody but an administrator sees them', async () => {
  const world = await startReports();
  const { ann, bob, annChat, bobChat } = await world.openChat();
  const admin = await world.admin();
  await annChat.say('hello');
  const id = await bobChat.say('something bad');
  const change = (content: string) =>
    world.client('PATCH /messages/:id', { params: { id }, body: { content } }, bob);
  const { timestamp } = (await change('something worse')).data;
  const { edited_at: editedAt } = (await change('nothing at all')).data;
  const reportId = await world.reported(ann, bob, { message_id: id });
  const namedOf = async (report: string) => {
    const { messages } = (await world.detail(admin, report)).evidence;
    return messages.find(({ is_named: isNamed }) => isNamed);
  };
  const kept = await namedOf(reportId);
  expect(kept).toMatchObject({
    content: 'nothing at all',
    versions: [
      { content: 'something bad', at: timestamp },
      { content: 'something worse', at: expect.any(String) },
    ],
  });
  const [first, second] = kept?.versions ?? [];
  expect(Date.parse(second?.at ?? '')).toBeGreaterThan(Date.parse(first?.at ?? ''));
  expect(Date.parse(second?.at ?? '')).toBeLessThan(Date.parse(editedAt ?? ''));
  for (const reader of [ann, bob]) {
    const shown = [
      (await world.read(reader, reader === ann ? bob : ann)).data,
      (await world.getMessage(reader, id)).data,
      (await world.client('GET /messages/conversations', { query: {} }, reader)).data,
    ];
    expect(JSON.stringify(shown)).toContain('nothing at all');
    expect(JSON.stringify(shown)).not.toContain('something');
  }
  expect((await world.getMessage(admin, id)).status).toBe(404);

  // Changed once more: the updated report keeps every text.
  await change('quite another text');
  expect(await world.reported(ann, bob, { message_id: id })).toBe(reportId);
  expect(await namedOf(reportId)).toMatchObject({
    content: 'quite another text',
    versions: [{ content: 'something bad' }, { content: 'something worse' }, { content: 'nothing at all' }],
  });
  const others = (await world.detail(admin, reportId)).evidence.messages.filter(({ is_named: is }) => !is);
  expect(others).toMatchObject([{ content: 'hello', versions: [] }]);
});
