/** Builds the web app if it is missing or outdated, and checks its size budget. */
import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { webIsBuilt } from './web-build.ts';

const web = join(import.meta.dirname, '../web');
const steps = [
  ...(webIsBuilt() ? [] : [['../node_modules/vite/bin/vite.js', 'build']]),
  ['scripts/check-size.ts'],
];
for (const [script = '', ...args] of steps) {
  const { status } = spawnSync(process.execPath, [join(web, script), ...args], {
    cwd: web,
    stdio: 'inherit',
  });
  if (status !== 0) process.exit(status ?? 1);
}
