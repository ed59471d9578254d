import { screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it, vi } from 'vitest';
import { refused, showPeople, type RequestHandler } from '../../../test/people-page.tsx';
import type { PlanVariant } from '../creators.queries.ts';
import { plansOf } from '../creators.queries.ts';
import { planOf } from '../creators.fixture.ts';
import { PlanForm } from './plan-form.tsx';

const gold = planOf('Gold');
const made: RequestHandler = ({ method }) =>
  method === 'POST'
    ? { status: 201, body: { plan_id: gold.plan_id, message: 'ok', plan: gold } }
    : { body: [gold] };

async function open(variant: PlanVariant, answering: RequestHandler = made, as = 'asha') {
  const onCreated = vi.fn();
  const page = await showPeople(() => <PlanForm variant={variant} onCreated={onCreated} />, answering, as);
  const fill = async (given: { name?: string; amount?: string; days?: string }) => {
    const labels = { name: 'Plan name', amount: 'Amount in US dollars', days: 'Validity in days' } as const;
    for (const [key, label] of Object.entries(labels)) {
      const field = screen.getByLabelText(label);
      await page.person.clear(field);
      // Omitted fields stay blank.
      const text = Object.entries(given).find(([name]) => name === key)?.[1];
      if (text) await page.person.type(field, text);
    }
  };
  const submit = () => page.person.click(screen.getByRole('button', { name: 'Create plan' }));
  /** Error text of a field. */
  const at = (label: string) =>
    (screen.getByLabelText(label).getAttribute('aria-describedby') ?? '')
      .split(' ')
      .map((id) => document.getElementById(id)?.textContent ?? '')
      .find((text) => !text.includes(' / '));
  return { ...page, onCreated, fill, submit, at };
}

const fine = { name: 'Gold', amount: '5', days: '30' };

describe('a plan in the composer', () => {
  it('PL-04: name, amount and days are required', async () => {
    const { submit, fill, asked } = await open('composer');
    await submit();
    expect(screen.getByText('Please fill in all required fields')).toBeTruthy();
    expect(document.activeElement).toBe(screen.getByLabelText('Plan name'));
    for (const blank of ['name', 'amount', 'days'] as const) {
      await fill({ ...fine, [blank]: '' });
      expect(screen.queryByRole('alert')).toBeNull();
      await submit();
      expect(screen.getByRole('alert').textContent).toBe('Please fill in all required fields');
    }
    expect(asked('POST /subscriptions/plan')).toHaveLength(0);
  });

  it('PL-05, PL-06, PL-07, CO-04: the inputs have the limits', async () => {
    await open('composer');
    const amount = screen.getByLabelText<HTMLInputElement>('Amount in US dollars');
    expect([amount.min, amount.step]).toEqual(['0.01', '0.01']);
    expect(screen.getByLabelText<HTMLInputElement>('Validity in days').min).toBe('1');
    expect(screen.getByLabelText<HTMLTextAreaElement>('Description (optional)').maxLength).toBe(200);
    expect(screen.getByText('0 / 200')).toBeTruthy();
  });

  it.each([
    ['PL-05', { ...fine, amount: '0' }, 'Amount in US dollars', 'Amount must be greater than 0'],
    ['PL-05', { ...fine, amount: '-1' }, 'Amount in US dollars', 'Amount must be greater than 0'],
    ['X-07', { ...fine, amount: '0.015' }, 'Amount in US dollars', 'Use at most two decimals.'],
    ['X-07', { ...fine, amount: '10001' }, 'Amount in US dollars', 'Use an amount up to 10000.'],
    ['PL-06', { ...fine, days: '0' }, 'Validity in days', 'Validity days must be a positive integer'],
    ['PL-06', { ...fine, days: '3651' }, 'Validity in days', 'Use up to 3650 days.'],
  ])('%s: shows the error at the field (%o)', async (_id, given, label, text) => {
    const { submit, fill, at, asked } = await open('composer');
    await fill(given);
    await submit();
    expect(at(label)).toBe(text);
    expect(document.activeElement).toBe(screen.getByLabelText(label));
    expect(asked('POST /subscriptions/plan')).toHaveLength(0);
  });

  it('PL-15, X-06: is sent with its creator, and is in the list immediately', async () => {
    const { submit, fill, asked, onCreated, client, person } = await open('composer');
    await client.prefetchQuery(plansOf('asha'));
    client.setQueryData(plansOf('asha').queryKey, []);
    await fill({ name: ' Gold ', amount: '4.99', days: '30' });
    await person.type(screen.getByLabelText('Description (optional)'), 'All of it');
    await submit();
    await waitFor(() => expect(onCreated.mock.calls[0]?.[0]).toEqual(gold));
    expect(asked('POST /subscriptions/plan').map(({ body }) => body)).toEqual([
      { name: 'Gold', amount: 4.99, validity_days: 30, description: 'All of it', creator: 'asha' },
    ]);
    expect(client.getQueryData(plansOf('asha').queryKey)).toEqual([gold]);
  });

  it('PL-17: ‘Failed to create plan’ with the reason; the input is kept', async () => {
    const refusal = refused(400, 'You can have at most 20 plans', 'too_many_plans');
    const { submit, fill, onCreated } = await open('composer', () => refusal);
    await fill(fine);
    await submit();
    const alert = within(await screen.findByRole('alert'));
    expect(alert.getByText('Failed to create plan')).toBeTruthy();
    expect(alert.getByText('You can have at most 20 plans')).toBeTruthy();
    expect(screen.getByLabelText<HTMLInputElement>('Plan name').value).toBe('Gold');
    expect(onCreated).not.toHaveBeenCalled();
  });

  it('PL-12: guests read ‘Upgrade to permanent user’', async () => {
    await open('composer', made, '_guest-kabir');
    expect(screen.getByText('Upgrade to permanent user')).toBeTruthy();
    expect(screen.queryByLabelText('Plan name')).toBeNull();
  });
});

describe('a plan on the profile', () => {
  it.each([
    ['PL-08', { ...fine, name: '' }, 'Plan name', 'Plan name is required'],
    ['PL-09', { ...fine, amount: '' }, 'Amount in US dollars', 'Amount must be a positive number'],
    ['PL-09', { ...fine, amount: '0' }, 'Amount in US dollars', 'Amount must be a positive number'],
    ['PL-10', { ...fine, days: '' }, 'Validity in days', 'Validity days must be a positive integer'],
    ['PL-10', { ...fine, days: '1.5' }, 'Validity in days', 'Validity days must be a positive integer'],
  ])('%s: shows the error at the field (%o)', async (_id, given, label, text) => {
    const { submit, fill, at } = await open('profile');
    await fill(given);
    await submit();
    expect(at(label)).toBe(text);
    expect(screen.queryByText('Please fill in all required fields')).toBeNull();
  });

  it('PL-11, PL-16: the description is optional; it is sent to the profile’s own path', async () => {
    const { submit, fill, asked, onCreated } = await open('profile');
    await fill(fine);
    await submit();
    await waitFor(() => expect(onCreated).toHaveBeenCalledOnce());
    expect(asked('POST /subscriptions/plans/create').map(({ body }) => body)).toEqual([
      { name: 'Gold', amount: 5, validity_days: 30, description: null, creator: 'asha' },
    ]);
  });

  it('PL-18: ‘Failed to create subscription plan’', async () => {
    const { submit, fill } = await open('profile', () =>
      refused(500, 'Something went wrong.', 'internal_error'),
    );
    await fill(fine);
    await submit();
    expect(await screen.findByText('Failed to create subscription plan')).toBeTruthy();
  });
});
