/** `npm start`: builds the web app if it is missing or outdated, then runs the server. */
import { spawnSync } from 'node:child_process';
import { webIsBuilt } from './web-build.ts';

if (!webIsBuilt()) {
  console.log('Building the web app (once, about a minute)…');
  const built = spawnSync('npm', ['run', 'build', '--silent'], {
    stdio: 'inherit',
    shell: process.platform === 'win32',
  });
  if (built.status !== 0) process.exit(built.status ?? 1);
}
await import('../server/src/main.ts');
