import { screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it, vi } from 'vitest';
import { refused, showPeople, type RequestHandler } from '../../test/people-page.tsx';
import { toast } from '../../ui/toast-store.ts';
import { UnsubscribeDialog } from './unsubscribe-dialog.tsx';

async function open(answering: RequestHandler = () => ({ body: { message: 'ok' } }), as = 'asha') {
  const calls = { onClose: vi.fn(), onDone: vi.fn() };
  const page = await showPeople(() => <UnsubscribeDialog creator="riya" {...calls} />, answering, as);
  const dialog = within(await screen.findByRole('dialog', { name: 'Unsubscribe from riya?' }));
  return { ...page, ...calls, dialog };
}

describe('unsubscribing', () => {
  it('SU-32, PR-04, SH-37: asks for confirmation, then ends it; everything that shows users is reloaded', async () => {
    const { dialog, person, asked, client, onClose, onDone } = await open();
    await client.prefetchQuery({ queryKey: ['riya'], queryFn: () => 1, meta: { showsPeople: true } });
    expect(asked('POST /subscriptions/unsubscribe')).toHaveLength(0);
    await person.click(dialog.getByRole('button', { name: 'Unsubscribe' }));
    await waitFor(() => expect(onClose).toHaveBeenCalledOnce());
    expect(onDone).toHaveBeenCalledOnce();
    expect(asked('POST /subscriptions/unsubscribe').map(({ path }) => path)).toEqual([
      '/subscriptions/unsubscribe?creator=riya',
    ]);
    expect(toast.current()).toMatchObject([{ text: 'You unsubscribed from riya.', tone: 'success' }]);
    expect(client.getQueryState(['riya'])?.isInvalidated).toBe(true);
  });

  it('Cancel changes nothing', async () => {
    const { dialog, person, asked, onClose, onDone } = await open();
    await person.click(dialog.getByRole('button', { name: 'Cancel' }));
    expect(onClose).toHaveBeenCalledOnce();
    expect(onDone).not.toHaveBeenCalled();
    expect(asked('POST /subscriptions/unsubscribe')).toHaveLength(0);
  });

  it.each([
    ['the server’s text', 'No active subscription', 'No active subscription'],
    ['a default', '', 'Failed to unsubscribe'],
  ])('a failure is shown with %s, and the dialog stays open', async (_what, detail, text) => {
    const { dialog, person, onClose } = await open(() => refused(404, detail, 'no_active_subscription'));
    await person.click(dialog.getByRole('button', { name: 'Unsubscribe' }));
    expect((await dialog.findByRole('alert')).textContent).toBe(text);
    expect(onClose).not.toHaveBeenCalled();
  });

  it('no response is ‘Failed to unsubscribe’', async () => {
    const { dialog, person } = await open();
    vi.spyOn(globalThis, 'fetch').mockRejectedValue(new TypeError('no network'));
    await person.click(dialog.getByRole('button', { name: 'Unsubscribe' }));
    expect((await dialog.findByRole('alert')).textContent).toBe('Failed to unsubscribe');
  });

  it('PR-04: guests have no subscription to end', async () => {
    const { dialog } = await open(undefined, '_guest-kabir');
    expect(dialog.getByText('Upgrade to permanent user')).toBeTruthy();
    expect(dialog.queryByRole('button', { name: 'Unsubscribe' })).toBeNull();
  });
});
