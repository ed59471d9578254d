import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { build, type Plugin, type PluginOption } from 'vite';

/** The address of the service worker: without a hash, since browsers look for a newer one at the same address (PN-01). */
const FILE_NAME = 'sw.js';

/** Bundles the service worker into one classic script beside the page. `plugins` returns new plugins for that build. */
export function serviceWorker(root: string, source: string, plugins: () => PluginOption[]): Plugin {
  return {
    name: 'adda:service-worker',
    apply: 'build',
    async writeBundle({ dir = '' }) {
      const result = await build({
        root,
        configFile: false,
        logLevel: 'error',
        publicDir: false,
        plugins: plugins(),
        build: {
          write: false,
          target: 'baseline-widely-available',
          modulePreload: false,
          rolldownOptions: {
            input: join(root, source),
            treeshake: this.environment.config.build.rolldownOptions.treeshake,
            output: { format: 'iife', codeSplitting: false },
          },
        },
      });
      const chunk = 'output' in result ? result.output.find(({ type }) => type === 'chunk') : undefined;
      if (chunk?.type !== 'chunk') throw new Error('service-worker: the build has no output');
      writeFileSync(join(dir, FILE_NAME), chunk.code);
    },
  };
}
