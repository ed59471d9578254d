import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { changedFiles, selectTests } from './changed-tests.ts';

it('selects the tests of the changed feature, on both sides when the contract changed', () => {
  expect(selectTests(['server/src/features/rooms/members/members.service.ts']).tests).toEqual([
    'server/src/features/rooms/',
  ]);
  expect(selectTests(['contract/src/rooms/rooms.limits.ts']).tests).toEqual([
    'contract/src/rooms/',
    'server/src/features/rooms/',
    'web/src/features/rooms/',
  ]);
});

it('selects the tests of a platform folder, and those of migrations', () => {
  expect(selectTests(['server/src/platform/jobs/job-store.ts']).tests).toEqual(['server/src/platform/jobs/']);
  expect(selectTests(['server/migrations/20261122T090000_more.ts']).tests).toContain(
    'server/src/platform/database/migrations.test.ts',
  );
});

it('selects only a changed test itself, and nothing for documents', () => {
  expect(selectTests(['server/src/app.test.ts', 'README.md'])).toEqual({
    tests: ['server/src/app.test.ts'],
    needsBuild: false,
  });
});

it('finds changed, new and deleted files since a commit', () => {
  const root = mkdtempSync(join(tmpdir(), 'adda-changed-'));
  onTestFinished(() => rmSync(root, { recursive: true, force: true }));
  const git = (...args: string[]) =>
    execFileSync('git', ['-c', 'user.name=Test', '-c', 'user.email=test@example.org', ...args], {
      cwd: root,
    });
  const write = (name: string, text: string) => writeFileSync(join(root, name), text);
  mkdirSync(join(root, 'folder'));
  for (const name of ['kept.ts', 'changed.ts', 'deleted.ts']) write(name, 'before\n');
  git('init', '--quiet');
  git('add', '.');
  git('commit', '--quiet', '--message', 'before');
  write('changed.ts', 'after\n');
  write('folder/new.ts', 'new\n');
  rmSync(join(root, 'deleted.ts'));
  expect(changedFiles(root)).toEqual(['changed.ts', 'folder/new.ts']);
});
