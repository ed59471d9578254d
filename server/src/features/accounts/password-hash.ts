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

/** Makes the hasher; the package's own parameters are argon2id, 19 MiB, two passes, one thread. */
export function createPasswordHasher(): PasswordHasher {
  let standIn: Promise<string> | undefined;
  const standInHash = () => (standIn ??= hash(randomBytes(32).toString('base64url')));
  return {
    hash: (password) => hash(normalize(password)),
    async verify(storedHash, password) {
      const isRight = await verify(storedHash || (await standInHash()), normalize(password));
      return storedHash ? isRight : false;
    },
  };
}
