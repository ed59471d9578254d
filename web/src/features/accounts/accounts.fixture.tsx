import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import {
  createMemoryHistory,
  createRootRoute,
  createRoute,
  createRouter,
  RouterProvider,
} from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { onTestFinished } from 'vitest';
import type { CallOutput } from '../../platform/api.ts';
import { startTestServer, type RecordedRequest, type TestResponse } from '../../test/answering-server.ts';
import { render } from '../../test/render.tsx';
import { logIn } from '../../test/log-in.ts';

/** Returns the response of every successful login route. */
export const loginResponse = (username: string): TestResponse => ({
  body: {
    token_type: 'bearer',
    expires_in: 3600,
    username,
    is_guest: username.startsWith('_'),
    email_verified: false,
  },
});

/** Returns an error response of the contract. */
export const refusal = (
  status: number,
  code: string,
  detail: unknown,
  retryAfter?: number,
): TestResponse => ({
  status,
  headers: retryAfter === undefined ? {} : { 'retry-after': String(retryAfter) },
  body: { code, detail, retry_after: retryAfter },
});

/** Returns a 422 response for one field. */
export const badField = (name: string, msg: string): TestResponse =>
  refusal(422, 'validation_failed', [{ loc: ['body', name], msg, type: 'test' }]);

/** Returns the response about what an account can prove itself by: a password, unless `changes` says otherwise. */
export const factorsResponse = (changes: Partial<CallOutput<'GET /auth/factors'>> = {}): TestResponse => ({
  body: { totp: false, recovery_codes_left: 0, passkeys: 0, password: true, ...changes },
});

/** Responses by `METHOD /path`, without the query. */
export type TestResponses = Record<string, TestResponse | ((request: RecordedRequest) => TestResponse)>;

type Screens = Readonly<Record<string, () => ReactNode>>;

type Stage = {
  at: string;
  screen: () => ReactNode;
  /** The path of the screen's route, if it has parameters. */
  path?: string;
  /** Further screens by path; other addresses show only their path. */
  screens?: Screens;
  as?: string;
  answers?: TestResponses;
  /** The host of the page; an address by default, where browsers have no passkeys. */
  host?: 'localhost';
};

/** Addresses that the screens navigate to. */
const otherPaths = [
  '/',
  '/login',
  '/register',
  '/upgrade',
  '/v1/settings/{-$section}',
  '/suspended',
  '/forgot-password',
  '/v1',
  '/join/$code',
  '/v1/group/$groupId',
];

function routerAt({ at, screen, path = at.split('?')[0] ?? at, screens = {} }: Stage) {
  const root = createRootRoute();
  const others = otherPaths.filter((other) => other !== path);
  const routes = [
    createRoute({ getParentRoute: () => root, path, component: screen }),
    ...others.map((other) =>
      createRoute({
        getParentRoute: () => root,
        path: other,
        component: screens[other] ?? (() => <p>at {other}</p>),
      }),
    ),
  ];
  const history = createMemoryHistory({ initialEntries: [at] });
  const router = createRouter({ routeTree: root.addChildren(routes), history });
  return { router, history };
}

/** Renders a screen at its address with a test server, logged in as `as`. */
export async function openScreen(stage: Stage) {
  const { as, answers = {}, host } = stage;
  const current = { answers };
  const server = await startTestServer((request) => {
    const answer = current.answers[`${request.method} ${request.path.split('?')[0]}`];
    if (answer === undefined) return refusal(404, 'not_found', 'Not found');
    return typeof answer === 'function' ? answer(request) : answer;
  });
  onTestFinished(() => server.close());
  const { port, hostname } = new URL(server.url);
  location.href = `http://${host ?? hostname}:${port}/`;
  if (as) logIn(as);
  const { router, history } = routerAt(stage);
  await router.load();
  const client = new QueryClient({ defaultOptions: { queries: { retry: false } } });
  const { person } = render(
    <QueryClientProvider client={client}>
      {/* The app registers its own router's type; this test router has fewer routes. */}
      <RouterProvider router={router as never} />
    </QueryClientProvider>,
  );
  return {
    person,
    client,
    seen: server.seen,
    close: server.close,
    /** Returns the current address. */
    address: () => history.location.href,
    answer: (next: TestResponses) => {
      current.answers = { ...current.answers, ...next };
    },
  };
}
