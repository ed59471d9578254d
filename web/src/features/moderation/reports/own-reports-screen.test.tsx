import type { OwnReport } from '@adda/contract/moderation';
import { screen, waitFor } from '@testing-library/react';
import { expect, it } from 'vitest';
import { openScreen, refusal } from '../../accounts/accounts.fixture.tsx';
import { OwnReportsScreen } from './own-reports-screen.tsx';

const idOf = (number: number) => number.toString(16).padStart(24, 'a');

const reportOf = (number: number, overrides: Partial<OwnReport> = {}): OwnReport => ({
  report_id: idOf(number),
  number,
  about: 'mob',
  state: 'received',
  outcome: null,
  created_at: '2026-11-20T10:00:00.000Z',
  updated_at: '2026-11-20T10:00:00.000Z',
  can_ask_again: false,
  ...overrides,
});

const LIST = 'GET /users/me/reports';

it('MR-06: lists the reports with their state and outcome, page by page', async () => {
  const outcome = 'We looked at your report and acted on it. Thank you for telling us.';
  const reports = [
    reportOf(3, { about: null }),
    reportOf(2, { state: 'looked_at' }),
    reportOf(1, { state: 'decided', outcome }),
  ];
  const page = await openScreen({
    at: '/reports',
    screen: OwnReportsScreen,
    as: 'asha',
    answers: {
      [LIST]: ({ path }) => ({
        body: path.includes('cursor=2')
          ? { reports: reports.slice(2), next_cursor: null }
          : { reports: reports.slice(0, 2), next_cursor: '2' },
      }),
    },
  });
  expect(await screen.findByText('Report 3')).toBeTruthy();
  expect(screen.getByText('About a deleted account')).toBeTruthy();
  expect(screen.getByText('Received')).toBeTruthy();
  expect(screen.getByText('Being looked at')).toBeTruthy();
  await page.person.click(screen.getByRole('button', { name: 'Show older ones' }));
  expect(await screen.findByText(outcome)).toBeTruthy();
  expect(screen.queryByRole('button', { name: 'Ask again' })).toBeNull();
});

it('MR-06: asks again once; the text stays after a refusal', async () => {
  const ask = `POST /users/me/reports/${idOf(1)}/ask-again`;
  const page = await openScreen({
    at: '/reports',
    screen: OwnReportsScreen,
    as: 'asha',
    answers: {
      [LIST]: {
        body: {
          reports: [reportOf(1, { state: 'decided', outcome: 'Done.', can_ask_again: true })],
          next_cursor: null,
        },
      },
      [ask]: refusal(400, 'already_asked', 'You have asked us once already to look at this again'),
    },
  });
  await page.person.click(await screen.findByRole('button', { name: 'Ask again' }));
  const field = screen.getByRole<HTMLTextAreaElement>('textbox', { name: 'Why should we look again?' });
  await page.person.type(field, 'Look at the second picture');
  const send = () => screen.getAllByRole('button', { name: 'Ask again' }).at(-1) ?? field;
  await page.person.click(send());
  expect(await screen.findByText(/asked us once already/)).toBeTruthy();
  expect(field.value).toBe('Look at the second picture');
  page.answer({
    [ask]: { body: { message: 'ok' } },
    [LIST]: { body: { reports: [reportOf(1)], next_cursor: null } },
  });
  await page.person.click(send());
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(await screen.findByText('Received')).toBeTruthy();
  expect(page.seen.at(-2)?.body).toEqual({ text: 'Look at the second picture' });
});
