import {
  mergeNotificationSettings,
  notificationWaysOf,
  type NotificationSettingsInput,
} from '@adda/contract/activity';
import { screen, waitFor, within } from '@testing-library/react';
import { expect, it } from 'vitest';
import { refused, showPeople, type RequestHandler } from '../../test/people-page.tsx';
import { activityKey } from '../activity/index.ts';
import { NotificationKinds } from './notification-kinds.tsx';

/** Returns a server that stores settings; everything is told but gifts. */
function server(me: object = { email: 'a@example.org', email_verified: true }): RequestHandler {
  let chosen: NotificationSettingsInput = { gift: { in_app: false } };
  return ({ method, path, body }) => {
    if (path === '/users/me') return { body: me };
    if (path !== '/users/settings') return undefined;
    if (method === 'PATCH') chosen = mergeNotificationSettings(chosen, Object(body).notifications);
    return { body: { notifications: notificationWaysOf(chosen) } };
  };
}

const field = (name: string) => screen.getByRole('switch', { name: `${name}: In the app` });
const known = (name: string, isOn: boolean) =>
  waitFor(() => {
    expect(field(name).getAttribute('aria-disabled')).toBeNull();
    expect(field(name).getAttribute('aria-checked')).toBe(String(isOn));
  });

const show = (answering: RequestHandler = server()) => showPeople(() => <NotificationKinds />, answering);

it('NT-03: each kind is switched off and on by itself; the list at the bell is requested again', async () => {
  const { person, asked, client } = await show();
  await known('Likes', true);
  await known('Gifts', false);
  client.setQueryData([...activityKey, 'all'], { pages: [], pageParams: [] });
  await person.click(field('Likes'));
  expect(await screen.findByText('Saved')).toBeTruthy();
  await known('Likes', false);
  await known('Gifts', false);
  expect(asked('PATCH /users/settings').map(({ body }) => body)).toEqual([
    { notifications: { like: { in_app: false } } },
  ]);
  expect(client.getQueryState([...activityKey, 'all'])?.isInvalidated).toBe(true);
});

it('NT-03: has a row for each kind that happens, and only ways that do something', async () => {
  await show();
  await known('Likes', true);
  const table = within(screen.getByRole('table', { name: 'What you are told' }));
  expect(table.getAllByRole('row')).toHaveLength(16);
  expect(table.getAllByRole('columnheader').map(({ textContent }) => textContent)).toEqual([
    'Kind',
    'In the app',
    'Push',
    'E-mail',
  ]);
  expect(table.getAllByRole('switch')).toHaveLength(41);
  const logins = within(table.getByRole('row', { name: /^Logins on new devices/ }));
  expect(logins.getAllByRole('switch').map((way) => way.getAttribute('aria-label'))).toEqual([
    'Logins on new devices: Push',
  ]);
  expect(logins.getByText('Always')).toBeTruthy();
  expect(logins.getByText('At once')).toBeTruthy();
});

it('NT-03, PN-03: private messages are only pushed; what is pushed is chosen by kind', async () => {
  const { person, asked } = await show();
  await known('Likes', true);
  const pushed = (name: string) => screen.getByRole('switch', { name: `${name}: Push` });
  expect(pushed('Private messages').getAttribute('aria-checked')).toBe('true');
  expect(pushed('Likes').getAttribute('aria-checked')).toBe('false');
  expect(screen.queryByRole('switch', { name: 'Private messages: E-mail' })).toBeNull();
  await person.click(pushed('Private messages'));
  expect(await screen.findByText('Saved')).toBeTruthy();
  expect(asked('PATCH /users/settings').map(({ body }) => body)).toEqual([
    { notifications: { message: { push: false } } },
  ]);
});

const mailField = () => screen.getByRole('switch', { name: 'Likes: E-mail' });

it('NT-05: mails are off at first and switched on by kind', async () => {
  const { person, asked } = await show();
  await known('Likes', true);
  await waitFor(() => expect(mailField().getAttribute('aria-disabled')).toBeNull());
  expect(mailField().getAttribute('aria-checked')).toBe('false');
  await person.click(mailField());
  expect(await screen.findByText('Saved')).toBeTruthy();
  expect(mailField().getAttribute('aria-checked')).toBe('true');
  expect(asked('PATCH /users/settings').map(({ body }) => body)).toEqual([
    { notifications: { like: { email: true } } },
  ]);
});

it.each([
  [
    'Mails come once you have confirmed your e-mail address.',
    { email: 'a@example.org', email_verified: false },
  ],
  ['Mails need an account with an e-mail address.', { email: null, email_verified: false }],
])('NT-05: without a confirmed address mails can’t be switched on: %s', async (reason, me) => {
  const { person, asked } = await show(server(me));
  expect(await screen.findByText(reason)).toBeTruthy();
  await known('Likes', true);
  expect(mailField().getAttribute('aria-disabled')).toBe('true');
  const reasonId = mailField().getAttribute('aria-describedby') ?? '';
  expect(document.getElementById(reasonId)?.textContent).toBe(reason);
  await person.click(mailField());
  expect(asked('PATCH /users/settings')).toEqual([]);
});

it('NT-03, HM-08: a refused change says why and keeps what was chosen, and can be tried again', async () => {
  const page = await show();
  await known('Payouts', true);
  page.answers((request) =>
    request.method === 'PATCH' ? refused(500, 'The disk is full.') : server()(request),
  );
  await page.person.click(field('Payouts'));
  expect((await screen.findByRole('alert')).textContent).toMatch(/^Not saved: /);
  await known('Payouts', false);
  page.answers(server());
  await page.person.click(screen.getByRole('button', { name: 'Try Again' }));
  expect(await screen.findByText('Saved')).toBeTruthy();
  await known('Payouts', false);
});
