import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { describe, expect, it } from 'vitest';
import { isEngineConnection, recognizeEngine } from './engine-connection.ts';
import { eventually, joinClient, startNode } from './realtime.fixture.ts';

const require = createRequire(import.meta.url);

async function versionOf(name: string, from: string): Promise<unknown> {
  const entry = createRequire(from).resolve(name);
  const folder = entry.slice(0, entry.lastIndexOf(`/${name}/`) + name.length + 2);
  const manifest: unknown = JSON.parse(await readFile(`${folder}package.json`, 'utf8'));
  return typeof manifest === 'object' && manifest !== null && 'version' in manifest && manifest.version;
}

describe('internals of Socket.IO that joined writes rely on', () => {
  it('are verified for these versions only: after an update compare engine-connection.ts with the new sources', async () => {
    const socketIo = require.resolve('socket.io');
    const engine = createRequire(socketIo).resolve('engine.io');
    expect({
      'socket.io': await versionOf('socket.io', import.meta.filename),
      'engine.io': await versionOf('engine.io', socketIo),
      'ws of engine.io': await versionOf('ws', engine),
    }).toEqual({
      'socket.io': '4.8.4',
      'engine.io': '6.6.11',
      'ws of engine.io': '8.21.3',
    });
  });

  it('have the expected shape, so that an idle connection is written to directly', async () => {
    const node = await startNode();
    const { numbers } = await joinClient(node.url);
    await new Promise((resolve) => setImmediate(resolve));
    node.server.publish('group:g', 'said', { n: 1 });
    expect(node.realtime.metrics()).toMatchObject({ joinedWrites: 1, queuedWrites: 0 });
    expect(numbers).toEqual([]);
  });

  it('are checked at run time: a connection without them is recognized as one, and not written to directly', async () => {
    const node = await startNode({ joinsWrites: false });
    const { numbers, socket } = await joinClient(node.url);
    for (let n = 1; n <= 200; n += 1) node.server.publish('group:g', 'said', { n, text: 'x'.repeat(n * 20) });
    await eventually(() => expect(numbers).toEqual(Array.from({ length: 200 }, (_, index) => index + 1)));
    expect(node.realtime.metrics()).toMatchObject({ joinedWrites: 0, queuedWrites: 200 });
    const other = { ...publicMethods(), writeBuffer: [] };
    expect(recognizeEngine(other)).toBe(false);
    await node.realtime.close({ reason: 'update' });
    await eventually(() => expect(socket.connected).toBe(false));
  });

  it('an object without the public methods is not a connection', () => {
    expect(isEngineConnection(publicMethods())).toBe(true);
    expect(isEngineConnection(undefined)).toBe(false);
    expect(isEngineConnection({ ...publicMethods(), send: undefined })).toBe(false);
  });
});

const nothing = () => undefined;

const publicMethods = () => ({
  readyState: 'open',
  request: undefined,
  send: nothing,
  close: nothing,
  on: nothing,
  once: nothing,
  removeAllListeners: nothing,
});
