import { screen, waitFor, within } from '@testing-library/react';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { session } from '../../platform/session.ts';
import { refused, showPeople, type RequestHandler } from '../../test/people-page.tsx';
import { toast } from '../../ui/toast-store.ts';
import { deviceSettings } from './device-settings.ts';
import { SettingsDialog } from './settings-panel.tsx';

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
  const onClose = vi.fn();
  const page = await showPeople(() => <SettingsDialog onClose={onClose} />, answering, as);
  const dialog = within(await screen.findByRole('dialog', { name: 'Settings' }));
  const messaging = () => dialog.getByRole('switch', { name: 'Allow messaging' });
  return { ...page, dialog, onClose, messaging };
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
  it('SE-02, SH-34, SE-01: dark mode is on or off, and shows the active theme', async () => {
    const { dialog, person } = await show();
    const field = dialog.getByRole('switch', { name: 'Dark mode' });
    expect(field.getAttribute('aria-checked')).toBe('false');
    await person.click(field);
    expect(document.documentElement.dataset.theme).toBe('dark');
    expect(field.getAttribute('aria-checked')).toBe('true');
    await person.click(field);
    expect(document.documentElement.dataset.theme).toBe('light');
    expect(dialog.getAllByRole('switch').map((each) => each.textContent)).toEqual([
      'Dark mode',
      'Sound',
      'Vibration',
      'Allow messaging',
      'Tell people when I’ve read their messages',
      'Show cards for links',
      'Show my name when my messages are forwarded',
      'Hide who follows me',
      'Hide whom I follow',
    ]);
  });

  it('SE-02, Q-26: sound and vibration are stored under the settings key', async () => {
    const { dialog, person } = await show();
    const sound = dialog.getByRole('switch', { name: 'Sound' });
    await person.click(sound);
    expect(sound.getAttribute('aria-checked')).toBe('false');
    expect(JSON.parse(localStorage.getItem('settings') ?? '')).toEqual({ sound: false, vibration: true });
    await person.click(dialog.getByRole('switch', { name: 'Vibration' }));
    expect(JSON.parse(localStorage.getItem('settings') ?? '')).toEqual({ sound: false, vibration: false });
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
    expect(page.dialog.getByText('Guest users cannot update settings')).toBeTruthy();
    expect(page.messaging().getAttribute('aria-disabled')).toBe('true');
    await page.person.click(page.messaging());
    expect(page.asked('PATCH /users/availability')).toHaveLength(0);
    expect(page.asked('GET /users/me')).toHaveLength(0);
  });
});
