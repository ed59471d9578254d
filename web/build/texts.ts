import { relative } from 'node:path';
import { createCompilationErrorMessage, createCompiledCatalog, getCatalogs } from '@lingui/cli/api';
import { getConfig } from '@lingui/conf';
import { linguiTransformerBabelPreset } from '@lingui/vite-plugin';
import babel from '@rolldown/plugin-babel';
import type { Plugin, PluginOption } from 'vite';

type Translations = Record<string, string>;

/** The id of a text in the output of the macros. */
const TEXT_ID = /\/\*\* i18n \*\/\s*\{\s*id: "([^"]+)"/g;

/** Reads all catalogs of a language: source file below the root → id → translation. */
async function readCatalogs(config: ReturnType<typeof getConfig>, locale: string) {
  const byFile = new Map<string, Translations>();
  for (const catalog of await getCatalogs(config)) {
    for (const [id, { translation, origin }] of Object.entries((await catalog.read(locale)) ?? {})) {
      for (const [file] of origin ?? []) {
        if (!byFile.has(file)) byFile.set(file, {});
        Object.assign(byFile.get(file) ?? {}, { [id]: translation });
      }
    }
  }
  return byFile;
}

/**
 * Returns the compiled translations of a module's texts as a JSON object, or undefined if `code`, the output
 * of the macros, has no texts. Throws if a text is in no catalog, has no translation or can't be compiled.
 */
export function compileTexts(
  code: string,
  file: string,
  locale: string,
  translations: Translations = {},
): string | undefined {
  const ids = [...code.matchAll(TEXT_ID)].flatMap(([, id]) => id ?? []);
  if (ids.length === 0) return undefined;
  const missing = ids.filter((id) => !translations[id]);
  if (missing.length > 0) {
    throw new Error(
      `No catalog of '${locale}' has the texts ${missing.join(', ')} of ${file}: run "npm run texts -w web".`,
    );
  }
  const used = Object.fromEntries(ids.map((id) => [id, translations[id] ?? '']));
  const { source, errors } = createCompiledCatalog(locale, used, { namespace: 'json' });
  if (errors.length > 0) throw new Error(createCompilationErrorMessage(locale, errors));
  return JSON.stringify(JSON.parse(source).messages);
}

/**
 * Adds to each module the texts that it shows, so that they are loaded with it and with nothing else. Only
 * for builds: in development and in tests the macros keep the texts in the code.
 */
function textsWithModules(root: string, locale: string): Plugin {
  let byFile = new Map<string, Translations>();
  return {
    name: 'adda:texts',
    apply: 'build',
    enforce: 'pre',
    async buildStart() {
      byFile = await readCatalogs(getConfig({ cwd: root }), locale);
    },
    transform: {
      filter: { code: 'i18n' },
      handler(code, id) {
        const file = relative(root, id).replaceAll('\\', '/');
        const texts = compileTexts(code, file, locale, byFile.get(file));
        if (!texts) return undefined;
        return {
          code: `import { addTexts } from '${root.replaceAll('\\', '/')}/src/platform/texts.ts';\naddTexts(${texts});\n${code}`,
          map: null,
        };
      },
    },
  };
}

/**
 * Compiles visible text: macros in the code, and the catalogs of `locale` into the modules that use them.
 * `root` is the directory of lingui.config.ts.
 */
export function texts(root: string, locale = 'en'): PluginOption[] {
  const linguiConfig = getConfig({ cwd: root });
  return [
    babel({ presets: [linguiTransformerBabelPreset({ linguiConfig }, { cwd: root })] }),
    textsWithModules(root, locale),
  ];
}
