import { expect, it } from 'vitest';
import { eventually, onePicture, startReports, type Person } from './reports.fixture.ts';

/** Creates a report about a private message, and two administrators. */
async function startReported() {
  const world = await startReports();
  const { ann, bob, annChat, bobChat } = await world.openChat();
  const messageId = await bobChat.say('something vile');
  const id = await world.reported(ann, bob, { message_id: messageId });
  const [admin, other] = [await world.admin(), await world.admin()];
  return { ...world, ann, bob, annChat, bobChat, messageId, id, admin, other };
}

const inDays = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString();
const REASON = 'Please do not write like this.';

it('SV-49: a report stays assigned until it is decided or unassigned; each step is audited', async () => {
  const { id, admin, other, decide, detail, audited } = await startReported();
  expect((await decide(admin, id, { status: 'reviewing', note: 'have a look' })).status).toBe(200);
  expect((await decide(admin, id, { status: 'reviewing' })).status).toBe(200);
  expect(await detail(other, id)).toMatchObject({
    status: 'reviewing',
    assigned_to: admin.username,
    note: 'have a look',
  });
  await decide(other, id, { status: 'reviewing' });
  await decide(other, id, { status: 'open' });
  expect(await detail(other, id)).toMatchObject({ status: 'open', assigned_to: null });
  await decide(other, id, { status: 'dismissed', note: 'nothing in it' });
  expect(await detail(other, id)).toMatchObject({
    status: 'dismissed',
    action: 'none',
    decided_by: other.username,
    note: 'nothing in it',
  });
  const steps = (await audited(`report:${id}`)).filter((action) => action !== 'report_read');
  expect(steps).toEqual(['report_reviewing', 'report_reviewing', 'report_given_back', 'report_dismissed']);
});

it('SV-49: a warning is sent to the user with its reason; the reporter learns only that we acted', async () => {
  const { id, ann, bob, admin, decide, notificationsOf, sanctionsOf } = await startReported();
  const note = 'third time this week';
  expect((await decide(admin, id, { status: 'resolved', action: 'warn', reason: REASON, note })).status).toBe(
    200,
  );
  expect(await sanctionsOf(bob)).toMatchObject([{ kind: 'warning', reason: REASON }]);
  expect(await notificationsOf(bob)).toMatchObject([{ kind: 'warning', text: REASON }]);
  const notices = await notificationsOf(ann);
  expect(notices).toMatchObject([{ kind: 'report_decided', about: bob.username, sanction_id: null }]);
  expect(notices[0]?.text).toContain('acted on it');
  expect(JSON.stringify(notices)).not.toMatch(/warn|week|like this/);
});

it('SV-49: without a reason the note is sent; without both nothing is decided', async () => {
  const { id, bob, admin, decide, detail, sanctionsOf } = await startReported();
  for (const action of ['warn', 'delete_content', 'ban'] as const) {
    const refused = await decide(admin, id, { status: 'resolved', action, note: '  ', reason: '' });
    expect(refused.error.code).toBe('sanction_reason_missing');
  }
  expect((await detail(admin, id)).status).toBe('open');
  await decide(admin, id, { status: 'resolved', action: 'warn', note: REASON });
  expect(await sanctionsOf(bob)).toMatchObject([{ reason: REASON }]);
});

it('SV-49: a dismissed report notifies the reporter that no action was taken', async () => {
  const { id, ann, bob, admin, decide, notificationsOf, sanctionsOf } = await startReported();
  await decide(admin, id, { status: 'dismissed' });
  const [notice] = await notificationsOf(ann);
  expect(notice?.text).toContain('no action');
  expect(await sanctionsOf(bob)).toEqual([]);
  expect(await notificationsOf(bob)).toEqual([]);
});

it.each([
  ['dismissed', { status: 'dismissed', action: 'ban', reason: REASON }],
  ['only looked at', { status: 'reviewing', action: 'warn', reason: REASON }],
  ['a warning with an end', { status: 'resolved', action: 'warn', reason: REASON, until: inDays(2) }],
] as const)('an action that does not match the status is a field error: %s', async (_name, body) => {
  const { id, admin, decide, detail } = await startReported();
  expect((await decide(admin, id, body)).status).toBe(422);
  expect((await detail(admin, id)).status).toBe('open');
});

it('SV-49, SV-50: a suspension has an end, one without is a ban; a second suspension is refused', async () => {
  const { id, ann, bob, person, report, reported, admin, decide, detail } = await startReported();
  const second = await reported(await person(), bob);
  const past = { status: 'resolved', action: 'suspend', reason: REASON, until: inDays(-1) } as const;
  expect((await decide(admin, id, past)).error.code).toBe('suspension_end_in_past');
  const until = inDays(3);
  expect((await decide(admin, id, { ...past, until })).status).toBe(200);
  const { sanctions, reported: about, action } = await detail(admin, id);
  expect([action, about.is_suspended]).toEqual(['suspend', true]);
  expect(sanctions).toMatchObject([{ kind: 'suspension', until, report_id: id }]);
  expect((await decide(admin, second, { ...past, until: null })).error.code).toBe('already_suspended');
  expect((await detail(admin, second)).status).toBe('open');
  expect((await report(bob, ann)).status).toBe(403);
  const villain = await person();
  const fourth = await reported(ann, villain);
  await decide(admin, fourth, { status: 'resolved', action: 'suspend', reason: REASON });
  expect(await detail(admin, fourth)).toMatchObject({
    action: 'ban',
    sanctions: [{ kind: 'ban', until: null }],
  });
});

it('SV-49: administrators cannot be sanctioned by a report', async () => {
  const { ann, admin, other, reported, decide, detail } = await startReported();
  const id = await reported(ann, other);
  const ban = { status: 'resolved', action: 'ban', reason: REASON } as const;
  expect((await decide(admin, id, ban)).error.code).toBe('admin_not_sanctioned');
  expect((await detail(admin, id)).status).toBe('open');
});

it('SV-49: of concurrent decisions exactly one succeeds', async () => {
  const { id, ann, bob, admin, other, decide, audited, sanctionsOf, notificationsOf } = await startReported();
  const tries: [Person, Parameters<typeof decide>[2]][] = [
    [admin, { status: 'resolved', action: 'warn', reason: 'one' }],
    [other, { status: 'resolved', action: 'warn', reason: 'two' }],
    [admin, { status: 'dismissed' }],
    [other, { status: 'resolved', action: 'delete_content', reason: 'three', keep_out: false }],
  ];
  const answers = await Promise.all(tries.map(([by, body]) => decide(by, id, body)));
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
  const refused = answers.filter(({ status }) => status !== 200).map(({ error }) => error.code);
  expect(refused).toEqual(Array.from({ length: 3 }, () => 'report_already_decided'));
  const steps = await audited(`report:${id}`);
  expect(steps.filter((action) => /resolved|dismissed/.test(action))).toHaveLength(1);
  expect((await sanctionsOf(bob)).length).toBeLessThan(2);
  expect(await notificationsOf(ann)).toHaveLength(1);
});

it('SV-49: a removed private message disappears for both users immediately, and stays in the evidence', async () => {
  const { id, ann, bob, annChat, bobChat, messageId, admin, decide, detail, read, sanctionsOf } =
    await startReported();
  await annChat.say('an answer');
  const body = { status: 'resolved', action: 'delete_content', reason: REASON } as const;
  expect((await decide(admin, id, body)).status).toBe(200);
  await eventually(() => {
    for (const chat of [annChat, bobChat])
      expect(chat.all('message_deleted')).toMatchObject([{ message_ids: [messageId], hidden: false }]);
  });
  for (const [one, other] of [
    [ann, bob],
    [bob, ann],
  ] as const) {
    const { messages } = (await read(one, other)).data;
    expect(messages.map(({ content }) => content)).toEqual(['', 'an answer']);
  }
  expect(await sanctionsOf(bob)).toMatchObject([{ kind: 'content_removed', reason: REASON }]);
  expect((await detail(admin, id)).evidence.messages[0]?.content).toBe('something vile');
});

it('SV-49: a removed room message, also a whisper, disappears from every screen', async () => {
  const { roomOf, connect, reported, admin, decide, history } = await startReports();
  const { creator, groupId, others } = await roomOf(2);
  const [bob, eve] = others;
  if (!bob || !eve) throw new Error('nobody there');
  const [bobRoom, eveRoom] = [await connect(bob, groupId), await connect(eve, groupId)];
  const judge = await admin();
  const removeByReport = async (content: string, by: Person) => {
    const sent = await bobRoom.send(content);
    if (!('_id' in sent)) throw new Error(sent.detail);
    const id = await reported(by, bob, { message_id: sent._id, group_id: groupId });
    expect(
      (await decide(judge, id, { status: 'resolved', action: 'delete_content', reason: REASON })).status,
    ).toBe(200);
    return sent._id;
  };
  const open = await removeByReport('something vile', creator);
  const whispered = await removeByReport(`@${eve.username} between us`, eve);
  const deletedIn = (room: typeof eveRoom) =>
    room.received.flatMap(({ event, payload }) =>
      event === 'message_deleted' ? Object(payload).message_ids : [],
    );
  await eventually(() => expect(deletedIn(eveRoom)).toEqual([open, whispered]));
  await eventually(() => expect(deletedIn(bobRoom)).toEqual([open, whispered]));
  expect((await history(eve, groupId)).data.messages.map(({ content }) => content)).toEqual(['', '']);
});

it('SV-49: a message that its author already deleted cannot be removed, and the report stays open', async () => {
  const { id, ann, bob, messageId, admin, deleteMessages, decide, detail, sanctionsOf } =
    await startReported();
  await deleteMessages(bob, ann, [messageId]);
  const body = { status: 'resolved', action: 'delete_content', reason: REASON } as const;
  expect((await decide(admin, id, body)).error.code).toBe('nothing_to_remove');
  expect((await detail(admin, id)).status).toBe('open');
  expect(await sanctionsOf(bob)).toEqual([]);
});

it('SV-49, SV-105: a removed post disappears from the feed, and its picture cannot be uploaded again', async () => {
  const world = await startReports();
  const [author, reader] = [await world.poster(), await world.poster()];
  const admin = await world.admin();
  const shell = await world.listen(reader, author);
  const file = await onePicture();
  const post = await world.ready(author, { file, fields: { caption: 'vile' } });
  const id = await world.reported(reader, author, { media_id: post.media_id });
  await world.decide(admin, id, { status: 'resolved', action: 'delete_content', reason: REASON });
  expect((await world.getPost(reader, post.media_id)).status).toBe(404);
  await eventually(() => expect(shell.news().map(({ event }) => event)).toContain('media_deleted'));
  expect((await world.upload(reader, { file })).code).toBe('upload_refused');
  expect((await world.detail(admin, id)).evidence.post).toMatchObject({
    caption: 'vile',
    file: { kind: 'image' },
  });
});

it('SV-49: an administrator cannot decide reports about themselves or their own reports', async () => {
  const { ann, bob, admin, other, reported, decide, detail } = await startReported();
  const cases = [await reported(admin, bob), await reported(ann, admin)];
  for (const id of cases) {
    expect((await detail(admin, id)).may_decide).toBe(false);
    expect((await detail(other, id)).may_decide).toBe(true);
    for (const status of ['reviewing', 'dismissed'] as const) {
      const answer = await decide(admin, id, { status });
      expect([answer.status, answer.error.code]).toEqual([403, 'own_case']);
    }
    expect((await detail(other, id)).status).toBe('open');
    expect((await decide(other, id, { status: 'dismissed' })).status).toBe(200);
  }
});
