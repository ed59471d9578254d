import { screen, waitFor } from '@testing-library/react';
import { expect, it, vi } from 'vitest';
import { deviceState } from '../../platform/device-state.ts';
import { refused, showPeople, type RequestHandler } from '../../test/people-page.tsx';
import { DevicePushSwitch } from './device-switch.tsx';
import { installPush, SERVER_KEY, SUBSCRIPTION } from './push.fixture.ts';

const server: RequestHandler = ({ path }) => {
  if (path === '/push/key') return { body: { public_key: SERVER_KEY } };
  return path === '/push/subscriptions' ? { body: { message: 'ok' } } : undefined;
};

const field = () => screen.getByRole('switch', { name: 'Notifications on this device' });
const isOn = (value: boolean) =>
  waitFor(() => {
    expect(field().getAttribute('aria-checked')).toBe(String(value));
    expect(field().getAttribute('aria-disabled')).toBeNull();
  });
const show = (answering = server) => showPeople(() => <DevicePushSwitch />, answering);

it('PN-02: switched on, the browser is asked and its address sent; switched off, both end', async () => {
  const browser = installPush();
  const { person, asked } = await show();
  await isOn(false);
  expect(browser.requestPermission).not.toHaveBeenCalled();
  await person.click(field());
  await isOn(true);
  expect(asked('POST /push/subscriptions').map(({ body }) => body)).toEqual([SUBSCRIPTION]);
  expect(browser.subscribe.mock.calls[0]?.[0].applicationServerKey).toHaveLength(65);
  // The worker shows nothing before it knows whose notifications these are.
  expect(await deviceState.get('subscriber')).toBe('asha');
  expect((await deviceState.get('session'))?.account).toBe('asha');
  await person.click(field());
  await isOn(false);
  expect(asked('DELETE /push/subscriptions').map(({ body }) => body)).toEqual([
    { endpoint: SUBSCRIPTION.endpoint },
  ]);
  expect(browser.isSubscribed()).toBe(false);
  expect(await deviceState.get('subscriber')).toBeUndefined();
});

it('PN-02: a user who refuses is told where to allow it; nothing is sent', async () => {
  installPush({ answer: 'denied' });
  const { person, asked } = await show();
  await person.click(field());
  expect(await screen.findByText(/^Notifications are blocked in this browser/)).toBeTruthy();
  expect(field().getAttribute('aria-disabled')).toBe('true');
  expect(asked('POST /push/subscriptions')).toEqual([]);
});

it('PN-02: browsers without notifications say so, those of iOS name the home screen', async () => {
  const { unmount } = await show();
  expect(screen.getByText('This browser can’t show notifications.')).toBeTruthy();
  expect(field().getAttribute('aria-disabled')).toBe('true');
  unmount();
  vi.spyOn(navigator, 'userAgent', 'get').mockReturnValue('Mozilla/5.0 (iPhone; CPU iPhone OS 18_0)');
  await show();
  expect(screen.getByText(/^Add Adda to your home screen first/)).toBeTruthy();
});

it('PN-02: what failed says why and can be tried again', async () => {
  const browser = installPush({ isUnreachable: true });
  const page = await show();
  await page.person.click(field());
  expect((await screen.findByRole('alert')).textContent).toContain(
    'The browser could not reach its notification service.',
  );
  browser.state.isUnreachable = false;
  page.answers((request) =>
    request.method === 'POST' ? refused(503, 'Not right now.', 'unavailable') : server(request),
  );
  await page.person.click(screen.getByRole('button', { name: 'Try Again' }));
  await waitFor(() => expect(screen.getByRole('alert').textContent).toContain('Not right now.'));
  await isOn(false);
  page.answers(server);
  await page.person.click(screen.getByRole('button', { name: 'Try Again' }));
  await isOn(true);
  expect(screen.queryByRole('alert')).toBeNull();
});
