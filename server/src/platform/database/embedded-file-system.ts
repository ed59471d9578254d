import { fdatasyncSync } from 'node:fs';
import { NodeFS } from '@electric-sql/pglite/nodefs';

/** The engine's default start parameters without `-F`, so that a commit reaches the disk. */
export const DURABLE_START_PARAMS = [
  '--single',
  '-O',
  '-j',
  ...[
    'search_path=public',
    'exit_on_error=false',
    'log_checkpoints=false',
    'max_worker_processes=0',
    'max_parallel_workers=0',
    'max_parallel_workers_per_gather=0',
    'io_method=sync',
    'max_parallel_maintenance_workers=0',
    'fsync=on',
    'wal_sync_method=fsync',
  ].flatMap((setting) => ['-c', setting]),
];

type SyncableStream = { nfd?: number };
type SyncableFileSystem = { stream_ops: { fsync?: (stream: SyncableStream) => number } };

/** A folder on disk whose files are synced when the engine asks; the package's own ignores that. */
export class DurableNodeFS extends NodeFS {
  override async init(...args: Parameters<NodeFS['init']>): ReturnType<NodeFS['init']> {
    const { emscriptenOpts } = await super.init(...args);
    const preRun = [...(emscriptenOpts.preRun ?? []), (module: { NODEFS: object }) => addSync(module.NODEFS)];
    return { emscriptenOpts: { ...emscriptenOpts, preRun } };
  }
}

function addSync(fileSystem: object): void {
  if (!hasStreamOperations(fileSystem)) throw new Error('The embedded engine lets no one sync its files.');
  fileSystem.stream_ops.fsync = (stream) => {
    // Only files have a descriptor of their own; directories come without.
    if (stream.nfd !== undefined && stream.nfd !== null) fdatasyncSync(stream.nfd);
    return 0;
  };
}

function hasStreamOperations(fileSystem: object): fileSystem is SyncableFileSystem {
  return 'stream_ops' in fileSystem && typeof fileSystem.stream_ops === 'object';
}
