import { randomBytes } from 'node:crypto';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/** The file of the secret that is made where no setting gives one; a backup takes it along. */
export const secretFileOf = (dataDir: string): string => join(dataDir, 'jwt-secret');

/**
 * The secret that signs tokens: the setting, or one that is made at the first start and kept under the data folder,
 * readable by its owner alone.
 */
export function tokenSecret(setting: string | undefined, dataDir: string): string {
  if (setting) return setting;
  const file = secretFileOf(dataDir);
  mkdirSync(dataDir, { recursive: true, mode: 0o700 });
  try {
    writeFileSync(file, randomBytes(48).toString('base64url'), { mode: 0o600, flag: 'wx' });
  } catch (error) {
    // It is there from an earlier start; anything else is a real failure.
    if (!(error instanceof Error && 'code' in error && error.code === 'EEXIST')) throw error;
  }
  return readFileSync(file, 'utf8').trim();
}
