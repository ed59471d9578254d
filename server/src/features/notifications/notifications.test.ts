import type { Notification } from '@adda/contract/notifications';
import { expect, it } from 'vitest';
import { createMailer } from '../../platform/mail/index.ts';
import { eventually, startRooms, type ReceivedEvent, type Person } from '../rooms/rooms.fixture.ts';
import { createOperatorMail } from './operator-mail.jobs.ts';
import { sql } from 'kysely';

const payloadsOf = (received: readonly ReceivedEvent[], event: string) =>
  received.filter((entry) => entry.event === event).map(({ payload }) => payload);

/** Returns the application of the file with an administrator who warns users. */
async function startNotifications() {
  const fixture = await startRooms();
  const { client, database, app, dataDir, person } = fixture;
  const boss = await fixture.admin();
  const reporter = await person();
  const mailer = createMailer({ from: 'Adda <hello@adda.invalid>', dataDir });

  async function warn({ username }: Person, reason: string) {
    await client(
      'POST /users/report',
      { body: { reported_username: username, reason: 'Rude words' } },
      reporter,
    );
    const query = { reported: username, status: 'open' };
    const { data } = await client('GET /admin/reports', { query }, boss);
    const params = { report_id: data.reports[0]?.report_id ?? '' };
    const body = { status: 'resolved', action: 'warn', reason } as const;
    expect((await client('PATCH /admin/reports/:report_id', { params, body }, boss)).status).toBe(200);
  }
  return {
    ...fixture,
    warn,
    list: async (someone: Person, query: { page?: number; page_size?: number } = {}) =>
      (await client('GET /notifications', { query }, someone)).data,
    mail: (username: string, subject: string) =>
      database.transaction(async (tx) => {
        const { rows } = await sql<{ id: number }>`SELECT id FROM users WHERE username = ${username}`.execute(
          tx,
        );
        const userId = rows[0]?.id ?? 0;
        await createOperatorMail({ database, jobs: app.jobs, mailer }).mail(tx, {
          userId,
          subject,
          text: 'You were warned.',
        });
      }),
  };
}

it('SV-50: a notification reaches every screen of the user immediately, is listed, and can be marked as read', async () => {
  const { client, connectShell, person, warn, list } = await startNotifications();
  const [ann, ben] = [await person(), await person()];
  expect(await list(ann)).toEqual({ notifications: [], unread_count: 0, total_count: 0 });
  const [phone, desk, stranger] = [await connectShell(ann), await connectShell(ann), await connectShell(ben)];
  await warn(ann, 'Please stay friendly');
  const expected: Notification = {
    notification_id: expect.stringMatching(/^[0-9a-f]{24}$/),
    kind: 'warning',
    text: expect.stringContaining('Please stay friendly'),
    about: expect.toSatisfy((about) => about === null || typeof about === 'string'),
    sanction_id: expect.any(String),
    group_id: null,
    invite_code: null,
    created_at: expect.any(String),
    is_read: false,
  };
  for (const { received } of [phone, desk])
    await eventually(() => expect(payloadsOf(received, 'notification')).toEqual([expected]));
  const { notifications, ...numbers } = await list(ann);
  expect([notifications, numbers]).toEqual([[expected], { unread_count: 1, total_count: 1 }]);
  expect(notifications).toEqual(payloadsOf(phone.received, 'notification'));

  expect((await client('POST /notifications/read', {}, ann)).status).toBe(200);
  expect(await list(ann)).toEqual({
    notifications: [{ ...notifications[0], is_read: true }],
    unread_count: 0,
    total_count: 1,
  });
  expect(payloadsOf(stranger.received, 'notification')).toEqual([]);
  expect(await list(ben)).toMatchObject({ total_count: 0 });
});

it('SV-50: notifications are listed newest first, with pagination', async () => {
  const { person, warn, list } = await startNotifications();
  const ann = await person();
  for (const text of ['first', 'second', 'third']) await warn(ann, text);
  const [one, two] = [await list(ann, { page_size: 2 }), await list(ann, { page: 2, page_size: 2 })];
  expect([one, two].map(({ notifications }) => notifications.map(({ text }) => text))).toEqual([
    [expect.stringContaining('third'), expect.stringContaining('second')],
    [expect.stringContaining('first')],
  ]);
  expect(two).toMatchObject({ unread_count: 3, total_count: 3 });
});

it("SV-50: a mail is sent to the user's address; guests get none", async () => {
  const { person, guest, mail, mails } = await startNotifications();
  const [ann, visitor] = [await person(), await guest()];
  await mail(visitor.username, 'for the guest');
  await mail(ann.username, 'for ann');
  await eventually(() =>
    expect(mails().filter((raw) => raw.includes('Subject: for ann'))).toEqual([
      expect.stringMatching(
        new RegExp(
          `To: ${ann.username}[\\s\\S]*Hi ${ann.username},\\s+You were warned\\.\\s+Take care,\\s+Adda`,
        ),
      ),
    ]),
  );
  expect(mails().filter((raw) => raw.includes('for the guest'))).toEqual([]);
});

it('SV-50: a mail of a rolled back transaction is never sent', async () => {
  const { database, app, dataDir, person, mail, mails } = await startNotifications();
  const ann = await person();
  const mailer = createMailer({ from: 'Adda <hello@adda.invalid>', dataDir });
  const { rows } = await sql<{ id: number }>`SELECT id FROM users WHERE username = ${ann.username}`.execute(
    database.db,
  );
  const failing = database.transaction(async (tx) => {
    const letter = { userId: rows[0]?.id ?? 0, subject: 'never sent', text: 'Nothing.' };
    await createOperatorMail({ database, jobs: app.jobs, mailer }).mail(tx, letter);
    throw new Error('changed my mind');
  });
  await expect(failing).rejects.toThrow('changed my mind');
  await mail(ann.username, 'sent after it');
  await eventually(() => expect(mails().some((raw) => raw.includes('sent after it'))).toBe(true));
  expect(mails().some((raw) => raw.includes('never sent'))).toBe(false);
});
