import { planInput } from '@adda/contract/creators';
import { screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it, vi } from 'vitest';
import { showPeople } from '../../../test/people-page.tsx';
import { toast } from '../../../ui/toast-store.ts';
import { planOf } from '../creators.fixture.ts';
import { CreatePlanDialog } from './create-plan-dialog.tsx';
import { hasProblems } from '../../../ui/use-form.ts';
import { planInputOf, planProblems } from './plan-checks.ts';
import { PlanCard } from './plan-card.tsx';
import { plansProblem } from './plan-labels.ts';

const gold = planOf('Gold', { description: 'All of it' });

describe('a displayed plan', () => {
  it.each([
    [5, 30, '$5 for 30 days'],
    [4.5, 7, '$4.50 for 7 days'],
    [0.01, 365, '$0.01 for 365 days'],
    [10_000, 2, '$10,000 for 2 days'],
    [3, 1, '$3 for 1 day'],
  ])('PL-02, X-09: %d for %d days is ‘%s’', async (amount, days, text) => {
    await showPeople(
      () => <PlanCard plan={{ ...gold, amount, validity_days: days }} />,
      () => undefined,
    );
    expect(await screen.findByText(text)).toBeTruthy();
  });

  it('PL-01: shows name, price, duration, description and action', async () => {
    const action = <button type="button">Take it</button>;
    await showPeople(
      () => <PlanCard plan={gold} action={action} />,
      () => undefined,
    );
    for (const text of ['Gold', '$5 for 30 days', 'All of it'])
      expect(await screen.findByText(text)).toBeTruthy();
    expect(screen.getByRole('button', { name: 'Take it' })).toBeTruthy();
  });

  it('PL-19, PL-20, X-56: each place has its own text for a failed list', () => {
    expect(plansProblem('composer')).toBe('Failed to fetch subscription plans');
    expect(plansProblem('profile')).toBe('Failed to fetch subscription plans');
    expect(plansProblem('feed')).toBe('Failed to load subscription plans');
    expect(plansProblem('creator')).toBe('Failed to load subscription plans');
  });
});

describe('a plan in the form', () => {
  it.each([
    ['0.01', '1', true],
    ['10000', '3650', true],
    ['19.99', '30', true],
    ['0', '30', false],
    ['0.001', '30', false],
    ['10000.01', '30', false],
    ['5', '0', false],
    ['5', '2.5', false],
    ['5', '3651', false],
  ])('X-07: $%s for %s days: both forms agree with the contract (%s)', (amount, days, isTaken) => {
    const draft = { name: ' Gold ', amount, days, description: '' };
    expect(!hasProblems(planProblems('composer', draft))).toBe(isTaken);
    expect(!hasProblems(planProblems('profile', draft))).toBe(isTaken);
    expect(planInput.safeParse(planInputOf(draft, 'asha')).success).toBe(isTaken);
  });
});

describe('the dialog of the profile', () => {
  it('SH-38: creates a plan, shows a message and closes', async () => {
    const onClose = vi.fn();
    const onCreated = vi.fn();
    const page = await showPeople(
      () => <CreatePlanDialog isOpen onClose={onClose} onCreated={onCreated} />,
      () => ({ status: 201, body: { plan_id: gold.plan_id, message: 'ok', plan: gold } }),
    );
    const dialog = within(await screen.findByRole('dialog', { name: 'Create a plan' }));
    await page.person.type(dialog.getByLabelText('Plan name'), 'Gold');
    await page.person.type(dialog.getByLabelText('Amount in US dollars'), '5');
    await page.person.type(dialog.getByLabelText('Validity in days'), '30');
    await page.person.click(dialog.getByRole('button', { name: 'Create plan' }));
    await waitFor(() => expect(onClose).toHaveBeenCalledOnce());
    expect(onCreated).toHaveBeenCalledExactlyOnceWith(gold);
    expect(toast.current()).toMatchObject([{ text: 'Your plan is there.', tone: 'success' }]);
    expect(page.asked('POST /subscriptions/plans/create')).toHaveLength(1);
  });
});
