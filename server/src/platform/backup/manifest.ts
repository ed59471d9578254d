import * as z from 'zod/mini';

/** What a backup says about itself. */
export const MANIFEST = 'manifest.json';

/**
 * The last file of a backup: a line `HASH  NAME` for every other, as `sha256sum` writes and checks them. Without it a
 * backup is not whole.
 */
export const FILE_LIST = 'SHA256SUMS';

/** The secret that tokens and payout addresses are sealed with, where the program made its own. */
export const SECRET = 'jwt-secret';

/** Media are under this name and their key. */
export const MEDIA_FOLDER = 'media/';

/** The dump of each engine. */
export const DUMP = { embedded: 'database.tar.gz', postgres: 'database.dump' } as const;

/** One line of the list of files. */
export const listLine = (name: string, sha256: string): string => `${sha256}  ${name}\n`;

/** What a backup says about itself. */
export const manifest = z.object({
  format: z.literal(1),
  /** Version of the program that made it. */
  version: z.string(),
  engine: z.enum(['embedded', 'postgres']),
  /** ISO 8601, UTC: when it was begun. */
  created_at: z.string(),
  /** The newest migration that the database had; null where it had none. */
  schema: z.nullable(z.string()),
  /** How many media there are, and their bytes in all. */
  media: z.object({ count: z.number(), bytes: z.number() }),
});

/** What a backup says about itself. */
export type Manifest = z.output<typeof manifest>;
