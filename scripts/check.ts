/** `npm run check`: all static checks of the code. */
import { join } from 'node:path';
import { checkAsvs } from './checks/asvs.ts';
import { checkBorders } from './checks/borders.ts';
import { checkDeployment } from './checks/deployment.ts';
import { checkMigrations } from './checks/migrations.ts';
import { checkNamesAndSizes } from './checks/names-and-sizes.ts';
import { checkRequirements } from './checks/requirements.ts';
import { runTool } from './checks/tools.ts';

const root = join(import.meta.dirname, '..');

/** The result of a check: its faults, and the number of files or modules it processed. */
type Outcome = { readonly seen: number; readonly faults: readonly string[] };

const checks: Readonly<Record<string, () => Promise<Outcome> | Outcome>> = {
  types: () => runTool(root, 'types'),
  'types of the web app': () => runTool(root, 'webTypes'),
  'types of the journeys': () => runTool(root, 'journeyTypes'),
  lint: () => runTool(root, 'lint'),
  format: () => runTool(root, 'format'),
  'dead code': () => runTool(root, 'deadCode'),
  repeats: () => runTool(root, 'repeats'),
  borders: async () => {
    const { modules, crossings } = await checkBorders(root);
    return { seen: modules, faults: crossings };
  },
  'names and sizes': () => {
    const { files, faults } = checkNamesAndSizes(root);
    return { seen: files, faults };
  },
  deployment: () => {
    const { files, faults } = checkDeployment(root);
    return { seen: files, faults };
  },
  migrations: () => {
    const { files, faults } = checkMigrations(root);
    return { seen: files, faults };
  },
  requirements: () => {
    const { files, faults } = checkRequirements(root);
    return { seen: files, faults };
  },
  asvs: () => {
    const { rows, faults } = checkAsvs(root);
    return { seen: rows, faults };
  },
};

// Most are processes of one thread: together they need half the time on two cores.
const outcomes = await Promise.all(
  Object.entries(checks).map(async ([name, check]) => [name, await check()] as const),
);
let failed = 0;
for (const [name, { seen, faults }] of outcomes) {
  const noFiles = seen === 0 ? ['saw no files, so it proves nothing'] : [];
  const all = [...faults, ...noFiles];
  console.log(`${all.length === 0 ? '✓' : '✗'} ${name} (${seen} files)`);
  for (const fault of all) console.log(`  ${fault}`);
  if (all.length > 0) failed += 1;
}
console.log(`${Object.keys(checks).length - failed} passed, ${failed} failed`);
process.exitCode = failed === 0 ? 0 : 1;
