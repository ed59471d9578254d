import { transactionType } from '@adda/contract/wallet';
import { screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it, vi } from 'vitest';
import { refused, showPeople, type RequestHandler } from '../../test/people-page.tsx';
import { isDebit, kindOf, kindLabel } from './history/transaction-labels.ts';
import { WalletDialog } from './wallet-dialog.tsx';
import { balanceOf, lineOf } from './wallet.fixture.ts';

const ten = (from: number) => Array.from({ length: 10 }, (_, index) => lineOf(from + index));
const pageOf = (page: number, history = ten(page * 10)) => ({
  body: { history, page, total_pages: 3, total_count: 25 },
});

const pageIn = (path: string) => Number(new URLSearchParams(path.split('?')[1]).get('page'));

const answering: RequestHandler = ({ method, path }) => {
  if (path === '/config/client') return { body: { features: {}, payments: [], sandbox: 'off' } };
  if (path === '/wallet/balance') return { body: balanceOf(501, { payable: 300, held: 100 }) };
  return method === 'GET' && path.startsWith('/wallet/history') ? pageOf(pageIn(path)) : undefined;
};

async function show(answer: RequestHandler = answering, as = 'asha') {
  const onOpen = vi.fn();
  const page = await showPeople(
    () => <WalletDialog opened={undefined} onOpen={onOpen} onClose={vi.fn()} />,
    answer,
    as,
  );
  const dialog = within(await screen.findByRole('dialog', { name: 'Wallet' }));
  const list = () => within(dialog.getByRole('region', { name: 'History' }));
  const lines = () =>
    list()
      .getAllByRole('listitem')
      .map(({ textContent }) => textContent);
  const press = (name: string) => page.person.click(dialog.getByRole('button', { name }));
  return { ...page, dialog, list, lines, press, onOpen };
}

describe('the wallet', () => {
  it('HM-16, WA-09: the coins are shown with their value, whose length moves them', async () => {
    const { promise, resolve } = Promise.withResolvers<void>();
    const { dialog } = await show((request) =>
      request.path === '/users/settings' ? { body: { currency: 'USD' }, until: promise } : answering(request),
    );
    expect(await dialog.findByRole('region', { name: 'History' })).toBeTruthy();
    await waitFor(() => expect(dialog.getAllByRole('listitem').length).toBeGreaterThan(4));
    expect(dialog.queryByText('501 coins')).toBeNull();
    resolve();
    expect(await dialog.findByText('501 coins')).toBeTruthy();
    expect(dialog.getByText('$5.01')).toBeTruthy();
  });

  it.each([
    ['public', true],
    ['local', false],
    ['off', false],
  ])(
    'SV-82: with a sandbox that is %s it says in red that payments are tests: %s',
    async (sandbox, isSaid) => {
      const { dialog, asked } = await show((request) =>
        request.path === '/config/client'
          ? { body: { features: {}, payments: [], sandbox } }
          : answering(request),
      );
      await dialog.findByText('501 coins');
      await waitFor(() => expect(asked('GET /config/client')).toHaveLength(1));
      const text = 'Test payments: no real money moves';
      if (isSaid) expect((await dialog.findByText(text)).closest('.text-danger')).toBeTruthy();
      else expect(dialog.queryByText(text)).toBeNull();
    },
  );

  it('WA-08, WA-09, X-15, WA-02: the balance in dollars, the coins next to it, the payable and held parts (X-13)', async () => {
    const { dialog } = await show();
    expect(await dialog.findByText('$5.01')).toBeTruthy();
    expect(dialog.getByText('501 coins')).toBeTruthy();
    expect(dialog.getByText("300 coins can be paid out: all that you didn't buy.")).toBeTruthy();
    expect(dialog.getByText('100 coins more are held for your payout request.')).toBeTruthy();
  });

  it('HM-16, X-15: a reader of rupees sees the balance in rupees and coins', async () => {
    const { dialog, container } = await show((request) => {
      if (request.path === '/users/settings') return { body: { currency: 'INR' } };
      if (request.path !== '/config/client') return answering(request);
      return { body: { features: {}, payments: [], sandbox: 'off', inr_per_usd: 85 } };
    });
    expect(await dialog.findByText('₹425.85')).toBeTruthy();
    expect(dialog.getByText('501 coins')).toBeTruthy();
    expect(container.textContent).not.toContain('$');
  });

  it.each([
    ['RC-01', 'Recharge Wallet', 'recharge'],
    ['SP-01', 'Daily Spin', 'spin'],
    ['AD-02', 'Earn Rewards', 'ads'],
    ['LB-01', 'Leaderboard', 'leaderboard'],
    ['PY-01', 'Request Payout', 'payout'],
  ])('%s: %s opens its dialog', async (_id, name, what) => {
    const { press, onOpen } = await show();
    await press(name);
    expect(onOpen).toHaveBeenCalledExactlyOnceWith(what);
  });

  it('WA-04, WA-05, X-43, RC-23, PY-08: guests read how to get one, and no request is made', async () => {
    const { dialog, asked } = await show(answering, '_guest-ivy');
    expect(dialog.getByText('Create register account to earn money!')).toBeTruthy();
    expect(dialog.getByRole('link', { name: 'Keep my account' }).getAttribute('href')).toBe('/upgrade');
    const names = dialog.getAllByRole('button').map(({ textContent }) => textContent);
    expect(names.filter(Boolean)).toEqual(['Daily Spin', 'Earn Rewards', 'Leaderboard']);
    for (const call of ['GET /wallet/balance', 'GET /wallet/history']) expect(asked(call)).toHaveLength(0);
  });

  it('a balance that fails to load can be retried; the history is shown meanwhile', async () => {
    const { dialog, answers, press, lines } = await show((request) =>
      request.path === '/wallet/balance' ? refused(500, 'x') : answering(request),
    );
    await dialog.findByText("Your balance didn't load.");
    await waitFor(() => expect(lines()).toHaveLength(10));
    answers(answering);
    await press('Try Again');
    expect(await dialog.findByText('$5.01')).toBeTruthy();
  });
});

describe('the history', () => {
  it('WA-10, WA-11, CO-45, WA-02: ten entries per page, with pagination', async () => {
    const { dialog, lines, press, asked } = await show();
    await dialog.findByText('Page 1 of 3');
    expect(lines()).toHaveLength(10);
    expect(dialog.getByRole('button', { name: 'Previous' }).getAttribute('aria-disabled')).toBe('true');
    await press('Next');
    await dialog.findByText('Page 2 of 3');
    expect(lines()[0]).toContain('line 20');
    await press('Previous');
    await dialog.findByText('Page 1 of 3');
    expect(asked('GET /wallet/history').map(({ path }) => path.split('?')[1])).toEqual([
      'page=1&page_size=10',
      'page=2&page_size=10',
    ]);
  });

  it('WA-12, WA-13: labels by type and flags, + for credits and − for debits', async () => {
    const { dialog, lines } = await show((request) =>
      request.path.startsWith('/wallet/history')
        ? pageOf(1, [
            lineOf(1, { transaction_type: 'wheel_game', is_wheel_game: true, amount: 10 }),
            lineOf(2, { transaction_type: 'gift_sent', is_gift_sent: true, amount: 25 }),
            lineOf(3, { transaction_type: 'debit', amount: 500.5 }),
          ])
        : answering(request),
    );
    await dialog.findByText('Page 1 of 3');
    const [spin, gift, payout] = lines();
    expect(spin).toMatch(/^Daily spin\+10 coinsline 1/);
    expect(gift).toMatch(/^Gift sent−25 coinsline 2/);
    expect(payout).toMatch(/^Coins out−500.5 coinsline 3/);
  });

  it('WA-12: an entry does not repeat its title', async () => {
    const spin = { transaction_type: 'wheel_game', is_wheel_game: true, amount: 5 } as const;
    const { dialog, lines } = await show((request) =>
      request.path.startsWith('/wallet/history')
        ? pageOf(1, [lineOf(1, { ...spin, description: 'Daily spin: 5 Coins' })])
        : answering(request),
    );
    expect(await dialog.findByText('5 Coins')).toBeTruthy();
    expect(lines()[0]).toMatch(/^Daily spin\+5 coins5 Coins/);
    expect(dialog.getByRole('button', { name: 'Hide from the history: Daily spin: 5 Coins' })).toBeTruthy();
  });

  it('X-13: shows which coins can be paid out while the balance is 0', async () => {
    const { dialog } = await show((request) =>
      request.path === '/wallet/balance' ? { body: balanceOf(0) } : answering(request),
    );
    expect(await dialog.findByText('Coins that you earn or are given can be paid out.')).toBeTruthy();
  });

  it('WA-17: the next page starts at its top, and the focus stays on the button', async () => {
    const { dialog, list, press } = await show();
    await dialog.findByText('Page 1 of 3');
    const region = dialog.getByRole('region', { name: 'History' });
    vi.spyOn(region, 'getBoundingClientRect').mockReturnValue(new DOMRect(0, -300, 300, 900));
    const scrolled = vi.spyOn(region, 'scrollIntoView').mockImplementation(() => undefined);
    await press('Next');
    expect(await list().findByText('Page 2 of 3')).toBeTruthy();
    expect(scrolled).toHaveBeenCalledExactlyOnceWith({ block: 'start' });
    expect(document.activeElement).toBe(dialog.getByRole('button', { name: 'Next' }));
  });

  it('WA-13: every type has a label, its flag has the same, and two of them debit coins', () => {
    const kinds = transactionType.options;
    expect(new Set(kinds.map(kindLabel)).size).toBe(kinds.length);
    expect(kinds.filter(isDebit)).toEqual(['debit', 'gift_sent']);
    for (const kind of kinds)
      expect(kindOf(lineOf(1, { [`is_${kind}`]: true }))).toBe(kind === 'debit' ? 'credit' : kind);
  });

  it('WA-17: a page that fails to load leaves the current one on screen, and can be retried', async () => {
    const { dialog, lines, press, answers, person } = await show();
    await dialog.findByText('Page 1 of 3');
    answers((request) => (pageIn(request.path) === 2 ? refused(500, 'x') : answering(request)));
    await press('Next');
    expect(await dialog.findByText('Failed to load page')).toBeTruthy();
    expect(lines()[0]).toContain('line 10');
    expect(dialog.getByText('Page 1 of 3')).toBeTruthy();
    answers(answering);
    dialog.getByRole('button', { name: 'Try Again' }).focus();
    await person.keyboard('{Enter}');
    await dialog.findByText('Page 2 of 3');
    expect(dialog.queryByText('Failed to load page')).toBeNull();
    expect(document.activeElement).toBe(dialog.getByRole('region', { name: 'History' }));
  });

  it('shows an empty state', async () => {
    const { dialog } = await show((request) =>
      request.path.startsWith('/wallet/history')
        ? { body: { history: [], page: 1, total_pages: 0, total_count: 0 } }
        : answering(request),
    );
    expect(await dialog.findByText('Nothing here yet')).toBeTruthy();
  });

  it('WA-14, WA-15, Q-22: an entry is hidden after a confirmation, and the list is refetched', async () => {
    const { dialog, press, person, answers, asked } = await show();
    await dialog.findByText('line 10');
    await press('Hide from the history: line 10');
    const question = within(await screen.findByRole('dialog', { name: 'Hide this transaction?' }));
    expect(asked(`DELETE /wallet/history/${lineOf(10)._id}`)).toHaveLength(0);
    answers((request) =>
      request.method === 'DELETE' ? { body: { message: 'ok' } } : pageOf(1, ten(10).slice(1)),
    );
    await person.click(question.getByRole('button', { name: 'Hide' }));
    await waitFor(() => expect(dialog.queryByText('line 10')).toBeNull());
    expect(asked(`DELETE /wallet/history/${lineOf(10)._id}`)).toHaveLength(1);
    await waitFor(() => expect(screen.queryByRole('dialog', { name: 'Hide this transaction?' })).toBeNull());
    expect(document.activeElement).toBe(dialog.getByRole('region', { name: 'History' }));
  });

  it('WA-16: ‘Failed to delete transaction’, and the entry stays', async () => {
    const { dialog, press, person, answers } = await show();
    await dialog.findByText('line 10');
    await press('Hide from the history: line 10');
    answers((request) =>
      request.method === 'DELETE' ? refused(404, 'Transaction not found') : answering(request),
    );
    const question = within(await screen.findByRole('dialog', { name: 'Hide this transaction?' }));
    await person.click(question.getByRole('button', { name: 'Hide' }));
    expect(await question.findByText('Failed to delete transaction')).toBeTruthy();
    await person.click(question.getByRole('button', { name: 'Cancel' }));
    expect(dialog.getByText('line 10')).toBeTruthy();
  });

  it('after the last entry of the last page is removed, the previous page is shown', async () => {
    const { dialog, press, person, answers } = await show();
    await dialog.findByText('Page 1 of 3');
    await press('Next');
    await dialog.findByText('line 20');
    await press('Hide from the history: line 20');
    const shrunk = (page: number) => ({
      body: { history: page === 1 ? ten(10) : [], page, total_pages: 1, total_count: 10 },
    });
    answers((request) =>
      request.method === 'DELETE' ? { body: { message: 'ok' } } : shrunk(pageIn(request.path)),
    );
    await person.click(await screen.findByRole('button', { name: 'Hide' }));
    expect(await dialog.findByText('line 10')).toBeTruthy();
  });
});
