import { act, screen, waitFor } from '@testing-library/react';
import { beforeEach, describe, expect, it, onTestFinished } from 'vitest';
import {
  createBrowserHistory,
  createRootRoute,
  createRoute,
  createRouter,
  Outlet,
  RouterProvider,
  useRouter,
} from '@tanstack/react-router';
import { openGroupChat } from '../../platform/open-chat.ts';
import { session } from '../../platform/session.ts';
import { render } from '../../test/render.tsx';
import { logIn } from '../../test/log-in.ts';
import { bySession } from '../by-session.tsx';
import { tabSearch } from '../search.ts';
import { createBrowserSteps } from './browser-steps.fixture.ts';
import { useBackGuard } from './use-back-guard.ts';
import { useOpenPlace } from './use-open-place.ts';
import { useReopenChat, useTabSwitch } from './main-shell.tsx';

function Shell() {
  const place = useOpenPlace();
  const { choose } = useTabSwitch(place);
  useReopenChat(place);
  const guard = useBackGuard();
  const { history } = useRouter();
  return (
    <>
      <p data-testid="place">{`${place.tab} ${place.kind} ${place.key}`}</p>
      {guard.isConfirming && <p>Confirm Exit</p>}
      <button type="button" onClick={() => choose('feed')}>
        Feed
      </button>
      <button type="button" onClick={() => history.back()}>
        Back
      </button>
      <Outlet />
    </>
  );
}

const inside = () => <p>inside</p>;
const outside = () => <p>outside</p>;

/** An address of a post whose code never loads. */
const SLOW_POST = '/post/slow';

/** Renders a router with the main screen's addresses and visits each entry in turn. */
async function open(...entries: string[]) {
  const root = createRootRoute();
  const shell = createRoute({
    getParentRoute: () => root,
    id: 'shell',
    component: bySession(Shell, Outlet),
  });
  const parent = { getParentRoute: () => shell };
  const routes = [
    createRoute({ ...parent, path: '/v1', validateSearch: tabSearch }),
    ...['/v1/group/create', '/v1/group/$groupId', '/v1/chat/$username'].map((path) =>
      createRoute({ ...parent, path }),
    ),
    ...['/profile/$username', '/post/$mediaId', '/share'].map((path) =>
      createRoute({ ...parent, path, component: bySession(inside, outside) }),
    ),
    createRoute({ ...parent, path: SLOW_POST, loader: () => new Promise<void>(() => undefined) }),
  ];
  const steps = createBrowserSteps(entries);
  const history = createBrowserHistory({ window: steps.window });
  onTestFinished(() => history.destroy());
  const router = createRouter({ routeTree: root.addChildren([shell.addChildren(routes)]), history });
  await router.load();
  // The app registers its own router's type; this test router has fewer routes.
  const view = render(<RouterProvider router={router as never} />);
  return { ...view, where: steps.href, length: steps.length, visit: (href: string) => history.push(href) };
}

const place = () => screen.getByTestId('place').textContent;

beforeEach(() => {
  session.logOut();
  openGroupChat.clear();
});

describe('the open place of the main screen', () => {
  it.each([
    ['/v1', 'chats tab chats'],
    ['/v1?tab=feed', 'feed tab feed'],
    ['/v1?tab=profile', 'profile tab profile'],
    ['/v1/group/create', 'chats chat chats'],
    ['/v1/group/a1', 'chats chat chats'],
    ['/v1/chat/riya', 'chats chat chats'],
    ['/profile/Asha', 'profile page profile/asha'],
    ['/profile/riya', 'feed page profile/riya'],
    ['/post/a1', 'feed page post/a1'],
    ['/share', 'undefined page share'],
  ])('SH-01, SH-21, PN-01: %s is %s', async (address, shown) => {
    logIn('asha');
    await open(address);
    expect(await screen.findByTestId('place')).toBeTruthy();
    expect(place()).toBe(shown);
  });

  it.each(['/profile/riya', '/post/a1'])('SH-21: %s stands alone without a session', async (at) => {
    await open(at);
    expect(await screen.findByText('outside')).toBeTruthy();
    expect(screen.queryByTestId('place')).toBeNull();
  });

  it.each(['/profile/riya', '/post/a1'])(
    'SH-21: %s is part of the main screen with a session',
    async (at) => {
      logIn('asha');
      await open(at);
      expect(await screen.findByText('inside')).toBeTruthy();
      expect(place()).toContain('page');
    },
  );

  it('SH-58: the room that was open is open again, unless the address names a list', async () => {
    logIn('asha');
    openGroupChat.set('a1');
    const asked = await open('/v1?list=users');
    await screen.findByTestId('place');
    expect(asked.where()).toBe('/v1?list=users');
    asked.unmount();
    openGroupChat.set('a1');
    const { where } = await open('/v1');
    await waitFor(() => expect(where()).toBe('/v1/group/a1'));
  });

  it('updates when the user logs in or out in another tab', async () => {
    await open('/profile/riya');
    await screen.findByText('outside');
    logIn('asha');
    expect(await screen.findByText('inside')).toBeTruthy();
    session.logOut();
    expect(await screen.findByText('outside')).toBeTruthy();
  });
});

describe('Back', () => {
  it('SH-11, SH-21: from a profile returns to the previous place without a confirmation', async () => {
    logIn('asha');
    const { person, where } = await open('/v1?tab=feed', '/profile/riya');
    await person.click(await screen.findByRole('button', { name: 'Back' }));
    await waitFor(() => expect(where()).toBe('/v1?tab=feed'));
    expect(screen.queryByText('Confirm Exit')).toBeNull();
    await waitFor(() => expect(place()).toBe('feed tab feed'));
    expect(screen.queryByText('Confirm Exit')).toBeNull();
  });

  it('SH-11: returns from a page that is still loading, without a confirmation', async () => {
    logIn('asha');
    const { person, where, visit } = await open('/v1?tab=feed');
    await screen.findByTestId('place');
    act(() => visit(SLOW_POST));
    await waitFor(() => expect(where()).toBe(SLOW_POST));
    expect(place()).toBe('feed tab feed');
    await person.click(await screen.findByRole('button', { name: 'Back' }));
    await waitFor(() => expect(where()).toBe('/v1?tab=feed'));
    expect(screen.queryByText('Confirm Exit')).toBeNull();
  });

  it.each([
    ['a profile', '/profile/riya'],
    ['a filter of the inbox', '/v1?show=unread'],
    ['a list', '/v1?list=users'],
    ['the feed', '/v1?tab=feed'],
  ])('SH-10, HM-10: closes a chat that was opened from %s, and is there again', async (_what, from) => {
    logIn('asha');
    const { person, where } = await open('/v1', from, '/v1/chat/riya');
    await person.click(await screen.findByRole('button', { name: 'Back' }));
    await waitFor(() => expect(where()).toBe(from));
    expect(screen.queryByText('Confirm Exit')).toBeNull();
  });

  it('SH-10, SH-11: at the root of the history closes the open chat, then asks for confirmation', async () => {
    logIn('asha');
    const { person, where, length } = await open('/v1/chat/riya');
    await screen.findByTestId('place');
    await waitFor(() => expect(length()).toBe(2));
    await person.click(screen.getByRole('button', { name: 'Back' }));
    await waitFor(() => {
      dispatchEvent(new Event('popstate'));
      expect(where()).toBe('/v1');
    });
    expect(screen.queryByText('Confirm Exit')).toBeNull();
    await person.click(screen.getByRole('button', { name: 'Back' }));
    expect(await screen.findByText('Confirm Exit')).toBeTruthy();
    expect(where()).toBe('/v1');
  });

  it('HM-10: tabs are places: Back goes through them, and asks at the first one only', async () => {
    logIn('asha');
    const { person, where, length } = await open('/v1');
    await waitFor(() => expect(length()).toBe(2));
    await person.click(screen.getByRole('button', { name: 'Feed' }));
    await waitFor(() => expect(where()).toBe('/v1?tab=feed'));
    await person.click(screen.getByRole('button', { name: 'Back' }));
    await waitFor(() => expect(where()).toBe('/v1'));
    expect(screen.queryByText('Confirm Exit')).toBeNull();
    await person.click(screen.getByRole('button', { name: 'Back' }));
    expect(await screen.findByText('Confirm Exit')).toBeTruthy();
  });

  it.each([
    ['/profile/riya', 'inside', 1],
    ['/v1', 'Feed', 2],
  ])('SH-11: %s as the first page of its tab has %s and this many steps: %i', async (at, shown, steps) => {
    logIn('asha');
    const { length } = await open(at);
    await screen.findByText(shown);
    await waitFor(() => expect(length()).toBe(steps));
  });

  it('HM-10: from a tab that was opened from a profile returns to it', async () => {
    logIn('asha');
    const { person, where } = await open('/profile/riya', '/v1?tab=feed');
    await person.click(await screen.findByRole('button', { name: 'Back' }));
    await waitFor(() => expect(where()).toBe('/profile/riya'));
    expect(screen.queryByText('Confirm Exit')).toBeNull();
  });
});

describe('the feed tab', () => {
  it('SH-05, SH-21: leads from another user’s profile to the feed, although the profile belongs to that tab', async () => {
    logIn('asha');
    const { person, where } = await open('/profile/riya');
    await person.click(await screen.findByRole('button', { name: 'Feed' }));
    await waitFor(() => expect(where()).toBe('/v1?tab=feed'));
  });
});
