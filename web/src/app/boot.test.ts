import { afterEach, beforeEach, expect, it, vi } from 'vitest';

/** A response that counts as read once all of its body was asked for. */
function unreadResponse(status: number) {
  const state = { isRead: false };
  const pieces = ['{"detail":', '"Not yet a member"}'];
  const body = new ReadableStream<Uint8Array>(
    {
      pull(controller) {
        const piece = pieces.shift();
        if (piece !== undefined) return controller.enqueue(new TextEncoder().encode(piece));
        state.isRead = true;
        controller.close();
      },
    },
    { highWaterMark: 0 },
  );
  return { state, response: new Response(body, { status }) };
}

beforeEach(() => {
  vi.resetModules();
  vi.stubGlobal('__FIRST_LOADS__', [['/v1', [], ['/inbox?filter=all']]]);
  vi.stubGlobal('__API_HEADERS__', {});
  vi.stubGlobal('__USER_HEADER__', 'x-session-user');
  localStorage.setItem('username', 'asha');
  localStorage.setItem('session_expires', '1');
  history.replaceState(null, '', '/v1');
});

afterEach(() => {
  globalThis.earlyResponses = undefined;
  vi.unstubAllGlobals();
});

it.each([200, 403])('ID-08: a response with status %d is read also if no screen takes it', async (status) => {
  const { state, response } = unreadResponse(status);
  vi.stubGlobal('fetch', async () => response);
  await import('./boot.ts');
  await vi.waitFor(() => expect(state.isRead).toBe(true));
  // A screen that does take it still gets the body.
  const taken = await globalThis.earlyResponses?.byAddress['/inbox?filter=all'];
  expect(await taken?.json()).toEqual({ detail: 'Not yet a member' });
});
