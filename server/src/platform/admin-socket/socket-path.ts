import { createHash } from 'node:crypto';
import { tmpdir } from 'node:os';
import path from 'node:path';

/** Systems take about a hundred bytes as the name of a socket. */
const LONGEST_PATH = 100;

/** Where the running server of a data folder listens for commands: `DATA_DIR/admin.sock`, on Windows a pipe. */
export function socketPathOf(dataDir: string): string {
  const folder = path.resolve(dataDir);
  const short = `adda-${createHash('sha256').update(folder).digest('hex').slice(0, 16)}`;
  if (process.platform === 'win32') return `\\\\.\\pipe\\${short}`;
  const socket = path.join(folder, 'admin.sock');
  return Buffer.byteLength(socket) <= LONGEST_PATH ? socket : path.join(tmpdir(), `${short}.sock`);
}
