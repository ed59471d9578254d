import { existsSync } from 'node:fs';
import { mkdtemp, rename, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { backupTo, FolderInUseError, openDatabase } from '../platform/database/index.ts';
import { lockFolder } from '../platform/database/folder-lock.ts';
import type { FolderLock } from '../platform/database/folder-lock.ts';
import { silentLogger } from './database-template.fixture.ts';
import type { Template, TestDatabase } from './database-template.fixture.ts';

const TEMPLATE_POLL_MS = 50;

/** The backup file of the migrated template, made by the first test that asks. */
export async function embeddedTemplate(template: Template): Promise<string> {
  const dumpFile = path.join(tmpdir(), `adda-test-template-${template.hash}.tar.gz`);
  await makeOnce(dumpFile, template);
  return dumpFile;
}

/** A copy in memory on the embedded engine. */
export async function openEmbeddedCopy(template: Template): Promise<TestDatabase> {
  const dumpFile = await embeddedTemplate(template);
  const dataDir = await mkdtemp(path.join(tmpdir(), 'adda-test-'));
  const database = await openDatabase({ dataDir, dumpFile, logger: silentLogger });
  const cleanup = async () => {
    await database.close();
    await rm(dataDir, { recursive: true, force: true });
  };
  return { database, cleanup };
}

/** One of the test workers makes the template, the others wait for it. */
async function makeOnce(dumpFile: string, template: Template): Promise<void> {
  while (!existsSync(dumpFile)) {
    const lock = tryLock(`${dumpFile}.making`);
    if (!lock) await delay(TEMPLATE_POLL_MS);
    else if (existsSync(dumpFile)) lock.release();
    else await make(dumpFile, template).finally(() => lock.release());
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

async function make(dumpFile: string, template: Template): Promise<void> {
  const dataDir = await mkdtemp(path.join(tmpdir(), 'adda-template-'));
  try {
    const database = await openDatabase({ dataDir, logger: silentLogger });
    try {
      await template.install(database);
      await backupTo(database, path.join(dataDir, 'template.tar.gz'));
    } finally {
      await database.close();
    }
    await rename(path.join(dataDir, 'template.tar.gz'), dumpFile);
  } finally {
    await rm(dataDir, { recursive: true, force: true });
  }
}
