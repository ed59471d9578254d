import { act, screen, waitFor, within } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { TestResponse } from '../../../test/answering-server.ts';
import { refused, showPeople, type RequestHandler } from '../../../test/people-page.tsx';
import { SpinDialog } from './spin-dialog.tsx';
import type { Spin } from './spin-dialog.tsx';
import { outcomeUnderPointer } from './wheel.ts';
import { motionWish } from '../../../ui/reduced-motion.fixture.ts';

const COUNT = 'GET /wallet/spin/count';
const SPIN = 'POST /wallet/spin';

const spinResponse = (overrides: Partial<Spin> = {}): TestResponse => ({
  body: { outcome: '5 Coins', spin_count: 1, message: 'You won 5 coins!', coins_won: 5, ...overrides },
});

const motion = motionWish();
beforeEach(() => void vi.useFakeTimers({ shouldAdvanceTime: true }));
afterEach(() => void vi.useRealTimers());

/** Advances the timers. */
const pass = (ms: number) => act(() => void vi.advanceTimersByTime(ms));

async function open({ spins = 0, spin = spinResponse(), as = 'asha', count }: Stage = {}) {
  const onClose = vi.fn<() => void>();
  const answering: RequestHandler = ({ method, path }) => {
    if (method === 'POST') return spin;
    if (!path.startsWith('/wallet/spin/count')) return undefined;
    return count ?? { body: { spin_count: spins } };
  };
  const page = await showPeople(() => <SpinDialog onClose={onClose} />, answering, as);
  const dialog = within(await screen.findByRole('dialog', { name: 'Daily Spin' }));
  return { ...page, onClose, dialog };
}
type Stage = { spins?: number; spin?: TestResponse; as?: string; count?: TestResponse };

const rotation = () => Number(/rotate\((.*)deg\)/.exec(screen.getByTestId('wheel').style.transform)?.[1]);

describe('the daily spin', () => {
  it('SP-02, SP-03, SP-06: idle, spinning for a second, then the result, which is read out', async () => {
    const { dialog, person, asked } = await open();
    expect(await dialog.findByText('0 of 3 paid spins today')).toBeTruthy();
    const button = dialog.getByRole('button', { name: 'Spin' });
    expect(document.activeElement).toBe(button);
    await person.keyboard('{Enter}');
    await waitFor(() => expect(rotation()).toBeGreaterThan(1000));
    expect(outcomeUnderPointer(rotation())).toBe('5 Coins');
    expect(dialog.getByRole('status').textContent).toBe('Spinning…');
    expect(button.getAttribute('aria-busy')).toBe('true');
    pass(1000);
    expect(dialog.getByRole('status').textContent).toContain('5 Coins');
    expect(dialog.getByRole('status').textContent).toContain('You won 5 coins!');
    expect(dialog.getByText('1 of 3 paid spins today')).toBeTruthy();
    expect(document.activeElement).toBe(button);
    expect(asked(SPIN)).toHaveLength(1);
  });

  it('Q-39: also reads a count that is a plain number', async () => {
    const { dialog } = await open({ count: { body: 2 } });
    expect(await dialog.findByText('2 of 3 paid spins today')).toBeTruthy();
  });

  it('Q-35, FE-64, SH-47: closes 2.5 s after the result without user activity', async () => {
    const { dialog, person, onClose } = await open();
    await person.click(dialog.getByRole('button', { name: 'Spin' }));
    await waitFor(() => expect(rotation()).toBeGreaterThan(1000));
    pass(1000);
    pass(2400);
    expect(onClose).not.toHaveBeenCalled();
    pass(200);
    expect(onClose).toHaveBeenCalledOnce();
  });

  const odds = () => screen.getByText('The odds');

  async function spinOnce() {
    const page = await open();
    await page.person.click(page.dialog.getByRole('button', { name: 'Spin' }));
    await waitFor(() => expect(rotation()).toBeGreaterThan(1000));
    pass(1000);
    return page;
  }

  it.each([
    ['the focus', (person: Person) => person.keyboard('{Tab}')],
    ['the pointer', (person: Person) => person.hover(odds())],
    ['a press', (person: Person) => person.click(odds())],
  ])('Q-35, CO-52: %s in the controls keeps it open', async (_what, act) => {
    const { person, onClose } = await spinOnce();
    await act(person);
    pass(10_000);
    expect(onClose).not.toHaveBeenCalled();
  });

  it('Q-35: the pointer next to the controls does not keep it open', async () => {
    const { person, onClose } = await spinOnce();
    await person.hover(screen.getByRole('status'));
    pass(2500);
    expect(onClose).toHaveBeenCalledOnce();
  });

  it('Q-35: its time restarts when the pointer leaves the controls', async () => {
    const { person, onClose } = await spinOnce();
    await person.hover(odds());
    pass(10_000);
    await person.hover(screen.getByRole('status'));
    pass(2400);
    expect(onClose).not.toHaveBeenCalled();
    pass(100);
    expect(onClose).toHaveBeenCalledOnce();
  });

  it('SP-05, X-42: more than three spins a day are possible, and it says that nothing is credited', async () => {
    const message = 'Today’s paid spins are used up, so no coins were added.';
    const { dialog, person } = await open({
      spins: 3,
      spin: spinResponse({ spin_count: 4, coins_won: 0, message }),
    });
    expect(await dialog.findByText('3 of 3 paid spins today')).toBeTruthy();
    expect(dialog.getByText('You can spin on for fun: no coins are added any more today.')).toBeTruthy();
    await person.click(dialog.getByRole('button', { name: 'Spin' }));
    await waitFor(() => expect(rotation()).toBeGreaterThan(1000));
    pass(1000);
    expect(dialog.getByText(message)).toBeTruthy();
    expect(dialog.getByText('3 of 3 paid spins today')).toBeTruthy();
  });

  it('SP-04, WA-04, WA-05: guests spin without coins and without a count, and see how to get an account', async () => {
    const { dialog, person, asked } = await open({ as: '_guest-ivy', spin: spinResponse({ coins_won: 0 }) });
    expect(dialog.getByText('Spin as much as you like. Guests win no coins.')).toBeTruthy();
    expect(dialog.getByText('Create register account to earn money!')).toBeTruthy();
    expect(dialog.getByRole('link', { name: 'Keep my account' }).getAttribute('href')).toBe('/upgrade');
    await person.click(dialog.getByRole('button', { name: 'Spin' }));
    await waitFor(() => expect(asked(SPIN)).toHaveLength(1));
    expect(asked(COUNT)).toEqual([]);
  });

  it('with reduced motion nothing turns: the result appears immediately', async () => {
    motion.isStill = true;
    const { dialog, person } = await open({
      spin: spinResponse({ outcome: 'Goat', coins_won: 0, message: 'No.' }),
    });
    await person.click(dialog.getByRole('button', { name: 'Spin' }));
    await waitFor(() => expect(dialog.getByRole('status').textContent).toContain('Goat'));
    expect(screen.getByTestId('wheel').style.transition).toBe('none');
  });

  it('SP-07: the odds are shown as text', async () => {
    const { dialog } = await open();
    const rows = within(dialog.getByRole('table')).getAllByRole('row').slice(1);
    expect(rows.map((row) => row.textContent.replace(/^\P{Letter}*?(?=\p{L}|\d)/u, ''))).toEqual([
      'Dog30%0',
      'Elephant30%0',
      'Goat25%0',
      '1 Coin10%1',
      '5 Coins3%5',
      '10 Coins2%10',
    ]);
  });
});

type Person = Awaited<ReturnType<typeof open>>['person'];

describe('failures', () => {
  it('SP-11: a failed count can be retried, and spinning still works', async () => {
    const { dialog, person, answers } = await open({ count: refused(500, 'Something broke') });
    const alert = await dialog.findByRole('alert');
    expect(within(alert).getByText('Failed to fetch spin count')).toBeTruthy();
    expect(dialog.getByRole('button', { name: 'Spin' })).toBeTruthy();
    answers(() => ({ body: { spin_count: 2 } }));
    await person.click(within(alert).getByRole('button', { name: 'Try Again' }));
    expect(await dialog.findByText('2 of 3 paid spins today')).toBeTruthy();
    expect(dialog.queryByRole('alert')).toBeNull();
  });

  it('SP-12: ‘Failed to spin the reel’, and Try Again spins', async () => {
    const { dialog, person, answers, asked } = await open({ spin: refused(503, 'Adda is restarting.') });
    await person.click(dialog.getByRole('button', { name: 'Spin' }));
    const alert = await dialog.findByRole('alert');
    expect(within(alert).getByText('Failed to spin the reel')).toBeTruthy();
    answers(({ method }) => (method === 'POST' ? spinResponse() : { body: { spin_count: 1 } }));
    await person.click(within(alert).getByRole('button', { name: 'Try Again' }));
    await waitFor(() => expect(asked(SPIN)).toHaveLength(2));
    expect(dialog.queryByRole('alert')).toBeNull();
    expect(document.activeElement).toBe(dialog.getByRole('button', { name: /Spin|One moment/ }));
  });
});
