import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { build, type Plugin, type PluginOption } from 'vite';
import { APP_VERSION } from '../src/platform/app-version.ts';
import type { AppFiles } from '../src/sw/app-files.ts';
import { appFiles, type AppFilesOptions } from './app-files.ts';

/** The address of the service worker: without a hash, since browsers look for a newer one at the same address (PN-01). */
const FILE_NAME = 'sw.js';

/**
 * Names the version of the app in the page, bundles the service worker into one classic script beside the page, and gives it the list of
 * the app's files. `plugins` returns new plugins for that build.
 */
export function serviceWorker(
  source: string,
  plugins: () => PluginOption[],
  options: AppFilesOptions,
): Plugin {
  const { root } = options;
  let files: AppFiles;
  return {
    name: 'adda:service-worker',
    apply: 'build',
    // The page is among the output only after the bundler's own plugins.
    enforce: 'post',
    generateBundle(_, bundle) {
      files = appFiles(bundle, options);
      const page = bundle['index.html'];
      if (page?.type !== 'asset') throw new Error('service-worker: the build has no page');
      const named = `<meta name="${APP_VERSION}" content="${files.version}" />`;
      page.source = String(page.source).replace('</head>', `  ${named}\n  </head>`);
    },
    async writeBundle({ dir = '' }) {
      const result = await build({
        root,
        configFile: false,
        logLevel: 'error',
        publicDir: false,
        plugins: plugins(),
        define: { __APP_FILES__: JSON.stringify(files) },
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
