import { expect, it, onTestFinished } from 'vitest';
import { createBareServer } from './bare-server.fixture.ts';
import { cookiesOf } from './cookies.ts';

/** Starts a server that responds with the received cookie and sets a new one. */
async function startCounter({ https }: { https: boolean }) {
  const app = await createBareServer({ https });
  onTestFinished(() => app.close());
  app.get('/', async (request, reply) => {
    const cookies = cookiesOf(request, reply);
    cookies.set('adda_count', '2', 60);
    return { given: cookies.get('adda_count') ?? null };
  });
  return async (cookie: string) => {
    const response = await app.inject({ url: '/', headers: { cookie } });
    return { ...response.json<{ given: string | null }>(), set: response.headers['set-cookie'] };
  };
}

const ATTRIBUTES = 'Max-Age=60; Path=/; HttpOnly; SameSite=Strict';

it('R-18: with a public https URL cookies are Secure and bound to the host', async () => {
  const ask = await startCounter({ https: true });
  // The last hop is plain http, as behind a proxy. Only the public URL matters.
  expect(await ask('__Host-adda_count=1')).toEqual({
    given: '1',
    set: `__Host-adda_count=2; ${ATTRIBUTES}; Secure`,
  });
  expect((await ask('adda_count=planted')).given).toBeNull();
});

it('with a plain http URL cookies have no prefix', async () => {
  const ask = await startCounter({ https: false });
  expect(await ask('adda_count=1')).toEqual({ given: '1', set: `adda_count=2; ${ATTRIBUTES}` });
});
