/** Builds the web app if it is missing or outdated. The build checks its size budget. */
import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { webIsBuilt } from './web-build.ts';

if (!webIsBuilt()) {
  const web = join(import.meta.dirname, '../web');
  const vite = join(web, '../node_modules/vite/bin/vite.js');
  const { status } = spawnSync(process.execPath, [vite, 'build'], { cwd: web, stdio: 'inherit' });
  process.exitCode = status ?? 1;
}
