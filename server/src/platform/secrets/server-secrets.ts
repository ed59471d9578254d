import { hkdfSync } from 'node:crypto';
import { tokenSecret } from './token-secret.ts';

/** The secret of the server, and former ones that an exchange leaves in use for a while (ADR 61). */
export type ServerSecrets = {
  /** Signs and encrypts. */
  readonly current: string;
  /** Former ones whose signatures still count: those of tokens, cookies and links. */
  readonly accepted: readonly string[];
  /** Former ones that still open what is stored. */
  readonly opening: readonly string[];
};

/** The secret of the server; a text if there are no former ones. */
export type ServerSecret = string | ServerSecrets;

type Settings = {
  readonly JWT_SECRET?: string | undefined;
  readonly JWT_SECRET_PREVIOUS: readonly string[];
  readonly JWT_SECRET_PREVIOUS_FOR: 'all' | 'stored';
  readonly DATA_DIR: string;
};

/** Returns the secrets of the settings; the current one is made at the first start if none is set. */
export const serverSecrets = ({
  JWT_SECRET: current,
  JWT_SECRET_PREVIOUS: former,
  JWT_SECRET_PREVIOUS_FOR: use,
  DATA_DIR: dataDir,
}: Settings): ServerSecrets => ({
  current: tokenSecret(current, dataDir),
  accepted: use === 'all' ? former : [],
  opening: former,
});

/** Which former secrets count: those whose signatures do, or those that open what is stored. */
export type FormerUse = 'accepted' | 'opening';

type CurrentFirst<T> = readonly [current: T, ...former: T[]];

/** Returns the current secret, and after it the former ones that count for this use. */
export const secretsFor = (secret: ServerSecret, use: FormerUse): CurrentFirst<string> =>
  typeof secret === 'string' ? [secret] : [secret.current, ...secret[use]];

/** Returns the key of a purpose, and after it those that former secrets gave for it. */
export function keysFor(secret: ServerSecret, use: FormerUse, purpose: string): CurrentFirst<Buffer> {
  const keyOf = (text: string) => Buffer.from(hkdfSync('sha256', text, '', purpose, 32));
  const [current, ...former] = secretsFor(secret, use);
  return [keyOf(current), ...former.map(keyOf)];
}

/** How a stored value opens, and the value encrypted anew if only a former secret opens it. */
export type Renewal<Sealed> = 'current' | 'unreadable' | { readonly sealed: Sealed };

/** Returns what the first key opens that does, and whether that is the current one; undefined if none opens it. */
export function openWith<Opened>(
  keys: CurrentFirst<Buffer>,
  open: (key: Buffer) => Opened | undefined,
): { readonly opened: Opened; readonly isCurrent: boolean } | undefined {
  for (const [index, key] of keys.entries()) {
    const opened = open(key);
    if (opened !== undefined) return { opened, isCurrent: index === 0 };
  }
  return undefined;
}
