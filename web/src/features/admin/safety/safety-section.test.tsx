import type { ListedWord, UploadHash } from '@adda/contract/safety';
import { screen, waitFor, within } from '@testing-library/react';
import { beforeEach, expect, it } from 'vitest';
import { refusal, type TestResponses } from '../../accounts/accounts.fixture.tsx';
import { hoursAgo, openConsole, setViewport } from '../admin.fixture.tsx';

beforeEach(() => {
  setViewport('desktop');
});

const wordOf = (id: string, word: string, overrides: Partial<ListedWord> = {}): ListedWord => ({
  word_id: id.repeat(24),
  word,
  action: 'refuse',
  added_by: 'rani',
  created_at: hoursAgo(30),
  hits: 3,
  ...overrides,
});

const hash: UploadHash = {
  upload_hash_id: 'e'.repeat(24),
  kind: 'sha256',
  value: '1234abcd'.repeat(8),
  note: 'Seen before',
  report_id: null,
  added_by: 'rani',
  created_at: hoursAgo(20),
  hits: 1,
};

const settings = { new_account_hours: 72, first_contacts_per_day: 20, plain_links: true };
const words = [wordOf('a', 'badword'), wordOf('b', 'sly', { action: 'review', hits: 1 })];

const open = (overrides: TestResponses = {}) =>
  openConsole('view=safety', {
    'GET /admin/safety': { body: { settings } },
    'GET /admin/words': { body: { words } },
    'GET /admin/upload-hashes': { body: { upload_hashes: [hash], total_count: 1 } },
    ...overrides,
  });

it('SV-105: the limits of new accounts are changed within their bounds', async () => {
  const { person, seen } = await open({
    'PATCH /admin/safety': ({ body }) => ({ body: { message: 'ok', settings: body } }),
  });
  const form = within(await screen.findByRole('form', { name: 'Limits of new accounts' }));
  const hours = form.getByRole('spinbutton', { name: /^Hours/ });
  await person.clear(hours);
  await person.type(hours, '721');
  await person.click(form.getByRole('button', { name: 'Save the limits' }));
  expect(form.getByText('A whole number from 0 to 720')).toBeDefined();
  await person.clear(hours);
  await person.type(hours, '48');
  await person.click(form.getByRole('switch', { name: 'Links stay plain text' }));
  await person.click(form.getByRole('button', { name: 'Save the limits' }));
  await screen.findByText('Limits saved');
  expect(seen.filter(({ method }) => method === 'PATCH').map(({ body }) => body)).toEqual([
    { new_account_hours: 48, first_contacts_per_day: 20, plain_links: false },
  ]);
});

it('SV-105: a word is added, and the input is kept if it is rejected', async () => {
  const path = 'POST /admin/words';
  const { person, seen, answer } = await open({
    [path]: refusal(400, 'word_exists', 'This word is on the list already'),
  });
  const form = within(await screen.findByRole('form', { name: 'Add a word' }));
  const field = form.getByRole<HTMLInputElement>('textbox');
  await person.type(field, 'nasty');
  await person.selectOptions(form.getByRole('combobox'), 'review');
  await person.click(form.getByRole('button', { name: 'Add the word' }));
  await form.findByText('This word is on the list already');
  expect(field.value).toBe('nasty');
  answer({ [path]: { status: 201, body: { message: 'ok', word: wordOf('c', 'nasty') } } });
  await person.click(form.getByRole('button', { name: 'Add the word' }));
  await screen.findByText('“nasty” is on the list');
  expect(field.value).toBe('');
  expect(seen.findLast(({ method }) => method === 'POST')?.body).toEqual({ word: 'nasty', action: 'review' });
});

it('a word is found, removed immediately, and restored from the toast', async () => {
  const { person, seen, answer } = await open({
    [`DELETE /admin/words/${'b'.repeat(24)}`]: { body: { message: 'ok' } },
    'POST /admin/words': { status: 201, body: { message: 'ok', word: words[1] } },
  });
  const list = within(await screen.findByRole('list', { name: 'Words' }));
  expect(list.getByText('met 3 times')).toBeDefined();
  await person.type(screen.getByRole('searchbox', { name: 'Search the list' }), 'SL{Enter}');
  await waitFor(() => expect(screen.queryByText('badword')).toBeNull());
  answer({ 'GET /admin/words': { body: { words: words.slice(0, 1) } } });
  await person.click(screen.getByRole('button', { name: 'Take “sly” off the list' }));
  await screen.findByText('No such word');
  answer({ 'GET /admin/words': { body: { words } } });
  await person.click(screen.getByText('Undo'));
  await screen.findByText('“sly” is on the list again');
  await screen.findByRole('button', { name: 'Take “sly” off the list' });
  expect(seen.findLast(({ method }) => method === 'POST')?.body).toEqual({ word: 'sly', action: 'review' });
});

it('a file is blocked by its hash, and allowed again after a confirmation', async () => {
  const { person, seen, answer } = await open({
    'POST /admin/upload-hashes': { status: 201, body: { message: 'ok', upload_hash: hash } },
    [`DELETE /admin/upload-hashes/${hash.upload_hash_id}`]: { body: { message: 'ok' } },
  });
  await person.click(await screen.findByRole('button', { name: 'Add by hash…' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Keep a file out' }));
  await person.selectOptions(dialog.getByRole('combobox', { name: 'Kind' }), 'dhash');
  await person.type(dialog.getByRole('textbox', { name: 'Hash' }), 'xyz');
  await person.click(dialog.getByRole('button', { name: 'Keep it out' }));
  expect(dialog.getByText('Please write 16 hex digits')).toBeDefined();
  await person.clear(dialog.getByRole('textbox', { name: 'Hash' }));
  await person.type(dialog.getByRole('textbox', { name: 'Hash' }), ' 00FF00FF00FF00FF ');
  await person.click(dialog.getByRole('button', { name: 'Keep it out' }));
  await screen.findByText('The file is kept out from now on');
  expect(seen.find(({ method }) => method === 'POST')?.body).toEqual({
    kind: 'dhash',
    value: '00ff00ff00ff00ff',
  });

  await person.click(await screen.findByRole('button', { name: 'Allow 1234abcd… again' }));
  const confirmDialog = within(await screen.findByRole('dialog', { name: 'Allow this file again?' }));
  expect(seen.some(({ method }) => method === 'DELETE')).toBe(false);
  answer({ 'GET /admin/upload-hashes': { body: { upload_hashes: [], total_count: 0 } } });
  await person.click(confirmDialog.getByRole('button', { name: 'Allow it' }));
  await screen.findByText('No file is kept out');
});
