import { Readable } from 'node:stream';
import { fastify } from 'fastify';
import { expect, it } from 'vitest';
import { addConnectionClosing } from './server.ts';

/** Starts a server that has sent the start of a response to a client. `rest` is the part still to be sent. */
async function halfRead(timeoutMs: number) {
  const app = fastify({ forceCloseConnections: 'idle' });
  addConnectionClosing(app, timeoutMs);
  const rest = Promise.withResolvers<void>();
  app.get('/', (_request, reply) =>
    reply.send(
      Readable.from(
        (async function* () {
          yield 'beginning';
          await rest.promise;
          yield 'end';
        })(),
      ),
    ),
  );
  const url = await app.listen({ port: 0 });
  const { body } = await fetch(url);
  const reader = body?.getReader();
  await reader?.read();
  return { app, rest, reader };
}

it('waits for a response that ends after closing began, and the client receives all of it', async () => {
  const { app, rest, reader } = await halfRead(60_000);
  const closed = app.close();
  rest.resolve();
  expect(new TextDecoder().decode((await reader?.read())?.value)).toBe('end');
  await closed;
});

it('closes although a client never reads to the end', async () => {
  const { app, rest } = await halfRead(50);
  await app.close();
  rest.resolve();
});
