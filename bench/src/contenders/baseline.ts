import { fork } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { inspectorArguments } from '../measure/inspector.ts';
import type { Scenario, DatasetRoom } from '../dataset/dataset.types.ts';
import type { Contender } from './contender.types.ts';

const FILES = {
  reference: fileURLToPath(new URL('reference-server.ts', import.meta.url)),
  floor: fileURLToPath(new URL('floor-server.ts', import.meta.url)),
};

/** Starts a server to compare with: plain Socket.IO (`reference`), or raw WebSockets (`floor`). */
export async function startBaseline(
  name: keyof typeof FILES,
  scenarios: readonly Scenario[],
  withInspector: boolean,
): Promise<Contender> {
  const inspector = withInspector ? await inspectorArguments() : undefined;
  const child = fork(FILES[name], { execArgv: inspector?.nodeArguments ?? [] });
  const [port]: number[] = await once(child, 'message');
  return {
    name,
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
