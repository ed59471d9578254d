import type { AppealCase } from '@adda/contract/moderation';
import { screen, waitFor, within } from '@testing-library/react';
import { beforeEach, expect, it } from 'vitest';
import { refusal, type TestResponses } from '../../accounts/accounts.fixture.tsx';
import { hoursAgo, openConsole, personOf, sanctionOf, setViewport } from '../admin.fixture.tsx';

beforeEach(() => {
  setViewport('desktop');
});

const appealOf = (id: string, username: string, overrides: Partial<AppealCase> = {}): AppealCase => ({
  appeal_id: id.repeat(24),
  text: 'It was a joke between friends',
  status: 'open',
  created_at: hoursAgo(5),
  decided_at: null,
  answer: null,
  person: personOf(username, { is_suspended: true }),
  sanction: sanctionOf({ kind: 'suspension', reason: 'You insulted ben', until: hoursAgo(-48) }),
  decided_by: null,
  may_decide: true,
  ...overrides,
});

const carl = appealOf('c', 'carl');
const dora = appealOf('d', 'dora', { may_decide: false });
const path = `PATCH /admin/appeals/${carl.appeal_id}`;

const openAppeal = (appeal: AppealCase, overrides: TestResponses = {}) =>
  openConsole(`view=appeals&id=${appeal.appeal_id}`, {
    'GET /admin/appeals': { body: { appeals: [carl, dora], total_count: 2 } },
    [path]: { body: { message: 'ok' } },
    ...overrides,
  });

it('an appeal is shown next to its sanction and decided with a text', async () => {
  const { person, seen, address } = await openAppeal(carl);
  const detail = within(await screen.findByRole('article'));
  expect(detail.getByText('It was a joke between friends')).toBeDefined();
  expect(detail.getByText('You insulted ben')).toBeDefined();
  await person.click(detail.getByRole('button', { name: 'Reverse' }));
  expect(detail.getByText('Please write an answer that the person will read')).toBeDefined();
  await person.type(detail.getByRole('textbox', { name: /^Answer/ }), 'You are right');
  await person.click(detail.getByRole('button', { name: 'Reverse' }));
  await screen.findByText('The decision was taken back');
  const sent = seen.filter(({ method }) => method === 'PATCH').map(({ body }) => body);
  expect(sent).toEqual([{ decision: 'reverse', answer: 'You are right' }]);
  await waitFor(() => expect(address()).toContain(dora.appeal_id));
});

it('the administrator who made the decision can’t judge the appeal, and sees why', async () => {
  await openAppeal(dora);
  const detail = within(await screen.findByRole('article'));
  expect(
    detail.getByText(
      'You made this decision or it is about you, so somebody else has to look at the appeal.',
    ),
  ).toBeDefined();
  expect(detail.getByRole<HTMLButtonElement>('button', { name: 'Uphold' }).disabled).toBe(true);
  expect(detail.getByRole<HTMLButtonElement>('button', { name: 'Reverse' }).disabled).toBe(true);
});

it('keeps the text of the decision if it could not be sent', async () => {
  const { person } = await openAppeal(carl, { [path]: refusal(503, 'unavailable', 'Busy now') });
  const detail = within(await screen.findByRole('article'));
  await person.type(detail.getByRole('textbox', { name: /^Answer/ }), 'It stays');
  await person.click(detail.getByRole('button', { name: 'Uphold' }));
  await detail.findByText('Busy now');
  expect(detail.getByRole<HTMLTextAreaElement>('textbox', { name: /^Answer/ }).value).toBe('It stays');
});

it('reports that another administrator was faster', async () => {
  const { person, answer } = await openAppeal(carl, {
    [path]: refusal(400, 'appeal_already_decided', 'Decided already'),
  });
  const detail = within(await screen.findByRole('article'));
  await person.type(detail.getByRole('textbox', { name: /^Answer/ }), 'It stays');
  answer({ 'GET /admin/appeals': { body: { appeals: [dora], total_count: 1 } } });
  await person.click(detail.getByRole('button', { name: 'Uphold' }));
  await screen.findByText('Somebody else decided this appeal meanwhile.');
  await screen.findByText('This appeal is not in the list');
});
