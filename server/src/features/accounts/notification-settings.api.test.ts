import { afterAll, beforeAll, expect, it } from 'vitest';
import { registration, startAccounts, type AccountsFixture } from './accounts.fixture.ts';

let adda: AccountsFixture;
beforeAll(async () => void (adda = await startAccounts()));
afterAll(() => adda.stop());

/** Returns requests for the settings of a new account. */
async function startSettings() {
  const { token } = await adda.register(registration());
  return {
    get: async () => (await adda.client('GET /users/settings', {}, { token })).data,
    patch: (body: object) => adda.client('PATCH /users/settings', { body }, { token }),
  };
}

it('NT-03: at first everything is told in the app, some kinds are pushed, and none is mailed', async () => {
  const { notifications, quiet_hours: quiet, preview } = await (await startSettings()).get();
  const kinds = Object.keys(notifications);
  expect(kinds).toEqual(expect.arrayContaining(['like', 'follow', 'announcement', 'moderation', 'message']));
  const pushed = Object.entries(notifications).filter(([, { push }]) => push);
  expect(pushed.map(([kind]) => kind).toSorted()).toEqual(['gift', 'mention', 'message', 'reply']);
  for (const { in_app: inApp, email } of Object.values(notifications))
    expect([inApp, email]).toEqual([true, false]);
  expect([quiet, preview]).toEqual([null, 'full']);
});

it('NT-03: changes are merged by kind and way; what is not named stays', async () => {
  const { get, patch } = await startSettings();
  const { notifications: first } = await get();
  await patch({ notifications: { like: { in_app: false }, mention: { push: false } } });
  const { status, data } = await patch({ notifications: { like: { email: true } } });
  const expected = {
    ...first,
    like: { in_app: false, push: false, email: true },
    mention: { in_app: true, push: false, email: false },
  };
  expect([status, data.notifications]).toEqual([200, expected]);
  expect((await patch({ tell_read: false })).data.notifications).toEqual(expected);
  expect((await patch({ notifications: {} })).data.notifications).toEqual(expected);
  expect((await get()).notifications).toEqual(expected);
});

it('NT-03: changes at the same time are all kept', async () => {
  const { get, patch } = await startSettings();
  const kinds = ['like', 'comment', 'follow', 'mention', 'reply', 'gift', 'payout', 'invite'] as const;
  await Promise.all(kinds.map((kind) => patch({ notifications: { [kind]: { email: true } } })));
  const { notifications } = await get();
  expect(kinds.filter((kind) => !notifications[kind].email)).toEqual([]);
});

it('NT-03: an unknown kind, way or value is refused with 422 and changes nothing', async () => {
  const { get, patch } = await startSettings();
  const before = await get();
  for (const notifications of [
    { poke: { push: true } },
    { like: { sms: true } },
    { like: { push: 'yes' } },
    { like: true },
    { like: null },
    [],
    null,
  ])
    expect([notifications, (await patch({ notifications, tell_read: false })).status]).toEqual([
      notifications,
      422,
    ]);
  expect(await get()).toEqual(before);
});

it('NT-03: quiet hours have two times, also over midnight, and a time zone; null ends them', async () => {
  const { get, patch } = await startSettings();
  for (const quiet of [
    { from: '22:30', to: '07:00', time_zone: 'Asia/Kolkata' },
    { from: '00:00', to: '23:59', time_zone: 'Europe/London' },
    { from: '13:00', to: '13:00', time_zone: 'UTC' },
  ]) {
    const { status, data } = await patch({ quiet_hours: quiet });
    expect([status, data.quiet_hours]).toEqual([200, quiet]);
    expect((await patch({ preview: 'name' })).data.quiet_hours).toEqual(quiet);
  }
  expect((await patch({ quiet_hours: null })).data.quiet_hours).toBe(null);
  expect((await get()).quiet_hours).toBe(null);
});

it('NT-03: quiet hours with another time or zone are refused with 422 and change nothing', async () => {
  const { get, patch } = await startSettings();
  const right = { from: '22:00', to: '07:00', time_zone: 'Asia/Kolkata' };
  await patch({ quiet_hours: right });
  for (const wrong of [
    { from: '24:00' },
    { from: '7:00' },
    { to: '07:60' },
    { to: '07:00:00' },
    { to: null },
    { time_zone: 'Asia/Nowhere' },
    { time_zone: '' },
    { time_zone: null },
    { days: ['monday'] },
  ])
    expect([wrong, (await patch({ quiet_hours: { ...right, ...wrong } })).status]).toEqual([wrong, 422]);
  for (const wrong of [{}, { from: '22:00', to: '07:00' }, 'at night'])
    expect((await patch({ quiet_hours: wrong })).status).toBe(422);
  expect((await get()).quiet_hours).toEqual(right);
});

it('NT-03: the preview is full, the name, or nothing', async () => {
  const { get, patch } = await startSettings();
  for (const preview of ['name', 'none', 'full'])
    expect((await patch({ preview })).data.preview).toBe(preview);
  for (const preview of ['some', '', null]) expect((await patch({ preview })).status).toBe(422);
  expect((await get()).preview).toBe('full');
});
