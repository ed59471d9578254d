import { screen, waitFor } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { refused, showPeople } from '../../test/people-page.tsx';
import { toast } from '../../ui/toast-store.ts';
import { chatSegment } from './chat-segment.tsx';

const Segment = chatSegment;
const SLOW_MS = 60_000;

/** Loads the screen's code as the router does, then renders it. */
async function open(segment: string) {
  const path = `/v1/chat/${segment}`;
  location.href = `http://localhost:3000${path}`;
  await chatSegment.preload?.();
  const answering = (asked: string) =>
    asked.endsWith('/exists') ? { body: { exists: false } } : refused(404, 'Plan not found');
  return showPeople(
    () => <Segment />,
    (request) => answering(request.path),
    'asha',
    path,
  );
}

describe('the chat segment of an address', () => {
  it.each([`plan_${'a'.repeat(24)}`, `PLAN_${'0'.repeat(24)}`])(
    'X-05, SH-24: %s is a plan',
    async (segment) => {
      const { asked } = await open(segment);
      expect(await screen.findByText("This plan isn't sold any more")).toBeTruthy();
      expect(asked(`GET /subscriptions/plan/${segment.toLowerCase()}`)).toHaveLength(1);
    },
    SLOW_MS,
  );

  it.each(['riya', `plan_${'a'.repeat(23)}`, `plan_${'g'.repeat(24)}`])(
    'X-05: %s is a username',
    async (segment) => {
      const { asked } = await open(segment);
      await waitFor(() => expect(toast.current()).toMatchObject([{ text: 'User not found' }]));
      expect(asked(`GET /chat/users/${segment}/exists`)).toHaveLength(1);
      expect(asked(`GET /subscriptions/plan/${segment}`)).toHaveLength(0);
    },
    SLOW_MS,
  );
});
