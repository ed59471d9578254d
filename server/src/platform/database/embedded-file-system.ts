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
type Attributes = { readonly mode?: number };
type NodeOperations<T> = { setattr(target: T, attributes: Attributes): void };
type EngineFileSystem = {
  stream_ops: NodeOperations<object> & { fsync?: (stream: SyncableStream) => number };
  node_ops: NodeOperations<object> & {
    mknod(parent: object, name: string, mode: number, device: number): object;
  };
};

/** Permissions of group and others. Higher bits contain the file type. */
const RIGHTS_OF_OTHERS = 0o077;

/**
 * A folder on disk whose files are synced when the engine requests it, which the package's own class ignores. Files
 * are readable only by their owner: the engine sets modes 0666 and 0755 explicitly, so the umask has no effect.
 */
export class DurableNodeFS extends NodeFS {
  override async init(...args: Parameters<NodeFS['init']>): ReturnType<NodeFS['init']> {
    const { emscriptenOpts } = await super.init(...args);
    const prepare = (module: { NODEFS: object }) => {
      const fileSystem = module.NODEFS;
      if (!hasOperations(fileSystem)) throw new Error('The embedded engine has no operations on files.');
      addSync(fileSystem);
      keepPrivate(fileSystem);
    };
    return { emscriptenOpts: { ...emscriptenOpts, preRun: [...(emscriptenOpts.preRun ?? []), prepare] } };
  }
}

function addSync({ stream_ops: streams }: EngineFileSystem): void {
  streams.fsync = (stream) => {
    // Only files have a descriptor; directories have none.
    if (stream.nfd !== undefined && stream.nfd !== null) fdatasyncSync(stream.nfd);
    return 0;
  };
}

function keepPrivate({ node_ops: nodes, stream_ops: streams }: EngineFileSystem): void {
  const { mknod } = nodes;
  nodes.mknod = (parent, name, mode, device) => mknod(parent, name, mode & ~RIGHTS_OF_OTHERS, device);
  for (const operations of [nodes, streams]) {
    const { setattr } = operations;
    operations.setattr = (target, attributes) => {
      const { mode } = attributes;
      setattr(
        target,
        typeof mode === 'number' ? { ...attributes, mode: mode & ~RIGHTS_OF_OTHERS } : attributes,
      );
    };
  }
}

function hasOperations(fileSystem: object): fileSystem is EngineFileSystem {
  return 'stream_ops' in fileSystem && 'node_ops' in fileSystem;
}
