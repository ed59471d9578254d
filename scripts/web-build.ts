import { existsSync, globSync, statSync } from 'node:fs';
import { join } from 'node:path';

const root = join(import.meta.dirname, '..');

/** Whether the built web app exists and is newer than all its sources. */
export function webIsBuilt(): boolean {
  const page = join(root, 'web/dist/index.html');
  if (!existsSync(page)) return false;
  const builtAt = statSync(page).mtimeMs;
  const sources = globSync(
    ['web/src/**/*', 'web/*.{ts,html,json}', 'web/build/*', 'contract/src/**/*.ts', 'package-lock.json'],
    {
      cwd: root,
    },
  );
  return sources.every((file) => statSync(join(root, file)).mtimeMs <= builtAt);
}
