import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';

const source = join(import.meta.dirname, '../..');
const document = readFileSync(join(source, '../../docs/security-decisions.md'), 'utf8');

/** The files of the program, without tests and what only they use. */
const files = globSync('{features,platform}/**/*.ts', { cwd: source }).filter(
  (file) => !/\.(test|fixture)\.ts$/.test(file),
);

/** What works with a key, or protects a password. Plain hashes name content. */
const USES_KEYS =
  /\b(createHmac|create(C|Dec)ipheriv|hkdfSync|createPrivateKey|createECDH|createSign|timingSafeEqual)\(|subtle\.importKey|from '(jose|@node-rs\/argon2|otpauth|@simplewebauthn\/server)'/;

it('ID-08: the inventory of cryptography names every file that works with keys', () => {
  const found = files.filter((file) => USES_KEYS.test(readFileSync(join(source, file), 'utf8')));
  expect(found).toContain('features/wallet/payees/payees.policy.ts');
  expect(found.filter((file) => !document.includes(`\`${file}\``))).toEqual([]);
});

it('ID-08: the list of other systems names everything that calls them', () => {
  const gateways = files.filter((file) => file.endsWith('.gateway.ts'));
  expect(gateways).toContain('features/video/youtube.gateway.ts');
  const folders = ['database', 'redis', 'media-store', 'mail', 'outbound'].map((name) => `platform/${name}/`);
  expect([...gateways, ...folders].filter((path) => !document.includes(`\`${path}\``))).toEqual([]);
});

it('ID-08: every path that the security decisions name exists', () => {
  const named = [...document.matchAll(/`((?:features|platform)\/[\w/.-]+)`/g)].flatMap(
    ([, path]) => path ?? [],
  );
  const missing = named.filter((path) => globSync(path.replace(/\/$/, ''), { cwd: source }).length === 0);
  expect([named.length > 20, missing]).toEqual([true, []]);
});
