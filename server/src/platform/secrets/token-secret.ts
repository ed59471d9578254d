import { randomBytes } from 'node:crypto';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/** Returns the file of the generated secret, which is used when no setting provides one. Backups include it. */
export const secretFileOf = (dataDir: string): string => join(dataDir, 'jwt-secret');

/**
 * Returns the secret that signs tokens: the setting, or one that is generated at the first start and stored in the
 * data folder, readable only by its owner.
 */
export function tokenSecret(setting: string | undefined, dataDir: string): string {
  if (setting) return setting;
  const file = secretFileOf(dataDir);
  mkdirSync(dataDir, { recursive: true, mode: 0o700 });
  try {
    writeFileSync(file, randomBytes(48).toString('base64url'), { mode: 0o600, flag: 'wx' });
  } catch (error) {
    // The file exists from an earlier start. Any other error is a real failure.
    if (!(error instanceof Error && 'code' in error && error.code === 'EEXIST')) throw error;
  }
  return readFileSync(file, 'utf8').trim();
}
