import { fork } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { inspectorArguments } from '../measure/inspector.ts';
import type { Scenario, DatasetRoom } from '../dataset/dataset.types.ts';
import type { Contender } from './contender.types.ts';

const FILE = fileURLToPath(new URL('reference-server.ts', import.meta.url));

/** Starts the plain Socket.IO server that serves as the baseline. */
export async function startReference(
  scenarios: readonly Scenario[],
  withInspector: boolean,
): Promise<Contender> {
  const inspector = withInspector ? await inspectorArguments() : undefined;
  const child = fork(FILE, { execArgv: inspector?.nodeArguments ?? [] });
  const [port]: number[] = await once(child, 'message');
  return {
    name: 'reference',
    port: port ?? 0,
    pid: child.pid ?? 0,
    protocol: 'ack',
    scenarios: scenarios.map(roomsOf),
    commitMs: 0,
    databasePids: () => [],
    inspectorPort: inspector?.port,
    dispose: async () => {
      const ended = once(child, 'exit');
      child.disconnect();
      await ended;
    },
  };
}

function roomsOf({ rooms, membersPerRoom }: Scenario): DatasetRoom[] {
  return Array.from({ length: rooms }, (_, room) => ({
    groupId: `room${room}`,
    members: Array.from({ length: membersPerRoom }, (__, member) => ({
      username: `user${room}x${member}`,
      token: '',
    })),
  }));
}
