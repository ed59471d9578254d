import { randomBytes } from 'node:crypto';
import { hash, verify } from '@node-rs/argon2';

/** Hashes and compares passwords with argon2id. */
export type PasswordHasher = {
  hash(password: string): Promise<string>;
  /** Without a hash (unknown name) it takes the same time and returns false. */
  verify(storedHash: string | null | undefined, password: string): Promise<boolean>;
};

/** Keyboards may produce different code points for the same character. */
const normalize = (password: string) => password.normalize('NFC');

/** Cost of one hash: memory in KiB and number of passes. */
export type PasswordCost = { readonly memoryCost: number; readonly timeCost: number };

/**
 * Returns a hasher with one thread, 19 MiB and two passes (the package's defaults) unless another cost is given. Tests
 * that create thousands of accounts pass a lower one.
 */
export function createPasswordHasher(cost?: PasswordCost): PasswordHasher {
  let cachedDummy: Promise<string> | undefined;
  const dummyHash = () => (cachedDummy ??= hash(randomBytes(32).toString('base64url'), cost));
  return {
    hash: (password) => hash(normalize(password), cost),
    async verify(storedHash, password) {
      const isValid = await verify(storedHash || (await dummyHash()), normalize(password));
      return storedHash ? isValid : false;
    },
  };
}
