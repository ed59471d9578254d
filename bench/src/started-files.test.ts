import { existsSync, globSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { expect, it } from 'vitest';

it('every file that a part starts as a process of its own exists', () => {
  const named = globSync('**/*.ts', { cwd: import.meta.dirname }).flatMap((file) => {
    const source = readFileSync(join(import.meta.dirname, file), 'utf8');
    return [...source.matchAll(/new URL\('([^']+)', import\.meta\.url\)/g)].map(([, name = '']) =>
      join(dirname(file), name),
    );
  });
  expect(named.length).toBeGreaterThan(4);
  expect(named.filter((file) => !existsSync(join(import.meta.dirname, file)))).toEqual([]);
});
