import type { ManagedAnnouncement } from '@adda/contract/notifications';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { beforeEach, expect, it } from 'vitest';
import { refusal, type TestResponses } from '../../accounts/accounts.fixture.tsx';
import { hoursAgo, openConsole, setViewport } from '../admin.fixture.tsx';

beforeEach(() => {
  setViewport('desktop');
});

const announcementOf = (
  id: string,
  text: string,
  overrides: Partial<ManagedAnnouncement> = {},
): ManagedAnnouncement => ({
  announcement_id: id.repeat(24),
  text,
  link: null,
  tone: 'info',
  starts_at: hoursAgo(2),
  ends_at: null,
  state: 'shown',
  created_by: 'rani',
  created_at: hoursAgo(2),
  ...overrides,
});

const shown = announcementOf('a', 'Diwali is coming');
const over = announcementOf('b', 'We were away', { state: 'over', ends_at: hoursAgo(1) });
const endPath = `DELETE /admin/announcements/${shown.announcement_id}`;
const addPath = 'POST /admin/announcements';

const open = (overrides: TestResponses = {}) =>
  openConsole('view=announcements', {
    'GET /admin/announcements': { body: { announcements: [shown, over] } },
    ...overrides,
  });

it('announcements show their state; an active one is ended after a confirmation', async () => {
  const { person, seen, answer } = await open({ [endPath]: { body: { message: 'ok' } } });
  const cards = within(await screen.findByRole('list', { name: 'Announcements' })).getAllByRole('listitem');
  const [first, second] = cards.map((card) => within(card));
  expect(second?.getByText('Over')).toBeDefined();
  expect(second?.queryByRole('button')).toBeNull();
  await person.click(first?.getByRole('button', { name: 'End now…' }) ?? document.body);
  expect(seen.some(({ method }) => method === 'DELETE')).toBe(false);
  const dialog = within(await screen.findByRole('dialog', { name: 'End this announcement?' }));
  answer({ 'GET /admin/announcements': { body: { announcements: [{ ...shown, state: 'over' }, over] } } });
  await person.dblClick(dialog.getByRole('button', { name: 'End now' }));
  await screen.findByText('The announcement is over');
  expect(seen.filter(({ method }) => method === 'DELETE')).toHaveLength(1);
  await waitFor(() => expect(screen.getAllByText('Over')).toHaveLength(2));
});

it('a scheduled warning is previewed, and the input is kept if it is rejected', async () => {
  const { person, seen, answer } = await open({
    [addPath]: refusal(400, 'announcements_full', 'There are too many announcements; end one first'),
  });
  await person.click(await screen.findByRole('button', { name: 'New announcement' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'New announcement' }));
  await person.click(dialog.getByRole('button', { name: 'Tell everybody now' }));
  expect(dialog.getByText('Write what everybody should know.')).toBeDefined();
  await person.type(dialog.getByRole('textbox', { name: /^Text/ }), 'A break at night');
  await person.selectOptions(dialog.getByRole('combobox', { name: 'Tone' }), 'Warning');
  await person.type(dialog.getByRole('textbox', { name: 'Link (optional)' }), 'javascript:alert(1)');
  fireEvent.change(dialog.getByLabelText('From (your local time)'), {
    target: { value: '2031-03-04T05:06' },
  });
  fireEvent.change(dialog.getByLabelText('Until (your local time)'), {
    target: { value: '2031-03-04T05:06' },
  });
  await person.click(dialog.getByRole('button', { name: 'Save' }));
  expect(dialog.getByText('Please write an address that starts with https:// or http://')).toBeDefined();
  expect(dialog.getByText('Choose an end that comes after the start.')).toBeDefined();
  expect(seen.some(({ method }) => method === 'POST')).toBe(false);

  await person.clear(dialog.getByRole('textbox', { name: 'Link (optional)' }));
  await person.type(dialog.getByRole('textbox', { name: 'Link (optional)' }), 'https://adda.example/news');
  fireEvent.change(dialog.getByLabelText('Until (your local time)'), {
    target: { value: '2031-03-04T07:00' },
  });
  const preview = within(dialog.getByRole('group', { name: 'Preview' }));
  expect(preview.getByText(/A break at night/)).toBeDefined();
  expect(preview.getByText('Read more')).toBeDefined();
  await person.click(dialog.getByRole('button', { name: 'Save' }));
  await dialog.findByText('There are too many announcements; end one first');
  expect(dialog.getByRole<HTMLTextAreaElement>('textbox', { name: /^Text/ }).value).toBe('A break at night');

  const planned = announcementOf('c', 'A break at night', { state: 'planned' });
  answer({ [addPath]: { status: 201, body: { message: 'ok', announcement: planned } } });
  await person.click(dialog.getByRole('button', { name: 'Save' }));
  await screen.findByText('Announcement planned');
  expect(seen.findLast(({ method }) => method === 'POST')?.body).toEqual({
    text: 'A break at night',
    link: 'https://adda.example/news',
    tone: 'warning',
    starts_at: new Date('2031-03-04T05:06').toISOString(),
    ends_at: new Date('2031-03-04T07:00').toISOString(),
  });
});
