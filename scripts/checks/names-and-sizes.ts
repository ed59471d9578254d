import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/** Hard limit of lines per file. A file above 250 lines should be split. */
const MAX_LINES = 400;

/** File names without meaning. */
const VAGUE_NAMES = /(^|[-./])(utils?|helpers?|misc|manager|common|temp|new|v2)([-.]|$)/i;
const KEBAB = /^(\d{8}T\d{6}_)?[a-z0-9]+([-.][a-z0-9]+)*\.(ts|tsx)$|^\$?[a-z0-9_.$-]+\.tsx$/;

/** The roles of files of a server feature, as in their names: `orders.service.ts`. ARCHITECTURE.md explains each. */
const ROLES = [
  'routes',
  'sockets',
  'service',
  'policy',
  'repository',
  'tables',
  'jobs',
  'events',
  'types',
  'codec',
  'gateway',
  'commands',
  'process',
  'worker',
];
const WITH_ROLE = new RegExp(`(^|/)(index|[^/]+\\.(${ROLES.join('|')}|test|fixture))\\.ts$`);

const NEEDS_ROLE = /^server\/src\/features\//;

/** The number of files and the faults. */
export type NamesReport = { readonly files: number; readonly faults: readonly string[] };

/** Checks names and lengths of every source file below a folder. */
export function checkNamesAndSizes(root: string): NamesReport {
  const files = globSync('{contract,server,web,e2e,bench,scripts}/**/*.{ts,tsx}', {
    cwd: root,
    exclude: (path) => /node_modules|dist/.test(path),
  }).filter((path) => !path.endsWith('.gen.ts'));
  const faults = files.flatMap((path) => {
    const name = path.split(/[\\/]/).at(-1) ?? path;
    const lines = readFileSync(join(root, path), 'utf8').split('\n').length;
    return [
      ...(lines > MAX_LINES ? [`${path}: ${lines} lines, at most ${MAX_LINES}`] : []),
      ...(VAGUE_NAMES.test(name) ? [`${path}: a name that says nothing`] : []),
      ...(KEBAB.test(name) ? [] : [`${path}: not kebab-case`]),
      ...(NEEDS_ROLE.test(path) && !WITH_ROLE.test(path) ? [`${path}: a name without a role`] : []),
    ];
  });
  return { files: files.length, faults };
}
