import type { DashboardDay } from '@adda/contract/operations';
import { screen, waitFor, within } from '@testing-library/react';
import { beforeEach, expect, it, vi } from 'vitest';
import { refusal } from '../../accounts/accounts.fixture.tsx';
import { nowOf, openConsole, setViewport } from '../admin.fixture.tsx';

/** A no-op canvas: happy-dom draws nothing. */
const blankCanvas = () =>
  new Proxy(
    { measureText: () => ({ width: 10 }) },
    { get: (known, name) => Reflect.get(known, name) ?? (() => undefined), set: () => true },
  );

beforeEach(() => {
  setViewport('desktop');
  vi.spyOn(HTMLCanvasElement.prototype, 'getContext').mockImplementation(
    () => blankCanvas() as unknown as CanvasRenderingContext2D,
  );
  vi.stubGlobal(
    'Path2D',
    class extends Map {
      moveTo() {}
      lineTo() {}
      rect() {}
      arc() {}
      closePath() {}
    },
  );
});

const dayOf = (day: string, overrides: Partial<DashboardDay> = {}): DashboardDay => ({
  day,
  new_people: 1,
  new_guests: 2,
  active_people: 10,
  messages: 100,
  posts: 3,
  reports: 1,
  decisions: 1,
  coins_bought: 0,
  coins_gifted: 0,
  coins_paid_out: 0,
  paid_orders: 1,
  revenue_cents: 499,
  ...overrides,
});

const days = [dayOf('2026-11-20'), dayOf('2026-11-21', { active_people: 20 }), dayOf('2026-11-22')];

it('the tiles show pending counts and link to their sections', async () => {
  await openConsole('', {
    'GET /admin/dashboard': {
      body: {
        days,
        now: nowOf({
          open_reports: 4,
          overdue_reports: 2,
          overdue_by_category: { threat: 1, intimate_image: 0, scam: 1, other: 0 },
          failed_jobs: 1,
        }),
      },
    },
  });
  const waiting = within(await screen.findByRole('region', { name: 'To do' }));
  const overdue = waiting.getByRole('link', { name: /Overdue reports\s*2\s*Threat 1 · Scam 1/ });
  expect(decodeURIComponent(overdue.getAttribute('href') ?? '')).toContain('overdue=true');
  const server = within(screen.getByRole('region', { name: 'Server' }));
  expect(server.getByText('5 GB')).toBeDefined();
  expect(server.getByText('1 d 1 h')).toBeDefined();
});

it('every plot has a text summary and can be shown as a table', async () => {
  const { person } = await openConsole('', { 'GET /admin/dashboard': { body: { days, now: nowOf() } } });
  await screen.findByRole('img', {
    name: /^People, 20 November 2026 to 22 November 2026\. Active people: 13 a day, New people: 3/,
  });
  await person.click(screen.getByRole('button', { name: 'Show as table' }));
  const revenue = within(screen.getAllByRole('region', { name: 'Revenue' })[0] ?? document.body);
  const rows = revenue.getAllByRole('row');
  expect(rows.map((row) => row.textContent)).toEqual([
    'DayRevenue',
    '22 November 2026$4.99',
    '21 November 2026$4.99',
    '20 November 2026$4.99',
  ]);
  expect(screen.queryByRole('img')).toBeNull();
});

it('changes the period, and keeps the current content while the new one loads or fails', async () => {
  const { person, seen, answer } = await openConsole('', {
    'GET /admin/dashboard': { body: { days, now: nowOf({ online: 77 }) } },
  });
  await screen.findByText('77');
  answer({ 'GET /admin/dashboard': refusal(500, 'internal', 'It broke') });
  await person.selectOptions(screen.getByRole('combobox', { name: 'How far back' }), '90');
  await waitFor(() => expect(seen.some(({ path }) => path.endsWith('days=90'))).toBe(true));
  await screen.findByText(/Something went wrong. Please try again./);
  answer({ 'GET /admin/dashboard': { body: { days, now: nowOf({ online: 78 }) } } });
  await person.click(screen.getByRole('button', { name: 'Try Again' }));
  await screen.findByText('78');
});
