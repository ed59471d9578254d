import * as z from 'zod/mini';

/** File name of the manifest. */
export const MANIFEST = 'manifest.json';

/**
 * The last file of a backup: a line `HASH  NAME` for every other file, in the format of `sha256sum`. A backup without
 * it is incomplete.
 */
export const FILE_LIST = 'SHA256SUMS';

/**
 * The secrets that the program generated: that of tokens and payout addresses, and the key of web push. One that is a setting is
 * not in the backup.
 */
export const SECRETS = ['jwt-secret', 'vapid-key'] as const;

/** Paths of the files of generated secrets; a secret that is a setting has none. */
export type SecretFiles = Readonly<Partial<Record<(typeof SECRETS)[number], string | undefined>>>;

/** Folder of the media; each file is named by its key. */
export const MEDIA_FOLDER = 'media/';

/** File name of the dump, by engine. */
export const DUMP = { embedded: 'database.tar.gz', postgres: 'database.dump' } as const;

/** Returns one line of the list of files. */
export const listLine = (name: string, sha256: string): string => `${sha256}  ${name}\n`;

/** Schema of the manifest. */
export const manifest = z.object({
  format: z.literal(1),
  /** Version of the program that created the backup. */
  version: z.string(),
  engine: z.enum(['embedded', 'postgres']),
  /** ISO 8601, UTC: when the backup started. */
  created_at: z.string(),
  /** The newest migration of the database; null when it had none. */
  schema: z.nullable(z.string()),
  /** Number of media files and their total size in bytes. */
  media: z.object({ count: z.number(), bytes: z.number() }),
});

/** Describes a backup. */
export type Manifest = z.output<typeof manifest>;
