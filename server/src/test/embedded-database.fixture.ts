import { existsSync } from 'node:fs';
import { cp, mkdtemp, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { gunzipSync } from 'node:zlib';
import { backupTo, FolderInUseError, openDatabase } from '../platform/database/index.ts';
import { databaseFolder, ensureDatabaseFolder, holdsDatabase } from '../platform/database/embedded-folder.ts';
import { lockFolder } from '../platform/database/folder-lock.ts';
import type { FolderLock } from '../platform/database/folder-lock.ts';
import { silentLogger } from './database-template.fixture.ts';
import type { Template, TestDatabase } from './database-template.fixture.ts';

const TEMPLATE_POLL_MS = 50;

/** Node's own; the types of this project have no browser globals. */
declare const WebAssembly: { compile(code: Uint8Array): Promise<object> };

function once<T>(make: () => Promise<T>): () => Promise<T> {
  let made: Promise<T> | undefined;
  return () => (made ??= make());
}

/**
 * The backup file of the migrated template, made by the first test that asks. It is not compressed, which halves the time
 * that each of the many copies takes.
 */
export async function embeddedTemplate(template: Template): Promise<string> {
  const dumpFile = path.join(tmpdir(), `adda-test-template-${template.hash}.tar`);
  await makeOnce(dumpFile, (partial) => dumpTemplate(partial, template));
  return dumpFile;
}

/**
 * Keeps the engine's compiled code for as long as this process lives. V8 shares it with every engine of the process while
 * it is referenced, so that the second and all later engines of a worker start in half the time.
 */
const holdCompiledEngine = once(async () => {
  const folder = path.dirname(createRequire(import.meta.url).resolve('@electric-sql/pglite'));
  return WebAssembly.compile(await readFile(path.join(folder, 'pglite.wasm')));
});

/** A copy in memory on the embedded engine. */
export async function openEmbeddedCopy(template: Template): Promise<TestDatabase> {
  await holdCompiledEngine();
  const dumpFile = await embeddedTemplate(template);
  const dataDir = await mkdtemp(path.join(tmpdir(), 'adda-test-'));
  const database = await openDatabase({ dataDir, dumpFile, logger: silentLogger });
  const cleanup = async () => {
    await database.close();
    await rm(dataDir, { recursive: true, force: true });
  };
  return { database, cleanup };
}

/**
 * Puts a migrated database into a data folder that has none, as if the program had run there before: a new one takes it
 * many times as long to make.
 */
export async function putEmbeddedDatabase(dataDir: string, template: Template): Promise<void> {
  if (holdsDatabase(databaseFolder(dataDir))) return;
  const dumpFile = await embeddedTemplate(template);
  const folder = path.join(tmpdir(), `adda-test-template-${template.hash}`);
  await makeOnce(folder, async (partial) => {
    await rm(partial, { recursive: true, force: true });
    await ensureDatabaseFolder(partial, dumpFile);
  });
  await cp(folder, databaseFolder(dataDir), { recursive: true });
}

/**
 * Makes a file or folder under another name and gives it its own once it is whole. One of the test processes makes it, the
 * others wait for it.
 */
async function makeOnce(target: string, make: (partial: string) => Promise<void>): Promise<void> {
  const partial = `${target}.partial`;
  const makeWhole = async () => {
    await make(partial);
    await rename(partial, target);
  };
  while (!existsSync(target)) {
    const lock = tryLock(`${target}.making`);
    if (!lock) await delay(TEMPLATE_POLL_MS);
    else if (existsSync(target)) lock.release();
    else await makeWhole().finally(() => lock.release());
  }
}

function tryLock(folder: string): FolderLock | undefined {
  try {
    return lockFolder(folder);
  } catch (error) {
    if (error instanceof FolderInUseError) return undefined;
    throw error;
  }
}

async function dumpTemplate(file: string, template: Template): Promise<void> {
  const dataDir = await mkdtemp(path.join(tmpdir(), 'adda-template-'));
  try {
    const database = await openDatabase({ dataDir, logger: silentLogger });
    const compressed = path.join(dataDir, 'template.tar.gz');
    try {
      await template.install(database);
      await backupTo(database, compressed);
    } finally {
      await database.close();
    }
    await writeFile(file, gunzipSync(await readFile(compressed)));
  } finally {
    await rm(dataDir, { recursive: true, force: true });
  }
}
