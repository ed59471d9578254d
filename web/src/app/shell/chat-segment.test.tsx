import { screen, waitFor } from '@testing-library/react';
import { beforeAll, describe, expect, it } from 'vitest';
import { refused, showPeople } from '../../test/people-page.tsx';
import { toast } from '../../ui/toast-store.ts';
import { chatSegment } from './chat-segment.tsx';

const Segment = chatSegment;

// The code of both screens: a busy machine takes its time for it.
beforeAll(async () => {
  await import('../../features/creators/subscribe/plan-screen.tsx');
  await import('../../features/direct/private-chat-screen.tsx');
}, 60_000);

const open = (segment: string) =>
  showPeople(
    () => <Segment />,
    ({ path }) =>
      path.startsWith('/subscriptions/plan/')
        ? refused(404, 'Plan not found')
        : refused(404, 'User not found'),
    'asha',
    `/v1/chat/${segment}`,
  );

describe('what an address of a chat names', () => {
  it.each([`plan_${'a'.repeat(24)}`, `PLAN_${'0'.repeat(24)}`])('X-05: %s is a plan', async (segment) => {
    const { asked } = await open(segment);
    expect(await screen.findByText("This plan isn't sold any more")).toBeTruthy();
    expect(asked(`GET /subscriptions/plan/${segment.toLowerCase()}`)).toHaveLength(1);
  });

  it.each(['riya', `plan_${'a'.repeat(23)}`, `plan_${'g'.repeat(24)}`])(
    'X-05: %s is a person',
    async (segment) => {
      const { asked } = await open(segment);
      await waitFor(() => expect(toast.current()).toMatchObject([{ text: 'User not found' }]));
      expect(asked(`GET /subscriptions/plan/${segment}`)).toHaveLength(0);
    },
  );
});
