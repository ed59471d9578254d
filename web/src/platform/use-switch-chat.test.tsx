import {
  createMemoryHistory,
  createRootRoute,
  createRoute,
  createRouter,
  RouterProvider,
} from '@tanstack/react-router';
import { act, screen } from '@testing-library/react';
import { expect, it, onTestFinished, vi } from 'vitest';
import { render } from '../test/render.tsx';
import { useSwitchChat } from './use-switch-chat.ts';

function Probe() {
  const switchChat = useSwitchChat();
  return (
    <button type="button" onClick={() => switchChat({ username: 'zoya' })}>
      to zoya
    </button>
  );
}

/** Renders a router that has only the chats, at an address. */
async function openProbe(at: string) {
  const root = createRootRoute({ component: Probe });
  const shell = createRoute({ getParentRoute: () => root, id: 'shell' });
  const routes = ['/v1', '/v1/group/$groupId', '/v1/chat/$username'].map((path) =>
    createRoute({ getParentRoute: () => shell, path }),
  );
  const history = createMemoryHistory({ initialEntries: [at] });
  const router = createRouter({ routeTree: root.addChildren([shell.addChildren(routes)]), history });
  await router.load();
  // The app registers its own router's type; this test router has fewer routes.
  render(<RouterProvider router={router as never} />);
  vi.useFakeTimers();
  onTestFinished(() => void vi.useRealTimers());
  act(() => screen.getByText('to zoya').click());
  return history;
}

it('SH-57, CO-37: another chat opens after 200 ms', async () => {
  const history = await openProbe('/v1/chat/riya');
  await act(() => vi.advanceTimersByTimeAsync(199));
  expect(history.location.pathname).toBe('/v1/chat/riya');
  await act(() => vi.advanceTimersByTimeAsync(50));
  expect(history.location.pathname).toBe('/v1/chat/zoya');
});

it('SH-57: the first chat opens immediately', async () => {
  const history = await openProbe('/v1');
  await act(() => vi.advanceTimersByTimeAsync(50));
  expect(history.location.pathname).toBe('/v1/chat/zoya');
});

it('HM-10: the first chat is a new step, which remembers that it was opened from a list; the next one replaces it', async () => {
  const history = await openProbe('/v1?show=unread');
  await act(() => vi.advanceTimersByTimeAsync(50));
  expect(history.location).toMatchObject({ href: '/v1/chat/zoya?show=unread', state: { isFromList: true } });
  expect(history.length).toBe(2);
});

it('SH-10: another chat replaces the open one', async () => {
  const history = await openProbe('/v1/chat/riya');
  await act(() => vi.advanceTimersByTimeAsync(250));
  expect(history.length).toBe(1);
});
