import type { Earnings as Earned } from '@adda/contract/creators';
import { act, screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it, vi } from 'vitest';
import { refused, showPeople } from '../../../test/people-page.tsx';
import { dayKey } from '../../../ui/time-format.ts';
import { earningsCsv } from './earnings-csv.ts';
import { Earnings } from './earnings.tsx';
import { barsOf, spanOf } from './span.ts';

const EARNINGS = 'GET /subscriptions/earnings';
const DAY_MS = 86_400_000;
const none = { gross: 0, fee: 0, net: 0, coins: 0, count: 0 };
const dayOf = (day: string, gross = 0, count = 0) => ({
  day,
  gross,
  fee: gross / 10,
  net: gross - gross / 10,
  coins: gross * 90,
  count,
});

/** Returns this many days from 1 November 2026, with sales on some of them. */
const daysOf = (count: number, sold: Readonly<Record<number, number>> = {}) =>
  Array.from({ length: count }, (_, index) =>
    dayOf(dayKey(Date.UTC(2026, 10, 1, 12) + index * DAY_MS), sold[index] ?? 0, sold[index] ? 1 : 0),
  );

const earned = (given: Partial<Earned> = {}): Earned => ({
  ...none,
  gross: 30,
  fee: 3,
  net: 27,
  coins: 2700,
  count: 3,
  from: '2026-11-01',
  to: '2026-11-07',
  by_day: daysOf(7, { 1: 20, 5: 10 }),
  by_plan: [
    { plan_id: `plan_${'a'.repeat(24)}`, name: 'Gold', ...none, gross: 20, net: 18, count: 2 },
    { plan_id: `plan_${'b'.repeat(24)}`, name: '=SUM(A1),"x"', ...none, gross: 10, net: 9, count: 1 },
  ],
  ...given,
});

const show = (answer = () => ({ body: earned() })) => showPeople(() => <Earnings />, answer);

describe('the days of earnings', () => {
  it('SV-78: are days in India, both inclusive, today is the last', () => {
    const late = Date.UTC(2026, 10, 7, 20); // already 8 November in Kolkata
    expect(spanOf(7, late)).toEqual({ from: '2026-11-02', to: '2026-11-08' });
    expect(spanOf(30, late).from).toBe('2026-10-10');
  });

  it('have a bar each, also those without a sale', () => {
    const bars = barsOf(daysOf(30, { 3: 4.99 }));
    expect(bars).toHaveLength(30);
    expect(bars[3]).toMatchObject({ from: '2026-11-04', to: '2026-11-04', gross: 4.99, count: 1 });
    expect(bars[4]).toMatchObject({ net: 0, count: 0 });
  });

  it('of a year become weeks that end today; the sums are exact', () => {
    const days = daysOf(365, { 0: 0.1, 1: 0.2, 363: 4.99, 364: 4.99 });
    const bars = barsOf(days);
    expect(bars).toHaveLength(53);
    expect(bars.at(-1)).toMatchObject({ to: days.at(-1)?.day, gross: 9.98, count: 2 });
    expect(bars[0]?.from).toBe('2026-11-01');
    expect(bars.reduce((sum, { count }) => sum + count, 0)).toBe(4);
  });
});

describe('the CSV file', () => {
  const lines = earningsCsv(earned()).split('\r\n');

  it('has each day, each plan and the total, with a line break after each row (RFC 4180)', () => {
    expect(lines[0]).toBe('row,name,sales,gross_usd,fee_usd,net_usd,coins');
    expect(lines[2]).toBe('day,2026-11-02,1,20,2,18,1800');
    expect(lines.at(-2)).toBe('total,2026-11-01 to 2026-11-07,3,30,3,27,2700');
    expect(lines.at(-1)).toBe('');
    expect(lines).toHaveLength(1 + 7 + 2 + 1 + 1);
  });

  it('quotes special characters, and no name becomes a formula', () => {
    expect(lines[9]).toBe(`plan,"'=SUM(A1),""x""",1,10,0,9,0`);
    for (const name of ['+1', '-1', '@x', '\tx']) {
      const by_plan = [{ plan_id: `plan_${'a'.repeat(24)}`, name, ...none }];
      expect(earningsCsv(earned({ by_plan }))).toContain(`plan,'${name},`);
    }
  });

  it('keeps a refund as a number', () => {
    expect(earningsCsv(earned({ net: -4.5 }))).toContain('3,30,3,-4.5,2700');
  });
});

describe('earnings on the profile', () => {
  it('SV-78: requests the last thirty days, and shows sums and plans', async () => {
    const { asked } = await show();
    const sums = await screen.findByText('$27.00');
    expect(sums.closest('div')?.textContent).toBe('Yours$27.00');
    expect(screen.getByText('$30.00')).toBeTruthy();
    expect(screen.getByText('2,700')).toBeTruthy();
    const plans = within(screen.getByRole('table', { name: 'Earnings by plan' }));
    expect(plans.getAllByRole('row').map(({ textContent }) => textContent)).toEqual([
      'PlanSalesPaidYours',
      'Gold2$20.00$18.00',
      '=SUM(A1),"x"1$10.00$9.00',
    ]);
    const { from, to } = spanOf(30, Date.now());
    expect(asked(EARNINGS)[0]?.path).toBe(`/subscriptions/earnings?from=${from}&to=${to}`);
  });

  it('another range is requested; the last one is kept until it is loaded', async () => {
    const { person, asked } = await show();
    await screen.findByText('$27.00');
    await person.selectOptions(screen.getByLabelText('Time'), 'Last 365 days');
    expect(screen.getByText('$27.00')).toBeTruthy();
    await waitFor(() => expect(asked(EARNINGS)).toHaveLength(2));
    expect(asked(EARNINGS)[1]?.path).toContain(`from=${spanOf(365, Date.now()).from}`);
  });

  it('the bars have the heights of the earnings', async () => {
    const { container } = await show();
    await screen.findByText('$27.00');
    const heights = [...container.querySelectorAll('[data-bar]')].map((bar) =>
      Number(bar.getAttribute('height')),
    );
    expect(heights).toEqual([0, 100, 0, 0, 0, 50, 0]);
  });

  it('arrow keys, Home and End read one bar after another', async () => {
    const { person } = await show();
    const chart = await screen.findByRole('slider', { name: 'Earnings over time' });
    act(() => chart.focus());
    expect(chart.getAttribute('aria-valuetext')).toBe('Point at a bar, or use the arrow keys.');
    const reads = async (key: string, text: string) => {
      await person.keyboard(key);
      expect(chart.getAttribute('aria-valuetext')).toBe(text);
      expect(screen.getByText(text)).toBeTruthy();
    };
    await reads('{Home}', '$0.00 · 1 Nov · 0 sales');
    await reads('{ArrowRight}', '$18.00 · 2 Nov · 1 sale');
    await reads('{End}', '$0.00 · 7 Nov · 0 sales');
    await reads('{ArrowRight}', '$0.00 · 7 Nov · 0 sales');
    await reads('{ArrowLeft}', '$9.00 · 6 Nov · 1 sale');
  });

  it('labels both ends of the axis, with the years where they differ', async () => {
    const { unmount } = await show();
    await screen.findByText('1 Nov');
    expect(screen.getByText('7 Nov')).toBeTruthy();
    unmount();
    await show(() => ({ body: earned({ by_day: daysOf(90, { 3: 5 }) }) }));
    expect(await screen.findByText('1 November 2026')).toBeTruthy();
    expect(screen.getByText('29 January 2027')).toBeTruthy();
  });

  it('the same data is available as a table', async () => {
    await show();
    await screen.findByText('$27.00');
    const table = within(screen.getByRole('table', { name: 'Earnings over time', hidden: true }));
    expect(table.getAllByRole('row', { hidden: true }).map(({ textContent }) => textContent)).toEqual([
      'WhenSalesPaidYours',
      '2 Nov1$20.00$18.00',
      '6 Nov1$10.00$9.00',
    ]);
  });

  it('no sales are shown as a sentence', async () => {
    await show(() => ({ body: earned({ ...none, by_day: daysOf(7), by_plan: [] }) }));
    expect(await screen.findByText('Nothing sold in this time')).toBeTruthy();
    expect(screen.queryByRole('button', { name: 'Download CSV' })).toBeNull();
  });

  it('shows a failure to load, and retries', async () => {
    let isBroken = true;
    const { person } = await showPeople(
      () => <Earnings />,
      () => (isBroken ? refused(500, 'x') : { body: earned() }),
    );
    const retry = await screen.findByRole('button', { name: 'Try Again' });
    isBroken = false;
    await person.click(retry);
    expect(await screen.findByText('$27.00')).toBeTruthy();
  });

  it('the file is downloaded with its dates in the name', async () => {
    const made = vi.spyOn(URL, 'createObjectURL').mockReturnValue('blob:x');
    const names: string[] = [];
    vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function click(
      this: HTMLAnchorElement,
    ) {
      names.push(this.download);
    });
    const { person } = await show();
    await person.click(await screen.findByRole('button', { name: 'Download CSV' }));
    expect(names).toEqual(['adda-earnings-2026-11-01-2026-11-07.csv']);
    const [file] = made.mock.calls[0] ?? [];
    expect(file instanceof Blob ? await file.text() : '').toBe(earningsCsv(earned()));
  });
});
