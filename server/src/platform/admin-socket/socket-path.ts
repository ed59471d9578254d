import { createHash } from 'node:crypto';
import { tmpdir } from 'node:os';
import path from 'node:path';

/** Operating systems limit a socket path to about 100 bytes. */
const MAX_PATH_BYTES = 100;

/** Returns the socket path for the commands of a data folder: `DATA_DIR/admin.sock`, on Windows a named pipe. */
export function socketPathOf(dataDir: string): string {
  const folder = path.resolve(dataDir);
  const short = `adda-${createHash('sha256').update(folder).digest('hex').slice(0, 16)}`;
  if (process.platform === 'win32') return `\\\\.\\pipe\\${short}`;
  const socket = path.join(folder, 'admin.sock');
  return Buffer.byteLength(socket) <= MAX_PATH_BYTES ? socket : path.join(tmpdir(), `${short}.sock`);
}
