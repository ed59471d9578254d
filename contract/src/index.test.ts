import { globSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { errors } from './index.ts';

it('ER-01: every error code has one status and one text', async () => {
  const files = globSync('*/*.errors.ts', { cwd: import.meta.dirname });
  const tables = await Promise.all(
    files.map((file) => import(join(import.meta.dirname, file)) as Promise<Record<string, object>>),
  );
  const codes = tables
    .flatMap((table) => Object.entries(table))
    .flatMap(([name, entries]) =>
      name.endsWith('Errors') && !Array.isArray(entries) ? Object.keys(entries) : [],
    );
  expect(codes.toSorted()).toEqual(Object.keys(errors).toSorted());
});
