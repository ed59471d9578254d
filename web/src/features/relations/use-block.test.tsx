import { screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { refused, showPeople, type RequestHandler } from '../../test/people-page.tsx';
import { toast } from '../../ui/toast-store.ts';
import { relationKeys } from './relations.queries.ts';
import { useBlock } from './use-block.tsx';

function Probe() {
  const { isBlocked, blockedByMe, isBusy, block, unblock, dialogs } = useBlock('riya');
  return (
    <>
      <p>
        {isBlocked === undefined
          ? 'unknown'
          : `${isBlocked ? 'blocked' : 'free'}${blockedByMe ? ' by me' : ''}`}
      </p>
      <button type="button" onClick={block} disabled={isBusy}>
        block
      </button>
      <button type="button" onClick={unblock} disabled={isBusy}>
        unblock
      </button>
      {dialogs}
    </>
  );
}

/** A fake server that stores whether riya is blocked. */
function blocking(first: { is_blocked: boolean; blocked_by_me: boolean }): RequestHandler {
  let state = first;
  return ({ method, path }) => {
    if (method === 'GET') return path.endsWith('/check/riya') ? { body: state } : undefined;
    const isBlock = path === '/users/block';
    state = { is_blocked: isBlock, blocked_by_me: isBlock };
    return { body: { message: 'ok' } };
  };
}

const free = { is_blocked: false, blocked_by_me: false };
const mine = { is_blocked: true, blocked_by_me: true };
const show = (answering: RequestHandler) => showPeople(() => <Probe />, answering);

describe('a block', () => {
  it('RP-12, X-28: is known in either direction, with the user who made it', async () => {
    await show(blocking({ is_blocked: true, blocked_by_me: false }));
    expect(await screen.findByText('blocked')).toBeTruthy();
  });

  it('RP-10, RP-15, RP-18: asks for confirmation, is set, and shown immediately', async () => {
    const page = await show(blocking(free));
    await screen.findByText('free');
    await page.person.click(screen.getByRole('button', { name: 'block' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Block riya?' }));
    expect(page.asked('POST /users/block')).toHaveLength(0);
    await page.person.click(dialog.getByRole('button', { name: 'Block' }));
    expect(await screen.findByText('blocked by me')).toBeTruthy();
    expect(page.asked('POST /users/block').map(({ body }) => body)).toEqual([{ blocked_username: 'riya' }]);
    expect(screen.queryByRole('dialog')).toBeNull();
    expect(toast.current()).toMatchObject([{ text: 'You blocked riya.', tone: 'success' }]);
  });

  it('RP-11, RP-15: is removed after a confirmation', async () => {
    const page = await show(blocking(mine));
    await screen.findByText('blocked by me');
    await page.person.click(screen.getByRole('button', { name: 'unblock' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Unblock riya?' }));
    await page.person.click(dialog.getByRole('button', { name: 'Unblock' }));
    expect(await screen.findByText('free')).toBeTruthy();
    expect(page.asked('POST /users/unblock').map(({ body }) => body)).toEqual([{ blocked_username: 'riya' }]);
  });

  it('RP-15: Cancel changes nothing', async () => {
    const page = await show(blocking(free));
    await screen.findByText('free');
    await page.person.click(screen.getByRole('button', { name: 'block' }));
    await page.person.click(await screen.findByRole('button', { name: 'Cancel' }));
    expect(screen.queryByRole('dialog')).toBeNull();
    expect(page.asked('POST /users/block')).toHaveLength(0);
  });

  it.each([
    ['block', free, 'User is already blocked', 'User is already blocked'],
    ['block', free, '', 'Failed to block user'],
    ['unblock', mine, 'User is not blocked', 'User is not blocked'],
    ['unblock', mine, '', 'Failed to unblock user'],
  ])('RP-24, ER-04: a failed %s shows the reason, or a default', async (what, state, detail, text) => {
    const page = await show(blocking(state));
    await screen.findByText(/free|by me/);
    page.answers((request) => (request.method === 'POST' ? refused(400, detail) : { body: state }));
    await page.person.click(screen.getByRole('button', { name: what }));
    const dialog = within(await screen.findByRole('dialog'));
    await page.person.click(dialog.getByRole('button', { name: new RegExp(`^${what}$`, 'i') }));
    expect(await dialog.findByText(text)).toBeTruthy();
  });

  it('SV-52: everything that shows users is reloaded', async () => {
    const page = await show(blocking(free));
    await screen.findByText('free');
    await page.client.prefetchQuery({
      queryKey: ['people'],
      queryFn: () => 'riya',
      meta: { showsPeople: true },
    });
    await page.client.prefetchQuery({ queryKey: ['weather'], queryFn: () => 'fine' });
    await page.person.click(screen.getByRole('button', { name: 'block' }));
    await page.person.click(within(await screen.findByRole('dialog')).getByRole('button', { name: 'Block' }));
    await waitFor(() => expect(page.client.getQueryState(['people'])?.isInvalidated).toBe(true));
    expect(page.client.getQueryState(['weather'])?.isInvalidated).toBe(false);
    expect(page.client.getQueryData(relationKeys.check('riya'))).toEqual(mine);
  });
});
