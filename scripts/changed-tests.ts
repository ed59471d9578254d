import { execFileSync } from 'node:child_process';
import { dirname } from 'node:path';

/** The selection of tests for `npm test -- changed`. */
export type Selection = {
  /** Files and folders for vitest's name filter. */
  readonly tests: readonly string[];
  /** Whether files changed that browser journeys depend on. */
  readonly needsBuild: boolean;
};

const git = (root: string, ...args: string[]): string[] =>
  execFileSync('git', args, { cwd: root, encoding: 'utf8' }).split('\n').filter(Boolean);

/** Returns files that differ from a commit (default: the last one), including untracked ones. */
export function changedFiles(root: string, base = 'HEAD'): string[] {
  return [
    ...git(root, 'diff', '--name-only', '--diff-filter=d', base),
    ...git(root, 'ls-files', '--others', '--exclude-standard'),
  ];
}

/** Returns the folders whose tests cover a file: its feature on both sides, its platform folder, its own folder. */
function foldersOf(file: string): string[] {
  const [, feature] = /^(?:contract\/src|(?:server|web)\/src\/features)\/([^/]+)\//.exec(file) ?? [];
  if (file.startsWith('contract/src/') && feature)
    return [`contract/src/${feature}/`, `server/src/features/${feature}/`, `web/src/features/${feature}/`];
  if (feature && file.startsWith('server/')) return [`server/src/features/${feature}/`];
  if (file.startsWith('server/migrations/'))
    return ['server/src/platform/database/migrations.test.ts', 'server/src/test/architecture.test.ts'];
  const [platform] = /^server\/src\/platform\/[^/]+\//.exec(file) ?? [];
  if (platform) return [platform];
  return [`${dirname(file)}/`];
}

/**
 * Selects the tests of a change: those of the affected folders. Fast, but it may miss effects on other features; the
 * whole suite runs before a change is merged.
 */
export function selectTests(changed: readonly string[]): Selection {
  const code = changed.filter((file) => /\.(ts|tsx)$/.test(file));
  const own = code.filter((file) => /\.test\.tsx?$/.test(file));
  const others = code.filter((file) => !/\.(test|spec)\.tsx?$/.test(file));
  return {
    tests: [...new Set([...own, ...others.flatMap(foldersOf)])].toSorted(),
    needsBuild: changed.some((file) => file.startsWith('web/') || file.startsWith('contract/')),
  };
}
