import { notificationWaysOf } from '@adda/contract/activity';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { guest, registration, startAccounts, type AccountsFixture } from './accounts.fixture.ts';

let adda: AccountsFixture;
beforeAll(async () => void (adda = await startAccounts()));
afterAll(() => adda.stop());

const DEFAULTS = {
  tell_read: true,
  link_previews: true,
  name_when_forwarded: true,
  who_may_write: 'everyone',
  hide_followers: false,
  hide_following: false,
  // The account of the fixture is in India, the guest in the UK.
  currency: 'INR',
  notifications: notificationWaysOf({}),
  quiet_hours: null,
  preview: 'full',
};

/** Returns requests for the settings of a new account. */
async function settingsOf(kind: 'account' | 'guest') {
  const token =
    kind === 'guest'
      ? (await adda.client('POST /auth/guest', { body: guest })).data.access_token
      : (await adda.register(registration())).token;
  return {
    get: () => adda.client('GET /users/settings', {}, { token }),
    patch: (body: object) => adda.client('PATCH /users/settings', { body }, { token }),
  };
}

it.each(['account', 'guest'] as const)(
  'FT-03: settings of a %s are on at first, and a patch is partial and answers all',
  async (kind) => {
    const { get, patch } = await settingsOf(kind);
    const first = { ...DEFAULTS, currency: kind === 'guest' ? 'USD' : 'INR' };
    expect((await get()).data).toEqual(first);
    const changed = { ...first, tell_read: false };
    expect((await patch({ tell_read: false })).data).toEqual(changed);
    expect((await patch({})).data).toEqual(changed);
    expect((await patch({ link_previews: false, tell_read: true })).data).toEqual({
      ...first,
      link_previews: false,
    });
    expect((await get()).data).toEqual({ ...first, link_previews: false });
  },
);

it('FT-03: an unknown setting or another type is refused with 422 and changes nothing', async () => {
  const { get, patch } = await settingsOf('account');
  expect((await patch({ tell_read: false, tell_all: true })).status).toBe(422);
  expect((await patch({ tell_read: 'no' })).status).toBe(422);
  expect((await get()).data).toEqual(DEFAULTS);
});

it.each(['account', 'guest'] as const)(
  'HM-16: the currency of a %s is by country until it is chosen',
  async (kind) => {
    const { get, patch } = await settingsOf(kind);
    const [first, chosen] = kind === 'guest' ? ['USD', 'INR'] : ['INR', 'USD'];
    expect((await get()).data.currency).toBe(first);
    expect((await patch({ currency: chosen })).data.currency).toBe(chosen);
    expect((await patch({ tell_read: false })).data.currency).toBe(chosen);
    expect((await get()).data.currency).toBe(chosen);
  },
);

it('HM-16: another currency is refused with 422 and changes nothing', async () => {
  const { get, patch } = await settingsOf('account');
  for (const currency of ['EUR', 'inr', '', null, 1]) expect((await patch({ currency })).status).toBe(422);
  expect((await get()).data.currency).toBe('INR');
});
