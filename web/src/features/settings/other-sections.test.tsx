import { screen, waitFor } from '@testing-library/react';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { moneyDialog } from '../../platform/money-dialog.ts';
import { session } from '../../platform/session.ts';
import { refused, showPeople, type RequestHandler } from '../../test/people-page.tsx';
import { toast } from '../../ui/toast-store.ts';
import { deviceSettings } from './device-settings.ts';
import {
  AppearanceSection,
  LanguagesSection,
  NotificationsSection,
  WalletSection,
} from './other-sections.tsx';
import { PrivacySection } from './privacy-section.tsx';

/** Returns a server that stores asha's availability and has her other settings. */
function account(first = true): RequestHandler {
  let isAvailable = first;
  return ({ method, path, body }) => {
    if (path === '/users/settings')
      return { body: { tell_read: true, link_previews: true, name_when_forwarded: true } };
    if (method === 'PATCH') {
      isAvailable = Object(body).is_available;
      return { body: { message: 'ok', is_available: isAvailable } };
    }
    return path === '/users/me' ? { body: { username: 'asha', is_available: isAvailable } } : undefined;
  };
}

async function show(answering: RequestHandler = account(), as = 'asha') {
  const page = await showPeople(() => <PrivacySection onBlocked={vi.fn()} />, answering, as);
  const messaging = () => screen.getByRole('switch', { name: 'Allow messaging' });
  return { ...page, messaging };
}

/** Waits until the switch shows the stored value. */
const known = async ({ messaging }: Awaited<ReturnType<typeof show>>, isOn = true) => {
  await waitFor(() => {
    expect(messaging().getAttribute('aria-disabled')).toBeNull();
    expect(messaging().getAttribute('aria-checked')).toBe(String(isOn));
  });
};

beforeEach(() => deviceSettings.change({ sound: true, vibration: true }));

describe('device settings', () => {
  it('SE-02, SE-01: the colours are light, dark, or those of the device', async () => {
    const { person } = await showPeople(
      () => <AppearanceSection />,
      () => undefined,
    );
    const choice = (name: string) => screen.getByRole<HTMLInputElement>('radio', { name });
    expect(choice('Like my device').checked).toBe(true);
    await person.click(choice('Dark'));
    expect(document.documentElement.dataset.theme).toBe('dark');
    expect(choice('Dark').checked).toBe(true);
    await person.click(choice('Light'));
    expect(document.documentElement.dataset.theme).toBe('light');
    await person.click(choice('Like my device'));
    expect(localStorage.getItem('theme')).toBe('system');
  });

  it('SE-02, Q-26: sound and vibration are stored under the settings key', async () => {
    const { person } = await showPeople(
      () => <NotificationsSection />,
      () => undefined,
    );
    const sound = screen.getByRole('switch', { name: 'Sound' });
    await person.click(sound);
    expect(sound.getAttribute('aria-checked')).toBe('false');
    expect(JSON.parse(localStorage.getItem('settings') ?? '')).toEqual({ sound: false, vibration: true });
    await person.click(screen.getByRole('switch', { name: 'Vibration' }));
    expect(JSON.parse(localStorage.getItem('settings') ?? '')).toEqual({ sound: false, vibration: false });
  });

  it('HM-08, SH-60: languages say which one there is, and whose times are shown', async () => {
    await showPeople(
      () => <LanguagesSection />,
      () => undefined,
    );
    expect(screen.getByText('English')).toBeTruthy();
    expect(screen.getByText('Shown as they are in India (Kolkata).')).toBeTruthy();
  });

  it.each(['{', 'null', '{"sound":"no"}'])('fall back to the defaults if the storage has %s', (stored) => {
    localStorage.setItem('settings', stored);
    dispatchEvent(new StorageEvent('storage', { key: 'settings' }));
    expect(deviceSettings.current()).toEqual({ sound: true, vibration: true });
  });
});

describe('Allow messaging', () => {
  it.each([
    [true, 'Sms disabled.'],
    [false, 'Sms enabled.'],
  ])(
    'SE-04, SE-09, SE-11, SE-18, SE-12, X-17: a change from %s is shown immediately and confirmed',
    async (before, text) => {
      const page = await show(account(before));
      await known(page, before);
      await page.person.click(page.messaging());
      await waitFor(() => expect(page.messaging().getAttribute('aria-checked')).toBe(String(!before)));
      await waitFor(() => expect(toast.current()).toMatchObject([{ text, tone: 'success' }]));
      expect(page.asked('PATCH /users/availability').map(({ body }) => body)).toEqual([
        { is_available: !before },
      ]);
    },
  );

  it.each([
    ['SE-13', refused(429, 'x', 'rate_limited'), 'Too many requests, please try again later'],
    ['SE-14', refused(401, 'x', 'account_gone'), 'Session expired, please log in again'],
    ['SE-15', refused(403, 'x'), 'Guest users cannot update settings'],
    ['SE-17', refused(500, 'The disk is full.'), 'The disk is full.'],
    ['SE-17', refused(500, ''), 'Error updating messaging availability'],
  ])('%s, SE-06: a failure is rolled back with its reason', async (_id, answer, text) => {
    const page = await show();
    await known(page);
    page.answers((request) => (request.method === 'PATCH' ? answer : account()(request)));
    await page.person.click(page.messaging());
    await waitFor(() => expect(toast.current().map((item) => item.text)).toContain(text));
    await known(page);
  });

  it('SE-07: the switch is disabled while a change is in flight', async () => {
    const page = await show();
    await known(page);
    let finish = () => {};
    const until = new Promise<void>((resolve) => {
      finish = resolve;
    });
    page.answers((request) =>
      request.method === 'PATCH'
        ? { body: { message: 'ok', is_available: false }, until }
        : account()(request),
    );
    await page.person.click(page.messaging());
    await waitFor(() => expect(page.messaging().getAttribute('aria-disabled')).toBe('true'));
    await page.person.click(page.messaging());
    finish();
    await known(page, false);
    expect(page.asked('PATCH /users/availability')).toHaveLength(1);
  });

  it('SE-16, X-48: a change to the stored value is rolled back, then refetched', async () => {
    const page = await show();
    await known(page);
    // Another device was faster: the stored value is already off.
    page.answers((request) =>
      request.method === 'PATCH' ? refused(400, 'x', 'availability_unchanged') : account(false)(request),
    );
    await page.person.click(page.messaging());
    await waitFor(() =>
      expect(toast.current()).toMatchObject([{ text: 'No changes made or user not found' }]),
    );
    await known(page, false);
    expect(page.asked('GET /users/me')).toHaveLength(2);
  });

  it('SE-10: without a three-part token no request is made', async () => {
    const page = await show();
    await known(page);
    const current = vi.spyOn(session, 'current').mockReturnValue(null);
    await page.person.click(page.messaging());
    await waitFor(() => expect(toast.current()).toMatchObject([{ text: 'Invalid authentication token' }]));
    current.mockRestore();
    await known(page);
    expect(page.asked('PATCH /users/availability')).toHaveLength(0);
  });

  it('X-18, SE-15: guests read why they can’t change it, and no request is made', async () => {
    const page = await show(account(), '_guest-ivy');
    expect(screen.getByText('Guest users cannot update settings')).toBeTruthy();
    expect(page.messaging().getAttribute('aria-disabled')).toBe('true');
    await page.person.click(page.messaging());
    expect(page.asked('PATCH /users/availability')).toHaveLength(0);
    expect(page.asked('GET /users/me')).toHaveLength(0);
  });
});

describe('Wallet', () => {
  it('HM-16: shows the currency by country and changes it; HM-08: says that it is saved', async () => {
    let currency = 'INR';
    const { person, asked } = await showPeople(
      () => <WalletSection />,
      ({ method, path, body }) => {
        if (path !== '/users/settings') return undefined;
        if (method === 'PATCH') currency = Object(body).currency;
        return { body: { currency } };
      },
    );
    const choice = (name: string) => screen.getByRole<HTMLInputElement>('radio', { name });
    await waitFor(() => expect(choice('Indian rupees').checked).toBe(true));
    await person.click(choice('US dollars'));
    expect(await screen.findByText('Saved')).toBeTruthy();
    expect(choice('US dollars').checked).toBe(true);
    expect(asked('PATCH /users/settings').map(({ body }) => body)).toEqual([{ currency: 'USD' }]);
  });

  it('HM-08: leads to the wallet', async () => {
    const { person } = await showPeople(
      () => <WalletSection />,
      () => undefined,
    );
    const open = vi.spyOn(moneyDialog, 'open');
    await person.click(screen.getByRole('button', { name: 'Open the wallet' }));
    expect(open).toHaveBeenCalledExactlyOnceWith('wallet');
    moneyDialog.close();
  });
});
