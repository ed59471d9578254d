import { globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, it } from 'vitest';

const root = path.join(import.meta.dirname, '../../..');

/** What the code that is shipped does without, and what each would look like. */
const DANGEROUS: readonly (readonly [what: string, pattern: RegExp, planted: string])[] = [
  ['code from text', /\beval\(|\bnew Function\(|\brunInNewContext\(/, 'eval(text)'],
  [
    'a shell',
    /\bshell: (true|['"`])|\bexecSync\b|\bexec\b[^;]*\} from 'node:child_process'/,
    "execSync('ls')",
  ],
  [
    'HTML from text',
    /dangerouslySetInnerHTML|\.(inner|outer)HTML\s*=[^=]|document\.write\(/,
    'page.innerHTML = text',
  ],
  ['a weak hash', /create(Hash|Hmac)\(\s*['"](md4|md5|sha1|ripemd160)['"]/i, "createHash('md5')"],
  ['a weak cipher', /['"](aes-\d+-(?!gcm)\w+|des-\w+|rc4)['"]|RSA_PKCS1_PADDING/i, "'aes-256-ecb'"],
  [
    'TLS without certificates',
    /rejectUnauthorized:\s*false|NODE_TLS_REJECT_UNAUTHORIZED|checkServerIdentity:/,
    'rejectUnauthorized: false',
  ],
];

const dangersIn = (text: string): string[] =>
  DANGEROUS.filter(([, pattern]) => pattern.test(text)).map(([what]) => what);

it('ID-08: the program runs no text as code or in a shell, and has no weak cryptography', () => {
  const files = globSync('{contract,server,web}/src/**/*.{ts,tsx}', { cwd: root }).filter(
    (file) => !/\.(test|fixture)\.tsx?$|^server\/src\/test\//.test(file),
  );
  expect(files.length).toBeGreaterThan(500);
  const found = files.flatMap((file) =>
    dangersIn(readFileSync(path.join(root, file), 'utf8')).map((what) => `${file}: ${what}`),
  );
  expect(found).toEqual([]);
});

it('ID-08: ids and secrets of the server come from the random numbers of the system', () => {
  const files = globSync('server/src/{platform,features}/**/*.ts', { cwd: root }).filter(
    (file) => !/\.(test|fixture)\.ts$/.test(file),
  );
  const guessable = files.filter((file) =>
    readFileSync(path.join(root, file), 'utf8').includes('Math.random'),
  );
  // How long a transaction waits before it is tried again may be guessed.
  expect(guessable).toEqual(['server/src/platform/database/transaction.ts']);
});

it.each(DANGEROUS)('%s would be found', (what, _pattern, planted) => {
  expect(dangersIn(`const one = 1;\n${planted};\n`)).toEqual([what]);
});
