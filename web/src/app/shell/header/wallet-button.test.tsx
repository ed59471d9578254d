import { act, screen, waitFor } from '@testing-library/react';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { walletKeys } from '../../../features/wallet/index.ts';
import { balanceOf } from '../../../features/wallet/wallet.fixture.ts';
import { moneyDialog } from '../../../platform/money-dialog.ts';
import { refused, showPeople, type RequestHandler } from '../../../test/people-page.tsx';
import { MoneyDialogs } from './money-dialogs.tsx';
import { moneyComponents } from './money-components.ts';
import { WalletButton } from './wallet-button.tsx';

const noHistory = { history: [], page: 1, total_pages: 0, total_count: 0 };

const holding =
  (coins: number): RequestHandler =>
  ({ path }) => {
    if (path === '/wallet/balance') return { body: balanceOf(coins) };
    return path.startsWith('/wallet/history') ? { body: noHistory } : undefined;
  };

async function show(answering: RequestHandler = holding(501.75), as = 'asha') {
  onTestFinished(() => act(() => moneyDialog.close()));
  const page = await showPeople(
    () => (
      <>
        <WalletButton />
        <MoneyDialogs />
      </>
    ),
    answering,
    as,
  );
  return { ...page, button: () => screen.getByRole('button', { name: /^Wallet/ }) };
}

describe('the wallet’s button', () => {
  it('SH-13, WA-08, X-15, CO-19: shows whole coins', async () => {
    await show();
    expect(await screen.findByRole('button', { name: 'Wallet: 501 coins' })).toBeTruthy();
    expect(screen.getByText('501')).toBeTruthy();
  });

  it('WA-05, X-43: guests see no number and no request is made', async () => {
    const { button, person, asked } = await show(holding(501), '_guest-ivy');
    expect(button().getAttribute('aria-label')).toBe('Wallet');
    await person.click(button());
    expect(await screen.findByText('Create register account to earn money!')).toBeTruthy();
    expect(asked('GET /wallet/balance')).toHaveLength(0);
    expect(asked('GET /wallet/history')).toHaveLength(0);
  });

  it('shows balance updates from the connection', async () => {
    const { client } = await show();
    await screen.findByText('501');
    act(() => void client.setQueryData(walletKeys.balance, balanceOf(511)));
    expect(await screen.findByText('511')).toBeTruthy();
    expect(screen.getByRole('button', { name: 'Wallet: 511 coins' })).toBeTruthy();
  });

  it('shows no number if the balance fails to load', async () => {
    const { button, asked } = await show(() => refused(500, 'Something went wrong.'));
    await waitFor(() => expect(asked('GET /wallet/balance')).toHaveLength(1));
    expect(button().getAttribute('aria-label')).toBe('Wallet');
  });

  it('WA-06, CO-23, WA-18, CO-47: read every 30 s; retried three times, after 1, 2 and 4 s, when the server is busy', async () => {
    vi.useFakeTimers({ shouldAdvanceTime: true });
    onTestFinished(() => void vi.useRealTimers());
    const { asked, answers } = await show(() => refused(429, 'Slow down', 'rate_limited', 1));
    const times = (count: number) =>
      vi.waitFor(() => expect(asked('GET /wallet/balance')).toHaveLength(count));
    await times(1);
    for (const [pause, count] of [
      [1000, 2],
      [2000, 3],
      [4000, 4],
    ] as const) {
      await vi.advanceTimersByTimeAsync(pause);
      await times(count);
    }
    await vi.advanceTimersByTimeAsync(9000);
    await times(4);
    answers(holding(7));
    await vi.advanceTimersByTimeAsync(30_000);
    expect(await screen.findByText('7')).toBeTruthy();
  });
});

describe('the coin dialogs', () => {
  it('SH-32: the press requests the history once, in parallel with the code', async () => {
    const { person, button, asked } = await show();
    await person.click(button());
    await screen.findByRole('dialog', { name: 'Wallet' });
    expect(await screen.findByText('Nothing here yet')).toBeTruthy();
    expect(asked('GET /wallet/history')).toHaveLength(1);
  });

  it('SH-49: a dialog opened from the wallet returns there, with the focus on its button', async () => {
    const { person, button } = await show();
    await person.click(button());
    await person.click(await screen.findByRole('button', { name: 'Leaderboard' }));
    await screen.findByRole('dialog', { name: 'Leaderboard' });
    expect(screen.queryByRole('dialog', { name: 'Wallet' })).toBeNull();
    await person.click(screen.getByRole('button', { name: 'Close' }));
    await screen.findByRole('dialog', { name: 'Wallet' });
    expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Leaderboard' }));
    await person.click(screen.getByRole('button', { name: 'Close' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(document.activeElement).toBe(button());
  });

  it('SH-32, SH-49: each dialog fetches its own code, also directly after another', async () => {
    moneyComponents.wallet.code = undefined;
    moneyComponents.leaderboard.code = undefined;
    const { person } = await show();
    act(() => moneyDialog.open('wallet'));
    await person.click(await screen.findByRole('button', { name: 'Leaderboard' }));
    expect(await screen.findByRole('dialog', { name: 'Leaderboard' })).toBeTruthy();
  });

  it('SH-49: a dialog opened from elsewhere closes', async () => {
    const { person } = await show();
    act(() => moneyDialog.open('leaderboard'));
    await screen.findByRole('dialog', { name: 'Leaderboard' });
    await person.click(screen.getByRole('button', { name: 'Close' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  });
});
