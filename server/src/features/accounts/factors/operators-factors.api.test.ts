import { expect, it } from 'vitest';
import { createAdministration } from '../index.ts';
import { startRooms } from '../../rooms/rooms.fixture.ts';
import { codeOf, setUpTotp } from './factors.fixture.ts';

const now = () => new Date();

it('ID-04: admins without a second factor see no admin page; others get what they get without the setting', async () => {
  const { admin, person, client } = await startRooms({ ADMIN_SECOND_FACTOR: 'on' });
  const [boss, ann] = [await admin(), await person()];
  const dashboard = (by: typeof boss) => client('GET /admin/dashboard', { query: {} }, by);
  const refused = await dashboard(boss);
  expect([refused.status, refused.error]).toEqual([
    403,
    {
      code: 'second_factor_required',
      detail: 'Please set up an authenticator app or a passkey in your settings first.',
    },
  ]);
  expect((await dashboard(ann)).error.code).toBe('admin_only');
  expect((await client('GET /users/me', {}, boss)).status).toBe(200);
  await setUpTotp({ client, now }, boss);
  expect((await dashboard(boss)).status).toBe(200);
});

it('ID-02: an operator removes the authenticator app of somebody who lost it, and the audit says so', async () => {
  const { person, client, database } = await startRooms({ ADMIN_SECOND_FACTOR: 'off' });
  const ann = await person();
  const { secret } = await setUpTotp({ client, now }, ann);
  expect(codeOf({ client, now }, secret)).toMatch(/^\d{6}$/);
  const command = createAdministration(database)['reset-second-factor'];
  expect(await command?.run([ann.username], () => {})).toBe(
    `${ann.username} can log in with the password alone.`,
  );
  expect((await client('GET /auth/factors', {}, ann)).data).toMatchObject({
    totp: false,
    recovery_codes_left: 0,
  });
  expect(await command?.run([ann.username], () => {})).toBe(`${ann.username} has no authenticator app.`);
  const rows = await database.db.selectFrom('audit_entries').selectAll().execute();
  expect(rows.map(({ action }) => action)).toContain('second_factor_reset');
});
