import { mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { checkAsvs } from './asvs.ts';

const repository = join(import.meta.dirname, '../..');
const table = readFileSync(join(repository, 'docs/asvs.md'), 'utf8');

let root: string;
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'adda-asvs-'));
  mkdirSync(join(root, 'docs'));
  for (const folder of ['contract', 'server', 'web', 'e2e', 'scripts'])
    symlinkSync(join(repository, folder), join(root, folder), 'dir');
});
afterEach(() => rmSync(root, { recursive: true }));

function faultsOf(text: string): string {
  writeFileSync(join(root, 'docs/asvs.md'), text);
  return checkAsvs(root).faults.join('\n');
}

/** The table with something replaced, which has to be there. */
function planted(from: string | RegExp, to: string): string {
  const text = table.replace(from, to);
  expect(text).not.toBe(table);
  return text;
}

it('ID-08: the table has a row for each of the 253 items, and names existing tests', () => {
  expect(faultsOf(table)).toBe('');
  expect(checkAsvs(root).rows).toBe(253);
});

describe('ID-08: every planted fault is found', () => {
  it.each<[what: string, from: string | RegExp, to: string, found: string]>([
    ['a missing item', /^\| 1\.2\.4 \|.*\n/m, '', '1.2.4 is missing'],
    ['an item of another level', '| 1.2.4 |', '| 1.2.10 |', '1.2.10 is not in the standard'],
    ['an item twice', /^(\| 1\.2\.4 \|.*\n)/m, '$1$1', '1.2.4 is there twice'],
    ['another state', /^(\| 1\.2\.4 \|[^|]*\|) met \|/m, '$1 done |', "1.2.4: unknown state 'done'"],
    ['no state', /^(\| 1\.2\.4 \|[^|]*\|) met \|/m, '$1 |', "1.2.4: unknown state ''"],
    [
      'a state without a reason',
      /^(\| 1\.2\.6 \|.*\| not applicable \|)[^|]*\|/m,
      '$1 |',
      '1.2.6: says nothing',
    ],
    ['no test', /^(\| 1\.2\.4 \|.*\|)[^|]*\|$/m, '$1 |', '1.2.4: is met without a test'],
    [
      'a test that is gone',
      /^(\| 1\.2\.4 \|.*\| `)[^`]*/m,
      '$1server/src/gone.test.ts',
      'gone.test.ts does not exist',
    ],
    [
      'a path of code',
      /^(\| 1\.2\.4 \|.*\| `)[^`]*/m,
      '$1server/src/app.ts',
      '1.2.4: server/src/app.ts is no test file',
    ],
    [
      'no severity',
      /^(\| 6\.2\.12 \|.*\| open \|) (low|medium|high): /m,
      '$1 ',
      '6.2.12: is open without a severity',
    ],
    ['another count', /^\| met \| \d+/m, '| met | 9999', "lacks the line '| met |"],
    [
      'another severity',
      /^(\| 6\.2\.12 \|.*\| open \|) (low|medium):/m,
      '$1 high:',
      "lacks the line '| open, high |",
    ],
  ])('%s', (_what, from, to, found) => {
    expect(faultsOf(planted(from, to))).toContain(found);
  });

  it('a file without tests', () => {
    mkdirSync(join(root, 'new'));
    writeFileSync(join(root, 'new/empty.test.ts'), '// Tests are added later.\n');
    const text = planted(/^(\| 1\.2\.4 \|.*\| `)[^`]*/m, '$1new/empty.test.ts');
    expect(faultsOf(text)).toContain('1.2.4: new/empty.test.ts contains no test');
  });

  it('a file without rows', () => {
    expect(faultsOf('# OWASP ASVS\n')).toContain('1.1.1 is missing');
    expect(checkAsvs(root).rows).toBe(0);
  });
});
