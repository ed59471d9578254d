import { readFile } from 'node:fs/promises';
import { countries } from '@adda/contract/accounts';
import { describe, expect, it } from 'vitest';
import { ANYWHERE, HELP_LINES, helpLinesOf } from './help-lines.policy.ts';

/** Returns the rows of the table in docs/help-lines.md: country, name, number, source, day. */
async function readRows(): Promise<string[][]> {
  const text = await readFile(new URL('../../../../../docs/help-lines.md', import.meta.url), 'utf8');
  const rows = text.split('\n').filter((line) => line.startsWith('|'));
  return rows.slice(2).map((row) =>
    row
      .split('|')
      .slice(1, -1)
      .map((cell) => cell.trim()),
  );
}

describe('the help lines', () => {
  it('MR-05: are those of docs/help-lines.md, where each has its source and the day of the check', async () => {
    const rows = await readRows();
    const listed = [ANYWHERE, ...HELP_LINES].flatMap(({ country, numbers, checked_at: day }) =>
      numbers.map(({ name, number }) => [country ?? 'Anywhere', name, number, day]),
    );
    expect(rows.map(([country, name, number, _source, day]) => [country, name, number, day])).toEqual(listed);
    for (const [, , , source = ''] of rows) expect(source).toMatch(/^<https:\/\/[^\s>]+>$/);
  });

  it('MR-05: every country of accounts has numbers; elsewhere a number that works on most phones', () => {
    expect(HELP_LINES.length).toBeGreaterThanOrEqual(25);
    for (const { country } of countries) expect(helpLinesOf(country).country).toBe(country);
    expect(helpLinesOf('Atlantis')).toBe(ANYWHERE);
    expect(helpLinesOf(undefined)).toBe(ANYWHERE);
    for (const { number } of HELP_LINES.flatMap(({ numbers }) => numbers))
      expect(number).toMatch(/^\d[\d ]*$/);
  });
});
