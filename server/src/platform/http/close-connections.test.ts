import { Readable } from 'node:stream';
import { fastify } from 'fastify';
import { expect, it } from 'vitest';
import { addConnectionClosing } from './close-connections.ts';

/** A server that has sent the beginning of an answer to a reader; `rest` is what it still has to send. */
async function halfRead(patienceMs: number) {
  const app = fastify({ forceCloseConnections: 'idle' });
  addConnectionClosing(app, patienceMs);
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

it('closes although an answer ends only after closing began, and the reader gets all of it', async () => {
  const { app, rest, reader } = await halfRead(60_000);
  const closed = app.close();
  rest.resolve();
  expect(new TextDecoder().decode((await reader?.read())?.value)).toBe('end');
  await closed;
});

it('closes although a reader never gets to the end', async () => {
  const { app, rest } = await halfRead(50);
  await app.close();
  rest.resolve();
});
