import { expect, it } from 'vitest';
import { createPasswordHasher } from './password-hash.service.ts';

const passwords = createPasswordHasher();

it('R-19: stores argon2id and verifies passwords', async () => {
  const hash = await passwords.hash('crème brûlée');
  expect(hash).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/);
  expect(await passwords.verify(hash, 'crème brûlée'.normalize('NFD'))).toBe(true);
  expect(await passwords.verify(hash, 'creme brulee')).toBe(false);
  expect(await passwords.hash('crème brûlée')).not.toBe(hash);
});

it('R-19: without a stored hash every password is wrong', async () => {
  for (const none of [null, undefined, '']) expect(await passwords.verify(none, '')).toBe(false);
});
