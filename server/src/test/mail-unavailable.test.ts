import { once } from 'node:events';
import { SMTPServer } from 'smtp-server';
import { expect, it, onTestFinished, vi } from 'vitest';
import { startTestApp } from './app.fixture.ts';
import { about } from './kill-nine.fixture.ts';
import { openTcpProxy } from './tcp-proxy.fixture.ts';

const PATIENCE = { timeout: 90_000, interval: 200 };

/** Starts a mail server that stores head and text of accepted mails. */
async function startMailServer() {
  const received: string[] = [];
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    onRcptTo({ address }, _session, done) {
      const refusal = Object.assign(new Error('nobody here'), { responseCode: 550 });
      done(address.startsWith('nobody') ? refusal : null);
    },
    onData(stream, _session, done) {
      const chunks: Buffer[] = [];
      stream.on('data', (chunk: Buffer) => chunks.push(chunk));
      stream.once('end', () => {
        received.push(Buffer.concat(chunks).toString());
        done(null);
      });
    },
  });
  const listener = server.listen(0, '127.0.0.1');
  await once(listener, 'listening');
  const address = listener.address();
  const proxy = await openTcpProxy(typeof address === 'object' ? (address?.port ?? 0) : 0);
  const env = { SMTP_URL: `smtp://127.0.0.1:${proxy.port}`, MAIL_FROM: 'Adda <hello@adda.example>' };
  const app = await startTestApp(env);
  onTestFinished(async () => {
    await proxy.restore();
    await app.stop();
    await proxy.close();
    await new Promise<void>((resolve) => server.close(() => resolve()));
  });
  const registerAs = (username: string) =>
    app.client('POST /auth/register', {
      body: { username, email: `${username}@example.org`, password: 'warm chai at dusk', ...about },
    });
  return { ...app, proxy, received, registerAs };
}

it.each(['hold', 'cut'] as const)(
  'AU-07, SV-09: while the mail server is unavailable (%s) users register and request links; each mail arrives once when it is back',
  { timeout: 150_000 },
  async (fault) => {
    const { app, client, proxy, received, registerAs } = await startMailServer();
    await proxy[fault]();
    // More jobs than the queue runs concurrently, so that all workers are busy.
    const names = ['asha', 'ravi', 'nila', 'omar', 'tara'];
    for (const name of names) expect((await registerAs(name)).status).toBe(201);
    const forgot = await client('POST /auth/password/forgot', { body: { email: 'asha@example.org' } });
    expect(forgot.status).toBe(200);
    // A job of another kind is not delayed by the hanging ones.
    const { data } = await client('POST /auth/login', {
      body: { username: 'asha', password: 'warm chai at dusk' },
    });
    const by = { token: data.access_token };
    expect((await client('POST /users/me/export', {}, by)).status).toBeLessThan(300);
    const copy = async () => (await client('GET /users/me/export', {}, by)).data.export?.status;
    await vi.waitFor(async () => expect(await copy()).toBe('ready'), PATIENCE);
    expect(received).toEqual([]);

    await proxy.restore();
    const heads = () =>
      received.map((mail) => [/^To: (\w+)/m.exec(mail)?.[1], /^Message-ID: (.*)$/im.exec(mail)?.[1]?.trim()]);
    // The requested link, and the notices of the login and of the requested data export.
    const all = [...names, 'asha', 'asha', 'asha'].toSorted();
    await vi.waitFor(
      () =>
        expect(
          heads()
            .map(([to]) => to)
            .toSorted(),
        ).toEqual(all),
      PATIENCE,
    );
    await app.jobs.stop();
    expect(heads()).toHaveLength(all.length);
    const ids = heads().map(([, id]) => id);
    expect(new Set(ids).size).toBe(all.length);
    for (const id of ids) expect(id).toMatch(/^<[0-9a-f]{32}@adda\.example>$/);
  },
);

it(
  'SV-104: after a permanent refusal by the mail server an address is not retried',
  { timeout: 60_000 },
  async () => {
    const { received, registerAs, app } = await startMailServer();
    await registerAs('nobody');
    await registerAs('ravi');
    await vi.waitFor(() => expect(received).toHaveLength(1), PATIENCE);
    const waiting = async () => {
      const { rows } = await app.database.pool.query<{ count: number }>(
        `SELECT count(*)::int AS count FROM pgboss.job WHERE name = 'accounts.link-mail' AND state <> 'completed'`,
      );
      return rows[0]?.count;
    };
    await vi.waitFor(async () => expect(await waiting()).toBe(0), PATIENCE);
  },
);
