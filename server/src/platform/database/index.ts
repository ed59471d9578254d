export { backupTo, restoreInto } from './backup.ts';
export { createCommitLane } from './commit-lane.ts';
export type { Database, Queryable, Tx } from './database.types.ts';
export { FolderInUseError, lockFolder } from './folder-lock.ts';
export { isKnownMigration, migrate, newestMigration } from './migrations.ts';
export { openDatabase } from './open-database.ts';
export { StorageFullError } from './storage-full-error.ts';
export { afterCommit } from './transaction-scope.ts';
