/** Connection statistics of the kernel (Linux, IPv4). */
import { readFileSync } from 'node:fs';

/** The server's end of one connection. */
export type ServerEnd = {
  /** False once the process has closed it, even if the kernel still sends buffered data. */
  readonly isHeld: boolean;
  /** Bytes in kernel buffers: sent and not acknowledged, and received and not read, on both ends. */
  readonly kernelBytes: number;
};

type Row = {
  readonly local: number;
  readonly remote: number;
  readonly queued: number;
  readonly inode: string;
};

/** Returns the server's ends of the connections from these ports; closed ones are absent. */
export function serverEnds(serverPort: number, clientPorts: readonly number[]): Map<number, ServerEnd> {
  const rows = readRows().filter(({ local, remote }) => local === serverPort || remote === serverPort);
  const ports = new Set(clientPorts);
  const ends = new Map<number, ServerEnd>();
  for (const { local, remote, queued, inode } of rows) {
    if (local !== serverPort || !ports.has(remote)) continue;
    const atClient = rows.find((row) => row.local === remote)?.queued ?? 0;
    ends.set(remote, { isHeld: inode !== '0', kernelBytes: queued + atClient });
  }
  return ends;
}

function readRows(): Row[] {
  // Node listens on both protocols, so IPv4 connections may appear in the IPv6 table.
  return ['/proc/net/tcp', '/proc/net/tcp6'].flatMap((file) =>
    readFileSync(file, 'utf8')
      .trim()
      .split('\n')
      .slice(1)
      .map((line) => {
        const [, local = '', remote = '', , queues = '', , , , , inode = ''] = line.trim().split(/\s+/);
        const [sending = '0', receiving = '0'] = queues.split(':');
        return {
          local: portOf(local),
          remote: portOf(remote),
          queued: Number.parseInt(sending, 16) + Number.parseInt(receiving, 16),
          inode,
        };
      }),
  );
}

const portOf = (address: string): number => Number.parseInt(address.split(':')[1] ?? '0', 16);
