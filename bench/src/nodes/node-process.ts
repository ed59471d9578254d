import { fork } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import type { NodePlan, NodeRequest, Usage } from './node-protocol.types.ts';

const NODE_FILE = fileURLToPath(new URL('load-node.ts', import.meta.url));

/** A running node of the measurement. */
export type NodeProcess = {
  /** Rejects when the process has ended. */
  readonly ask: (request: NodeRequest) => Promise<Usage>;
  readonly close: () => Promise<void>;
};

/** Starts a node. Resolves when it receives what others publish. */
export async function startNodeProcess(plan: NodePlan): Promise<NodeProcess> {
  const child = fork(NODE_FILE);
  const end = new AbortController();
  child.once('exit', () => end.abort());
  const request = async (message: NodePlan | NodeRequest): Promise<Usage> => {
    const answered = once(child, 'message', { signal: end.signal });
    child.send(message);
    const [usage]: Usage[] = await answered;
    if (usage === undefined) throw new Error('a node answered nothing');
    return usage;
  };
  await request(plan);
  return {
    ask: request,
    close: async () => {
      if (end.signal.aborted) return;
      const ended = once(child, 'exit');
      child.disconnect();
      await ended;
    },
  };
}
