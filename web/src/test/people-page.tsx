import type { Conversation, PrivateMessage, UnreadMessage } from '@adda/contract/direct';
import type { DirectoryUser } from '@adda/contract/directory';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import {
  createMemoryHistory,
  createRootRoute,
  createRoute,
  createRouter,
  RouterProvider,
} from '@tanstack/react-router';
import { cleanup } from '@testing-library/react';
import type { ReactNode } from 'react';
import { expect, onTestFinished, vi } from 'vitest';
import { startTestServer, type RecordedRequest, type TestResponse } from './answering-server.ts';
import { render } from './render.tsx';
import { logIn } from './log-in.ts';

const MINUTE_MS = 60_000;

/** Returns the time this many minutes ago, as an ISO string. */
export const minutesAgo = (minutes: number): string =>
  new Date(Date.now() - minutes * MINUTE_MS).toISOString();

/** Returns a user as listed by the directory. */
export const userOf = (username: string, overrides: Partial<DirectoryUser> = {}): DirectoryUser => ({
  id: 1,
  username,
  sex: 'female',
  age: 24,
  country: 'India',
  state: 'Punjab',
  last_active: minutesAgo(1),
  is_online: false,
  is_guest: username.startsWith('_'),
  profile_picture: null,
  ...overrides,
});

/** Returns a private message from `sender` to `recipient`. */
export const privateMessageOf = (
  sender: string,
  recipient: string,
  overrides: Partial<PrivateMessage> = {},
): PrivateMessage => ({
  _id: `p-${sender}-${overrides.sequence ?? 1}`,
  sequence: 1,
  sender,
  recipient,
  content: 'hello there',
  image_url: null,
  image_id: null,
  image_width: null,
  image_height: null,
  timestamp: minutesAgo(10),
  is_deleted: false,
  version: 0,
  reactions: [],
  edited_at: null,
  reply_to: null,
  preview: null,
  forwarded_from: null,
  delivered_at: null,
  read_at: null,
  audio_url: null,
  audio_duration_ms: null,
  audio_waveform: null,
  clientMessageId: null,
  is_fake: false,
  is_read: false,
  caution: null,
  ...overrides,
});

/** Returns a conversation between asha and `username`, who wrote last. */
export const conversationOf = (username: string, overrides: Partial<Conversation> = {}): Conversation => ({
  conversation_id: `asha:${username}`,
  username,
  sex: 'male',
  profile_picture: null,
  is_online: true,
  last_active: minutesAgo(1),
  latest_message: privateMessageOf(username, 'asha'),
  unread_count: 0,
  is_muted: false,
  muted_until: null,
  ...overrides,
});

/** Returns an unread message to asha. */
export const unreadOf = (sender: string, overrides: Partial<UnreadMessage> = {}): UnreadMessage => ({
  ...privateMessageOf(sender, 'asha', overrides),
  group_id: null,
  groupId: null,
  group_name: null,
  ...overrides,
});

/** Returns an error response of the contract. */
export const refused = (status: number, detail: unknown, code = '', retryAfter?: number): TestResponse => ({
  status,
  headers: retryAfter === undefined ? {} : { 'retry-after': String(retryAfter) },
  body: { detail, code, retry_after: retryAfter },
});

/** Responds to a request; undefined means 404. */
export type RequestHandler = (request: RecordedRequest) => TestResponse | undefined;

const places = [
  '/v1',
  '/v1/settings/{-$section}',
  '/v1/group/$groupId',
  '/v1/chat/$username',
  '/profile/$username',
  '/post/$mediaId',
  '/join/$code',
];

/** Renders `view` at a chat address with a test server, logged in as asha by default. */
export async function showPeople(view: () => ReactNode, answering: RequestHandler, as = 'asha', at = '/v1') {
  let answer = answering;
  const server = await startTestServer((request) => answer(request) ?? refused(404, 'Not found'));
  const client = new QueryClient({ defaultOptions: { queries: { retry: false } } });
  onTestFinished(async () => {
    // A refetch at the end of the test would otherwise find no server.
    cleanup();
    await vi.waitFor(() => expect(client.isFetching()).toBe(0));
    await server.close();
  });
  location.href = `${server.url}/`;
  logIn(as);
  // happy-dom has no layout: give lists a viewport to fill.
  vi.spyOn(HTMLElement.prototype, 'clientHeight', 'get').mockReturnValue(600);
  vi.spyOn(HTMLElement.prototype, 'offsetHeight', 'get').mockReturnValue(600);
  const root = createRootRoute({
    component: () => <QueryClientProvider client={client}>{view()}</QueryClientProvider>,
  });
  const shell = createRoute({ getParentRoute: () => root, id: 'shell' });
  const routes = places.map((path) => createRoute({ getParentRoute: () => shell, path }));
  const history = createMemoryHistory({ initialEntries: [at] });
  const router = createRouter({ routeTree: root.addChildren([shell.addChildren(routes)]), history });
  await router.load();
  // The app registers its own router's type; this test router has fewer routes.
  const shown = render(<RouterProvider router={router as never} />);
  return {
    ...shown,
    client,
    /** Changes how the server responds from now on. */
    answers: (next: RequestHandler) => {
      answer = next;
    },
    where: () => history.location.pathname,
    /** The path with its query. */
    href: () => history.location.href,
    /** Goes to the previous step of the history. */
    back: () => history.back(),
    /** Returns the requests to a path, such as 'GET /users/list'. */
    asked: (call: string) =>
      server.seen.filter(({ method, path }) => `${method} ${path.split('?')[0]}` === call),
  };
}
