import { getConfig } from '@lingui/conf';
import { lingui, linguiTransformerBabelPreset } from '@lingui/vite-plugin';
import babel from '@rolldown/plugin-babel';
import type { PluginOption } from 'vite';

/**
 * Compiles visible text: macros in the code and catalogs as modules. The build fails on a missing translation
 * or an invalid message. `root` is the directory of lingui.config.ts.
 */
export function texts(root: string): PluginOption[] {
  const linguiConfig = getConfig({ cwd: root });
  return [
    babel({ presets: [linguiTransformerBabelPreset({ linguiConfig }, { cwd: root })] }),
    lingui({ cwd: root, failOnMissing: true, failOnCompileError: true }),
  ];
}
