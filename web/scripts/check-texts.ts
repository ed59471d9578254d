/**
 * Fails if a file has texts that no catalog collects: users would see message ids. The catalogs are split by
 * folder (`lingui.config.ts`), so a new folder can be missed.
 */
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

const root = join(import.meta.dirname, '..');
const read = (file: string) => readFileSync(join(root, file), 'utf8');

const collected = new Set(
  globSync('src/locales/**/*.po', { cwd: root }).flatMap((file) =>
    [...read(file).matchAll(/^#: (.+)$/gm)].map(([, origin]) => origin),
  ),
);
const withTexts = globSync('src/**/*.{ts,tsx}', { cwd: root }).filter(
  (file) =>
    !/\.(test|fixture)\./.test(file) &&
    /<Trans>|<Plural\b|[\s({[,=?:]t`|\bplural\(/.test(withoutComments(read(file))),
);
const uncollected = withTexts.filter((file) => !collected.has(file));

function withoutComments(source: string): string {
  return source.replace(/\/\*[\s\S]*?\*\//g, '');
}

if (withTexts.length < 100) throw new Error(`only ${withTexts.length} files with texts were seen`);
for (const file of uncollected) console.error(`No catalog has the texts of ${file}.`);
if (uncollected.length > 0) process.exitCode = 1;
