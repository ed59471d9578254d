import { getConfig } from '@lingui/conf';
import { lingui, linguiTransformerBabelPreset } from '@lingui/vite-plugin';
import babel from '@rolldown/plugin-babel';
import type { PluginOption } from 'vite';

/**
 * Everything that visible text needs: macros in the code and catalogs as modules. A text without a
 * translation, or one that can't be read, stops the build. `root` holds lingui.config.ts.
 */
export function texts(root: string): PluginOption[] {
  const linguiConfig = getConfig({ cwd: root });
  return [
    babel({ presets: [linguiTransformerBabelPreset({ linguiConfig }, { cwd: root })] }),
    lingui({ cwd: root, failOnMissing: true, failOnCompileError: true }),
  ];
}
