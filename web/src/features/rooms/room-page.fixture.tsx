import type { BannedUser, Group, GroupMember, MemberProfile, Pin } from '@adda/contract/rooms';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import {
  createMemoryHistory,
  createRootRoute,
  createRoute,
  createRouter,
  RouterProvider,
} from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { onTestFinished, vi } from 'vitest';
import { startTestServer, type RecordedRequest, type TestResponse } from '../../test/answering-server.ts';
import { render } from '../../test/render.tsx';
import { logIn } from '../../test/log-in.ts';
import { newMember } from './members/member-cache.ts';
import { GROUP_ID, groupOf, pageOf } from './rooms.fixture.ts';

/** A member as the server lists one. */
export const memberOf = (username: string, given: Partial<GroupMember> = {}): GroupMember => ({
  ...newMember(username),
  ...given,
});

/** A user as others see them. */
export const profileOf = (username: string, given: Partial<MemberProfile> = {}): MemberProfile => ({
  username,
  display_name: '',
  profile_picture: null,
  bio: null,
  is_online: true,
  is_guest: false,
  created_at: '2026-03-05T10:00:00.000Z',
  shared_groups: [{ group_id: GROUP_ID, name: 'Rooftop Nights' }],
  ...given,
});

/** The allowed actions of a room's creator. */
export const creatorRights = {
  permissions: ['can_kick', 'can_ban'],
  allowed_actions: [
    'read',
    'send',
    'delete_own',
    'delete_any',
    'delete_all',
    'kick',
    'ban',
    'grant',
    'delete_group',
  ],
} satisfies Partial<Group>;

/** An error response of the contract. */
export const failure = (status: number, detail: unknown, code = ''): TestResponse => ({
  status,
  body: { detail, code },
});

/** A room and its users on the fake server; `answer` is called first. */
export type Stage = {
  at?: string;
  as?: string;
  group?: Group;
  members?: readonly GroupMember[];
  banned?: readonly BannedUser[];
  pins?: readonly Pin[];
  profiles?: readonly MemberProfile[];
  answer?: (request: RecordedRequest) => TestResponse | undefined;
};

function answerOf(stage: Stage, request: RecordedRequest): TestResponse {
  const { path } = request;
  const { group = groupOf(), members = [memberOf('riya', { is_creator: true })], banned = [] } = stage;
  const url = new URL(path, 'http://test');
  if (path.includes('/profile')) {
    const found = stage.profiles?.find(({ username }) => url.pathname.endsWith(`/${username}/profile`));
    return found ? { body: found } : failure(404, 'User not found', 'user_not_found');
  }
  if (path.endsWith('/preview')) return { body: { group, messages: [], people: members, online: 0 } };
  if (path.includes('/members')) {
    const words = url.searchParams.get('search') ?? '';
    const found = members.filter(({ username }) => username.startsWith(words));
    const skip = Number(url.searchParams.get('skip'));
    return { body: { members: found.slice(skip, skip + 100), total_count: found.length } };
  }
  if (path.includes('/banned-users')) return { body: { banned_users: banned, total_count: banned.length } };
  if (path.endsWith('/pins')) return { body: { pins: stage.pins ?? [] } };
  if (path.includes('/group-messages')) return { body: pageOf([]) };
  return { body: group };
}

const places = ['/v1', '/v1/group/$groupId', '/v1/chat/$username', '/profile/$username', '/post/$mediaId'];

/** Renders one view of a room, with a fake server and a router. */
export async function showPage(view: () => ReactNode, stage: Stage = {}) {
  const current = { ...stage };
  const server = await startTestServer((request) => current.answer?.(request) ?? answerOf(current, request));
  onTestFinished(() => server.close());
  location.href = `${server.url}/`;
  logIn(stage.as ?? 'asha');
  // happy-dom has no layout: give lists a viewport to fill.
  vi.spyOn(HTMLElement.prototype, 'clientHeight', 'get').mockReturnValue(600);
  vi.spyOn(HTMLElement.prototype, 'offsetHeight', 'get').mockReturnValue(600);
  const client = new QueryClient({ defaultOptions: { queries: { retry: false } } });
  const root = createRootRoute();
  const here = stage.at ?? '/v1/group/$groupId';
  const shell = createRoute({ getParentRoute: () => root, id: 'shell' });
  const routes = places.map((path) =>
    createRoute({
      getParentRoute: () => shell,
      path,
      component: path === here ? view : () => <p>at {path}</p>,
    }),
  );
  const initial = here.replace('$groupId', GROUP_ID).replace('$username', 'riya');
  const history = createMemoryHistory({ initialEntries: [initial] });
  const router = createRouter({ routeTree: root.addChildren([shell.addChildren(routes)]), history });
  await router.load();
  const shown = render(
    <QueryClientProvider client={client}>
      {/* The app registers its own router's type; this test router has fewer routes. */}
      <main id="main" tabIndex={-1}>
        <RouterProvider router={router as never} />
      </main>
    </QueryClientProvider>,
  );
  return {
    ...shown,
    client,
    /** Changes the data of the fake server. */
    change: (next: Partial<Stage>) => void Object.assign(current, next),
    where: () => history.location.pathname,
    /** The path with its query. */
    href: () => history.location.href,
    /** The bodies of the requests to a path. */
    asked: (path: string) => server.seen.filter((request) => request.path.includes(path)),
  };
}
