import { screen, waitFor } from '@testing-library/react';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import type { TestResponse } from '../../../test/answering-server.ts';
import { refused, showPeople } from '../../../test/people-page.tsx';
import { createShellConnection } from '../../../test/shell-connection.fixture.ts';
import { configWith, offersOf, sandboxSays } from '../../payments/payments.fixture.ts';
import { planOf } from '../creators.fixture.ts';
import { connectCreatorRooms } from '../live/creator-rooms.ts';
import { PlanScreen } from './plan-screen.tsx';

const gold = planOf('Gold', { plan_id: `plan_${'a'.repeat(24)}`, creator: 'riya' });
const PLAN = `GET /subscriptions/plan/${gold.plan_id}`;
const CHECK = 'GET /subscriptions/check';

const onSubscribed = vi.fn<(creator: string) => void>();

const open = (answers: Readonly<Record<string, () => TestResponse>> = {}, as = 'asha') =>
  showPeople(
    () => <PlanScreen onSubscribed={onSubscribed} />,
    ({ method, path }) => {
      const call = `${method} ${path.split('?')[0]}`;
      if (answers[call]) return answers[call]();
      if (call === 'GET /config/client') return { body: configWith(offersOf()) };
      if (call === CHECK) return { body: { is_subscribed: false, plan_id: null, expires_at: null } };
      if (call === PLAN) return { body: { plan: gold, charges: [] } };
      if (path.includes('/verify-payment/')) return { body: { message: 'ok', is_subscribed: true } };
      if (method !== 'POST') return undefined;
      return {
        body: { subscription_id: `sub_${'1'.repeat(24)}`, order_id: 'o1', amount: 42_500, currency: 'INR' },
      };
    },
    as,
    `/v1/chat/${gold.plan_id}`,
  );

describe('the screen of a plan', () => {
  it('X-05, SU-19: shows creator and plan; after subscribing it leads to the chat', async () => {
    const { person, where } = await open();
    expect(await screen.findByText('riya')).toBeTruthy();
    expect(screen.getByRole('link', { name: 'View profile' }).getAttribute('href')).toBe('/profile/riya');
    const button = screen.getByRole<HTMLButtonElement>('button', { name: 'Subscribe' });
    await waitFor(() => expect(button.disabled).toBe(false));
    await person.click(button);
    await sandboxSays({ outcome: 'success' });
    await waitFor(() => expect(where()).toBe('/v1/chat/riya'));
    expect(onSubscribed).toHaveBeenCalledExactlyOnceWith('riya');
  });

  it('SU-17: the caller’s own plan can’t be bought', async () => {
    const own = planOf('Gold', { plan_id: gold.plan_id, creator: 'asha' });
    const { asked } = await open({ [PLAN]: () => ({ body: { plan: own, charges: [] } }) });
    expect(await screen.findByText(/This is your own plan/)).toBeTruthy();
    expect(screen.queryByRole('button', { name: 'Subscribe' })).toBeNull();
    expect(asked(CHECK)).toHaveLength(0);
  });

  it('SU-18: an existing subscriber can continue to the chat', async () => {
    const { person, where } = await open({
      [CHECK]: () => ({
        body: { is_subscribed: true, plan_id: gold.plan_id, expires_at: '2026-12-21T10:00:00.000Z' },
      }),
    });
    expect(await screen.findByText("You're subscribed.")).toBeTruthy();
    await person.click(screen.getByRole('link', { name: 'Chat with riya' }));
    expect(where()).toBe('/v1/chat/riya');
  });

  it('RT-35, RT-36: receives the events of its creator while it is open', async () => {
    const { connection, sent } = createShellConnection();
    onTestFinished(connectCreatorRooms(connection, { hear: vi.fn(), catchUp: vi.fn() }));
    const { unmount } = await open();
    await waitFor(() => expect(sent).toEqual([{ event: 'join', payload: { creator: 'riya' } }]));
    unmount();
    expect(sent.at(-1)).toEqual({ event: 'leave', payload: { creator: 'riya' } });
  });

  it('SU-18: a guest sees that an account is needed', async () => {
    await open({}, '_guest-kabir');
    expect(await screen.findByText('Upgrade to permanent user')).toBeTruthy();
    expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Subscribe' }).disabled).toBe(true);
  });

  it('SV-70: a plan that is no longer on sale shows it', async () => {
    await open({ [PLAN]: () => refused(404, 'Plan not found', 'plan_not_found') });
    expect(await screen.findByText("This plan isn't sold any more")).toBeTruthy();
    expect(screen.getByRole('link', { name: 'Go to the feed' })).toBeTruthy();
  });

  it('PL-20: a plan that failed to load can be retried', async () => {
    let isBroken = true;
    const { person } = await open({
      [PLAN]: () => (isBroken ? refused(500, 'x') : { body: { plan: gold, charges: [] } }),
    });
    expect(await screen.findByText('Failed to load subscription plans')).toBeTruthy();
    isBroken = false;
    await person.click(screen.getByRole('button', { name: 'Try Again' }));
    expect(await screen.findByText('Gold')).toBeTruthy();
  });
});
