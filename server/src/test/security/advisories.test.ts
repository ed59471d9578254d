import { execFileSync } from 'node:child_process';
import { copyFileSync, cpSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import {
  ADVISORIES_FILE,
  isAffected,
  readAdvisories,
  vulnerabilitiesOf,
  type AdvisoryList,
} from './advisories.ts';
import { checkDependencies } from './dependencies.ts';

const root = path.resolve(import.meta.dirname, '../../../..');
const noAudit = async () => ({ notReached: 'not asked' });

function createFolder(): string {
  const folder = mkdtempSync(path.join(tmpdir(), 'adda-advisories-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

const list: AdvisoryList = {
  taken: '2026-11-22',
  source: 'a test',
  advisories: [
    {
      id: 'GHSA-test',
      package: 'leaky',
      severity: 'high',
      summary: 'It leaks',
      ranges: [
        { introduced: '0', fixed: '1.2.3' },
        { introduced: '2.0.0', last_affected: '2.1.0' },
      ],
    },
  ],
  accepted: [],
};

describe('known vulnerabilities of dependencies, without a registry', () => {
  it('the installed packages have none that was not reviewed', async () => {
    const { tried, findings } = await checkDependencies({ root, audit: noAudit });
    expect(tried).toBeGreaterThan(500);
    expect(findings).toEqual([]);
  });

  it('every accepted vulnerability is in the list', () => {
    const { advisories, accepted } = readAdvisories();
    for (const { id, package: name } of accepted)
      expect(
        advisories.some((known) => known.id === id && known.package === name),
        id,
      ).toBe(true);
  });

  it('a planted package with a known vulnerability is found', async () => {
    const folder = createFolder();
    const one = { license: 'MIT', resolved: 'https://registry.example/a.tgz', integrity: 'sha512-AAAA' };
    const packages = {
      'node_modules/leaky': { ...one, version: '1.2.2' },
      'node_modules/a/node_modules/leaky': { ...one, version: '1.2.3' },
    };
    writeFileSync(path.join(folder, 'package-lock.json'), JSON.stringify({ packages }));
    const { findings } = await checkDependencies({ root: folder, audit: noAudit, advisories: list });
    expect(findings).toEqual(['a known weakness: leaky@1.2.2: GHSA-test (high) It leaks']);
  });

  it.each([
    ['0.9.0', true],
    ['1.2.2', true],
    ['1.2.3', false],
    ['1.10.0', false],
    ['2.0.0', true],
    ['2.1.0', true],
    ['2.1.1', false],
  ])('version %s is affected: %s', (version, isSo) => {
    const [advisory] = list.advisories;
    expect(advisory && isAffected(advisory, version)).toBe(isSo);
  });

  it('a vulnerability accepted for development is found once the package is shipped', () => {
    const accepted = [{ id: 'GHSA-test', package: 'leaky', why: 'Only in a tool that runs in tests' }];
    const of = (scope: 'required' | 'excluded') =>
      vulnerabilitiesOf({ ...list, accepted }, [{ name: 'leaky', version: '1.0.0', scope }]);
    expect(of('excluded')).toEqual([]);
    expect(of('required')).toHaveLength(1);
  });

  it('a vulnerability accepted although the package is shipped is found in neither case', () => {
    const why = 'Its weak part is never called by anything';
    const accepted = [{ id: 'GHSA-test', package: 'leaky', why, isShipped: true as const }];
    const of = (scope: 'required' | 'excluded') =>
      vulnerabilitiesOf({ ...list, accepted }, [{ name: 'leaky', version: '1.0.0', scope }]);
    expect([...of('excluded'), ...of('required')]).toEqual([]);
  });

  it('the list can be regenerated from a clone of the advisory database', () => {
    const folder = createFolder();
    const copy = createFolder();
    const here = path.join(copy, 'server/src/test/security');
    for (const name of ['scripts', 'server/src/test/security'])
      mkdirSync(path.join(copy, name), { recursive: true });
    for (const name of ['advisories.ts', 'advisories.json'])
      copyFileSync(path.join(path.dirname(ADVISORIES_FILE), name), path.join(here, name));
    cpSync(
      path.join(root, 'scripts/refresh-advisories.ts'),
      path.join(copy, 'scripts/refresh-advisories.ts'),
    );
    symlinkSync(path.join(root, 'node_modules'), path.join(copy, 'node_modules'));
    writeFileSync(path.join(copy, 'package.json'), '{"type":"module"}');
    writeFileSync(
      path.join(copy, 'package-lock.json'),
      JSON.stringify({ packages: { '': {}, 'node_modules/@scope/leaky': { version: '1.0.0' } } }),
    );
    const osv = (id: string, name: string, withdrawn?: string) => {
      const place = path.join(folder, 'advisories/github-reviewed/2026/11', id);
      mkdirSync(place, { recursive: true });
      const events = [
        { introduced: '0' },
        { fixed: '1.2.3' },
        { introduced: '2.0.0' },
        { last_affected: '2.1.0' },
      ];
      const affected = [{ package: { ecosystem: 'npm', name }, ranges: [{ type: 'SEMVER', events }] }];
      const severity = { severity: 'HIGH' };
      const text = { id, modified: '2026-11-20T10:00:00Z', withdrawn, summary: 'It leaks', affected };
      writeFileSync(path.join(place, `${id}.json`), JSON.stringify({ ...text, database_specific: severity }));
    };
    osv('GHSA-aaaa', '@scope/leaky');
    osv('GHSA-bbbb', 'not-installed');
    osv('GHSA-cccc', '@scope/leaky', '2026-11-20T10:00:00Z');
    execFileSync(process.execPath, [path.join(copy, 'scripts/refresh-advisories.ts'), folder]);
    const made = readAdvisories(path.join(here, 'advisories.json'));
    expect(made.taken).toBe('2026-11-20');
    expect(made.advisories).toEqual([{ ...list.advisories[0], id: 'GHSA-aaaa', package: '@scope/leaky' }]);
    expect(made.accepted).toEqual(readAdvisories().accepted);
  });
});
