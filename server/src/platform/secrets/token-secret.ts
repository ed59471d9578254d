import { randomBytes } from 'node:crypto';
import { join } from 'node:path';
import { secretFrom } from './secret-file.ts';

/** Returns the file of the generated secret, which is used when no setting provides one. Backups include it. */
export const secretFileOf = (dataDir: string): string => join(dataDir, 'jwt-secret');

/**
 * Returns the secret that signs tokens: the setting, or one that is generated at the first start and stored in the
 * data folder, readable only by its owner.
 */
export const tokenSecret = (setting: string | undefined, dataDir: string): string =>
  setting || secretFrom(secretFileOf(dataDir), () => randomBytes(48).toString('base64url'));
