import { screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it, vi } from 'vitest';
import { refused, showPeople, type RequestHandler } from '../../../test/people-page.tsx';
import { toast } from '../../../ui/toast-store.ts';
import { planOf } from '../creators.fixture.ts';
import { plansOf } from '../creators.queries.ts';
import { ArchivePlanDialog } from './archive-plan-dialog.tsx';
import { EditPlanDialog } from './edit-plan-dialog.tsx';

const gold = planOf('Gold', { description: 'All of it' });
const PATCH = `PATCH /subscriptions/plan/${gold.plan_id}`;
const DELETE = `DELETE /subscriptions/plan/${gold.plan_id}`;

async function open(Shown: typeof EditPlanDialog, answering: RequestHandler) {
  const onClose = vi.fn();
  const page = await showPeople(() => <Shown plan={gold} onClose={onClose} />, answering);
  page.client.setQueryData(plansOf('asha').queryKey, [gold]);
  return { ...page, onClose, dialog: within(await screen.findByRole('dialog')) };
}

describe('changing a plan', () => {
  it('SV-70: sends the texts only; the list is updated immediately', async () => {
    const changed = { ...gold, name: 'Golden', description: null };
    const page = await open(EditPlanDialog, () => ({ body: { message: 'ok', plan: changed } }));
    expect(
      await page.dialog.findByText('$5 for 30 days. Price and days stay as they were sold.'),
    ).toBeTruthy();
    const name = page.dialog.getByLabelText('Plan name');
    await page.person.clear(name);
    await page.person.type(name, ' Golden ');
    await page.person.clear(page.dialog.getByLabelText('Description (optional)'));
    await page.person.click(page.dialog.getByRole('button', { name: 'Save' }));
    await waitFor(() => expect(page.onClose).toHaveBeenCalledOnce());
    expect(page.asked(PATCH).map(({ body }) => body)).toEqual([{ name: 'Golden', description: null }]);
    expect(page.client.getQueryData(plansOf('asha').queryKey)).toEqual([changed]);
    expect(toast.current()).toMatchObject([{ text: 'Your plan is changed.' }]);
  });

  it('PL-08: a name is required', async () => {
    const page = await open(EditPlanDialog, () => undefined);
    await page.person.clear(page.dialog.getByLabelText('Plan name'));
    await page.person.click(page.dialog.getByRole('button', { name: 'Save' }));
    expect(page.dialog.getByText('Plan name is required')).toBeTruthy();
    expect(page.asked(PATCH)).toHaveLength(0);
  });

  it('a failure shows the reason, and the input is kept', async () => {
    const page = await open(EditPlanDialog, () => refused(404, 'Plan not found'));
    await page.person.type(page.dialog.getByLabelText('Plan name'), 'er');
    await page.person.click(page.dialog.getByRole('button', { name: 'Save' }));
    const alert = within(await page.dialog.findByRole('alert'));
    expect(alert.getByText('Plan not found')).toBeTruthy();
    expect(page.dialog.getByLabelText<HTMLInputElement>('Plan name').value).toBe('Golder');
  });
});

describe('taking a plan off sale', () => {
  it('SV-70: asks for confirmation; then the list is without the plan', async () => {
    const page = await open(ArchivePlanDialog, () => ({ body: { message: 'ok' } }));
    expect(page.dialog.getByText(/Whoever has paid keeps their time/)).toBeTruthy();
    expect(page.asked(DELETE)).toHaveLength(0);
    await page.person.click(page.dialog.getByRole('button', { name: 'Stop selling' }));
    await waitFor(() => expect(page.onClose).toHaveBeenCalledOnce());
    expect(page.asked(DELETE)).toHaveLength(1);
    expect(page.client.getQueryData(plansOf('asha').queryKey)).toEqual([]);
    expect(toast.current()).toMatchObject([{ text: 'Gold is not sold any more.' }]);
  });

  it('a failure is shown, and the dialog stays open', async () => {
    const page = await open(ArchivePlanDialog, () => refused(500, ''));
    await page.person.click(page.dialog.getByRole('button', { name: 'Stop selling' }));
    expect((await page.dialog.findByRole('alert')).textContent).toContain('The plan could not be taken away');
    expect(page.onClose).not.toHaveBeenCalled();
  });
});
