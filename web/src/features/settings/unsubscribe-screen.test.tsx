import { screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import { openScreen, refusal, type TestResponses } from '../accounts/accounts.fixture.tsx';
import { UnsubscribeScreen } from './unsubscribe-screen.tsx';

const STOP = 'POST /unsubscribe';
const open = (answers: TestResponses, as?: string, at = '/unsubscribe?token=1.abc') =>
  openScreen({ at, screen: UnsubscribeScreen, answers, as });
const press = () => screen.findByRole('button', { name: 'Stop these mails' });

it('NT-05: one press ends the mails, without a session, and the page says so; opening it ends nothing', async () => {
  const page = await open({ [STOP]: { body: { message: 'ok' } } });
  const button = await press();
  expect(page.seen).toEqual([]);
  await page.person.click(button);
  expect(await screen.findByRole('heading', { name: 'No more of these mails' })).toBeTruthy();
  expect(page.seen.map(({ path }) => path)).toEqual(['/unsubscribe?token=1.abc']);
  expect(screen.getByRole('link', { name: 'To Adda' })).toBeTruthy();
});

it('NT-05: with a session it leads to the settings', async () => {
  const page = await open({ [STOP]: { body: { message: 'ok' } } }, 'asha');
  await page.person.click(await press());
  const link = await screen.findByRole('link', { name: 'Settings of notifications' });
  expect(link.getAttribute('href')).toBe('/v1/settings/notifications');
});

it('NT-05: an incomplete link says what to do', async () => {
  const page = await open({ [STOP]: refusal(400, 'invalid_unsubscribe_link', 'This link isn’t complete.') });
  await page.person.click(await press());
  expect(await screen.findByRole('heading', { name: "This link isn't complete" })).toBeTruthy();
});

it('NT-05: a failure can be tried again', async () => {
  const page = await open({ [STOP]: refusal(503, 'draining', 'Adda is restarting.') });
  await page.person.click(await press());
  expect((await screen.findByRole('alert')).textContent).toBe('Adda is restarting.');
  page.answer({ [STOP]: { body: { message: 'ok' } } });
  await page.person.click(await press());
  expect(await screen.findByRole('heading', { name: 'No more of these mails' })).toBeTruthy();
});
