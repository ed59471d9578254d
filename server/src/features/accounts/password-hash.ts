import { randomBytes } from 'node:crypto';
import { hash, verify } from '@node-rs/argon2';

/** Hashes and compares passwords with argon2id. */
export type PasswordHasher = {
  hash(password: string): Promise<string>;
  /** Without a hash (an unknown name) it costs as much and answers false. */
  verify(storedHash: string | null | undefined, password: string): Promise<boolean>;
};

/** The same letters may be typed as different code points on different keyboards. */
const normalize = (password: string) => password.normalize('NFC');

/** What one hash costs: memory in KiB, and how many passes are made over it. */
export type PasswordCost = { readonly memoryCost: number; readonly timeCost: number };

/**
 * Makes the hasher: argon2id with one thread, 19 MiB and two passes (the package's own parameters) unless the caller asks
 * for another cost, as tests do that make thousands of accounts.
 */
export function createPasswordHasher(cost?: PasswordCost): PasswordHasher {
  let standIn: Promise<string> | undefined;
  const standInHash = () => (standIn ??= hash(randomBytes(32).toString('base64url'), cost));
  return {
    hash: (password) => hash(normalize(password), cost),
    async verify(storedHash, password) {
      const isRight = await verify(storedHash || (await standInHash()), normalize(password));
      return storedHash ? isRight : false;
    },
  };
}
