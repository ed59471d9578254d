import {
  createMemoryHistory,
  createRootRoute,
  createRoute,
  createRouter,
  RouterProvider,
} from '@tanstack/react-router';
import { act, screen } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { render } from '../../test/render.tsx';
import { tabSearch } from '../search.ts';
import { useTabSwitch } from './main-shell.tsx';

function Probe({ isChatAlone = false }: { isChatAlone?: boolean }) {
  const { shown, choose } = useTabSwitch({ tab: 'chats', kind: 'chat' }, isChatAlone);
  return (
    <>
      <p>{shown}</p>
      <button type="button" onClick={() => choose('feed')}>
        to feed
      </button>
      <button type="button" onClick={() => choose('chats')}>
        to chats
      </button>
      <button type="button" onClick={() => choose('profile')}>
        to profile
      </button>
    </>
  );
}

/** Renders a router that has only the main screen, at an open chat. */
async function openProbe(isChatAlone?: boolean) {
  const root = createRootRoute({ component: () => <Probe isChatAlone={isChatAlone} /> });
  const shell = createRoute({ getParentRoute: () => root, path: '/v1', validateSearch: tabSearch });
  const chat = createRoute({ getParentRoute: () => root, path: '/v1/group/$groupId' });
  const history = createMemoryHistory({ initialEntries: ['/v1/group/a1'] });
  const router = createRouter({ routeTree: root.addChildren([shell, chat]), history });
  await router.load();
  // The app registers its own router's type; this test router has fewer routes.
  render(<RouterProvider router={router as never} />);
  return history;
}

beforeEach(() => {
  vi.useFakeTimers();
});

afterEach(() => {
  vi.useRealTimers();
});

describe('switching tabs', () => {
  it('SH-04, SH-05, CO-13: shows the pressed tab immediately, waits 300 ms, and closes the open chat', async () => {
    const history = await openProbe();
    act(() => screen.getByText('to feed').click());
    expect(screen.getByText('feed')).toBeTruthy();
    await act(() => vi.advanceTimersByTimeAsync(200));
    act(() => screen.getByText('to profile').click());
    await act(() => vi.advanceTimersByTimeAsync(299));
    expect(history.location.href).toBe('/v1/group/a1');
    await act(() => vi.advanceTimersByTimeAsync(50));
    expect(history.location.href).toBe('/v1?tab=profile');
  });

  it.each([
    ['on phones the Chats tab leads from an open chat to the lists', true, '/v1'],
    ['next to the lists it keeps the chat open', false, '/v1/group/a1'],
  ])('SH-03, PC-02: %s', async (_what, isChatAlone, where) => {
    const history = await openProbe(isChatAlone);
    act(() => screen.getByText('to chats').click());
    await act(() => vi.advanceTimersByTimeAsync(350));
    expect(history.location.href).toBe(where);
  });
});
