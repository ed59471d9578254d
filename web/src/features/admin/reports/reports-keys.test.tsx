import { screen, waitFor, within } from '@testing-library/react';
import { beforeEach, expect, it } from 'vitest';
import { detailOf, openConsole, reportOf, setViewport } from '../admin.fixture.tsx';

beforeEach(() => {
  sessionStorage.clear();
  setViewport('desktop');
});

const reports = [reportOf(1, 'carl'), reportOf(2, 'dora'), reportOf(3, 'emil')];

async function openQueue() {
  const [first] = reports;
  const page = await openConsole(`view=reports&id=${first?.report_id}`, {
    'GET /admin/reports': { body: { reports, total_count: 3 } },
    ...Object.fromEntries(
      reports.flatMap((report) => [
        [`GET /admin/reports/${report.report_id}`, { body: { report: detailOf(report) } }],
        [`PATCH /admin/reports/${report.report_id}`, { body: { message: 'ok' } }],
      ]),
    ),
  });
  await screen.findByRole('form', { name: 'Decision' });
  await screen.findByRole('list', { name: 'Reports' });
  return page;
}

const row = (name: string) =>
  within(screen.getByRole('list', { name: 'Reports' })).getByRole('link', { name: new RegExp(`^${name}`) });
const patches = (seen: readonly { method: string; path: string; body: unknown }[]) =>
  seen.filter(({ method }) => method === 'PATCH');

it('j and k move through the queue and Enter opens a report', async () => {
  const { person, address } = await openQueue();
  await person.keyboard('j');
  expect(document.activeElement).toBe(row('dora'));
  await person.keyboard('j{ArrowDown}');
  expect(document.activeElement).toBe(row('emil'));
  await person.keyboard('k{Enter}');
  await screen.findByRole('heading', { name: 'Report about dora' });
  expect(address()).toContain(reports[1]?.report_id ?? 'none');
});

it('t takes the report, digits choose, r focuses the reason, Ctrl+Enter decides', async () => {
  const { person, seen } = await openQueue();
  await person.keyboard('t');
  await waitFor(() => expect(patches(seen).map(({ body }) => body)).toEqual([{ status: 'reviewing' }]));
  await person.keyboard('3');
  expect(screen.getByRole<HTMLInputElement>('radio', { name: 'Warn' }).checked).toBe(true);
  await person.keyboard('r');
  expect(document.activeElement).toBe(screen.getByRole('textbox', { name: /^Reason/ }));
  await person.keyboard('just kidding 16{Control>}{Enter}{/Control}');
  await screen.findByText('carl was warned');
  expect(patches(seen).at(-1)?.body).toMatchObject({ action: 'warn', reason: 'just kidding 16' });
  await screen.findByRole('heading', { name: 'Report about dora' });
});

it('keys do nothing while the user types or a dialog is open', async () => {
  const { person, seen } = await openQueue();
  await person.click(screen.getByRole('textbox', { name: 'Note for the team' }));
  await person.keyboard('tj1?');
  expect(screen.queryByRole('dialog')).toBeNull();
  await person.click(screen.getByRole('heading', { name: 'Report about carl' }));
  await person.keyboard('?');
  await screen.findByRole('dialog', { name: 'Keys' });
  await person.keyboard('tj2');
  expect(patches(seen)).toEqual([]);
  expect(screen.getAllByRole('radio').some((radio) => radio.matches(':checked'))).toBe(false);
});

it('keys without Ctrl can be disabled', async () => {
  const { person, seen } = await openQueue();
  await person.click(screen.getByRole('button', { name: 'Keys' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Keys' }));
  await person.click(dialog.getByRole('switch', { name: 'Keys without Ctrl' }));
  await person.click(dialog.getByRole('button', { name: 'Close' }));
  await person.keyboard('t2');
  expect(patches(seen)).toEqual([]);
  await person.click(screen.getByRole('radio', { name: 'No action needed' }));
  await person.keyboard('{Control>}{Enter}{/Control}');
  await waitFor(() => expect(patches(seen)).toHaveLength(1));
});
