import { writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { once } from 'node:events';

/** An inspector connection to another Node process: garbage collection, heap sizes and CPU profiles. */
export type Inspector = {
  /** Collects all garbage, twice, in the main thread and in its workers. Returns the heap in use in the main thread, in bytes. */
  readonly usedHeap: () => Promise<number>;
  /** Evaluates an expression in that process and returns it as JSON. */
  readonly evaluate: (expression: string) => Promise<unknown>;
  readonly startProfile: () => Promise<void>;
  /** Stops the profile and writes it to a file for the browser's developer tools. */
  readonly writeProfile: (file: string) => Promise<void>;
  readonly close: () => void;
};

/** Returns a port for `--inspect`, and the arguments that open it. */
export async function inspectorArguments(): Promise<{ port: number; nodeArguments: string[] }> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  const port = address !== null && typeof address === 'object' ? address.port : 0;
  server.close();
  return { port, nodeArguments: [`--inspect=127.0.0.1:${port}`, '--inspect-publish-uid=http'] };
}

type Reply = { id?: number; result?: unknown; method?: string; params?: WorkerEvent };
type WorkerEvent = { sessionId?: string; message?: string };
type Call = (method: string, params?: object) => Promise<unknown>;

/** Pairs calls with their replies; `send` takes the text of a call. */
function createCaller(send: (text: string) => void) {
  const waiting = new Map<number, (result: unknown) => void>();
  let calls = 0;
  return {
    call: (method: string, params: object = {}): Promise<unknown> => {
      calls += 1;
      const { promise, resolve } = Promise.withResolvers<unknown>();
      waiting.set(calls, resolve);
      send(JSON.stringify({ id: calls, method, params }));
      return promise;
    },
    receive: ({ id = 0, result }: Reply) => {
      waiting.get(id)?.(result);
      waiting.delete(id);
    },
  };
}

/** Connects to a process that was started with `inspectorArguments`. */
export async function openInspector(port: number): Promise<Inspector> {
  const targets: { webSocketDebuggerUrl: string }[] = JSON.parse(
    await (await fetch(`http://127.0.0.1:${port}/json/list`)).text(),
  );
  const socket = new WebSocket(targets[0]?.webSocketDebuggerUrl ?? '');
  await once(socket, 'open');
  const main = createCaller((text) => socket.send(text));
  const { call } = main;
  const workers = new Map<string, ReturnType<typeof createCaller>>();
  socket.addEventListener('message', ({ data }) => {
    const reply: Reply = JSON.parse(String(data));
    const { sessionId = '', message = '{}' } = reply.params ?? {};
    if (reply.method === 'NodeWorker.attachedToWorker')
      workers.set(
        sessionId,
        createCaller((text) => void call('NodeWorker.sendMessageToWorker', { sessionId, message: text })),
      );
    else if (reply.method === 'NodeWorker.detachedFromWorker') workers.delete(sessionId);
    else if (reply.method === 'NodeWorker.receivedMessageFromWorker')
      workers.get(sessionId)?.receive(JSON.parse(message));
    else main.receive(reply);
  });
  await call('NodeWorker.enable', { waitForDebuggerOnStart: false });
  const collectGarbage = async (inThread: Call) => {
    await inThread('HeapProfiler.collectGarbage');
    await inThread('HeapProfiler.collectGarbage');
  };
  return {
    usedHeap: async () => {
      for (const worker of workers.values()) {
        await collectGarbage(worker.call);
      }
      await collectGarbage(call);
      const usage = await call('Runtime.getHeapUsage');
      return usedSizeIn(usage);
    },
    evaluate: async (expression) =>
      valueIn(await call('Runtime.evaluate', { expression, returnByValue: true })),
    startProfile: async () => {
      await call('Profiler.enable');
      await call('Profiler.start');
    },
    writeProfile: async (file) => {
      const stopped = await call('Profiler.stop');
      const hasProfile = typeof stopped === 'object' && stopped !== null && 'profile' in stopped;
      writeFileSync(file, JSON.stringify(hasProfile ? stopped.profile : {}));
    },
    close: () => socket.close(),
  };
}

function usedSizeIn(usage: unknown): number {
  const isUsage = typeof usage === 'object' && usage !== null && 'usedSize' in usage;
  return isUsage ? Number(usage.usedSize) : Number.NaN;
}

function valueIn(response: unknown): unknown {
  const hasResult = typeof response === 'object' && response !== null && 'result' in response;
  const result = hasResult ? response.result : undefined;
  return typeof result === 'object' && result !== null && 'value' in result ? result.value : undefined;
}
