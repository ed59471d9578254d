import { QueryClient, type QueryKey } from '@tanstack/react-query';
import { beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import { ApiError } from './api-error.ts';
import { clearCopies, keepCopies } from './offline-copies.ts';
import { keptOffline, orKeptCopy } from './offline-fallback.ts';
import { shownCopies, type KeptOffline } from './shown-copies.ts';
import { session } from './session.ts';
import { logIn } from '../test/log-in.ts';

const unreachable = () => new ApiError({ status: 0, detail: '', code: 'network' });

/** A page of the app with its own cache; `server.answer` is what the server responds with, if it can be reached. */
function openPage(account = 'asha') {
  const client = new QueryClient({ defaultOptions: { queries: { persister: orKeptCopy, retry: false } } });
  const server: { answer: unknown; isDown: boolean } = { answer: undefined, isDown: false };
  const stop = keepCopies(client, account);
  onTestFinished(() => {
    stop();
    client.clear();
  });
  const read = (queryKey: QueryKey, rule: KeptOffline | false = true): Promise<unknown> =>
    client.fetchQuery({
      queryKey,
      queryFn: async () => {
        if (server.isDown) throw unreachable();
        return server.answer;
      },
      ...(rule && { meta: { keptOffline: rule } }),
    });
  /** Ends the page as a browser does: what was not written yet is written. */
  const hide = () => {
    vi.spyOn(document, 'hidden', 'get').mockReturnValue(true);
    document.dispatchEvent(new Event('visibilitychange'));
    vi.restoreAllMocks();
  };
  return { client, server, read, hide, stop };
}

/** Opens pages without a server until one shows `expected`: writing takes a moment. */
const shownWithoutServer = (queryKey: QueryKey, rule?: KeptOffline) => {
  const page = openPage();
  page.server.isDown = true;
  return page.read(queryKey, rule);
};

beforeEach(async () => {
  session.logOut();
  await clearCopies();
  logIn('asha');
});

describe('PN-01: what was read last is shown without a server', () => {
  it('the newest response of a marked query, with changes since, the first page of a list', async () => {
    const { client, server, read, hide } = openPage();
    server.answer = { pages: [{ items: ['one'] }, { items: ['two'] }], pageParams: ['', 'next'] };
    await read(['inbox']);
    client.setQueryData(['inbox'], {
      pages: [{ items: ['newer', 'one'] }, { items: ['two'] }],
      pageParams: ['', 'next'],
    });
    hide();
    await vi.waitFor(async () =>
      expect(await shownWithoutServer(['inbox'])).toEqual({
        pages: [{ items: ['newer', 'one'] }],
        pageParams: [''],
      }),
    );
    expect(shownCopies.isAny()).toBe(true);
  });

  it('nothing of other queries, and nothing that the server refuses', async () => {
    const { client, server, read, hide } = openPage();
    server.answer = 'seen';
    await read(['other'], false);
    await read(['kept']);
    hide();
    await vi.waitFor(async () => expect(await shownWithoutServer(['kept'])).toBe('seen'));
    await expect(shownWithoutServer(['other'])).rejects.toMatchObject({ status: 0 });
    const refused = client.fetchQuery({
      queryKey: ['kept', 'refused'],
      queryFn: () => Promise.reject(new ApiError({ status: 403, detail: 'No' })),
      meta: keptOffline,
    });
    await expect(refused).rejects.toMatchObject({ status: 403 });
  });

  it('signed links are cut off', async () => {
    const { server, read, hide } = openPage();
    server.answer = { image_url: '/media/a1?expires=9&signature=secret', page: 'https://a.example/?q=1' };
    await read(['one']);
    hide();
    await vi.waitFor(async () =>
      expect(await shownWithoutServer(['one'])).toEqual({
        image_url: '/media/a1',
        page: 'https://a.example/?q=1',
      }),
    );
  });

  it('of conversations what their rule keeps, of the 20 newest', async () => {
    const { server, read, hide } = openPage();
    const rule: KeptOffline = (data) => (data as number[]).slice(-2);
    for (let conversation = 1; conversation <= 21; conversation += 1) {
      server.answer = [conversation, 7, 8];
      // Each is newer than the one before.
      vi.spyOn(Date, 'now').mockReturnValue(1_700_000_000_000 + conversation * 1000);
      await read(['messages', conversation], rule);
      hide();
      await vi.waitFor(async () =>
        expect(await shownWithoutServer(['messages', conversation], rule)).toEqual([7, 8]),
      );
    }
    await vi.waitFor(() =>
      expect(shownWithoutServer(['messages', 1], rule)).rejects.toMatchObject({ status: 0 }),
    );
    expect(await shownWithoutServer(['messages', 2], rule)).toEqual([7, 8]);
  });

  it('nothing of another account, and nothing after the end of the session', async () => {
    const { server, read, hide } = openPage();
    server.answer = 'of asha';
    await read(['kept']);
    hide();
    await vi.waitFor(async () => expect(await shownWithoutServer(['kept'])).toBe('of asha'));
    logIn('kavi');
    await expect(shownWithoutServer(['kept'])).rejects.toMatchObject({ status: 0 });
    logIn('asha');
    expect(await shownWithoutServer(['kept'])).toBe('of asha');
    await clearCopies();
    await expect(shownWithoutServer(['kept'])).rejects.toMatchObject({ status: 0 });
  });

  it('a copy is replaced as soon as the server can be reached, and is kept while it can’t', async () => {
    const before = openPage();
    before.server.answer = 'before';
    await before.read(['kept']);
    before.hide();
    await vi.waitFor(async () => expect(await shownWithoutServer(['kept'])).toBe('before'));
    before.stop();
    const { server, read } = openPage();
    server.isDown = true;
    expect(await read(['kept'])).toBe('before');
    expect(await read(['kept'])).toBe('before');
    server.isDown = false;
    server.answer = 'after';
    expect(await read(['kept'])).toBe('after');
    expect(shownCopies.isAny()).toBe(false);
  });
});
