import { globSync, mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { getCatalogs } from '@lingui/cli/api';
import { getConfig } from '@lingui/conf';
import { build } from 'vite';
import { afterEach, describe, expect, it } from 'vitest';
import { texts } from './texts.ts';

const web = join(import.meta.dirname, '..');

describe('the catalogs', () => {
  it('cover every source file in exactly one catalog', async () => {
    const catalogs = await getCatalogs(getConfig({ cwd: web }));
    const covered = catalogs.flatMap((catalog) => catalog.sourcePaths.map((path) => relative(web, path)));
    const sources = globSync('src/**/*.{ts,tsx}', { cwd: web }).filter((file) => !file.includes('.test.'));
    expect(sources.length).toBeGreaterThan(500);
    expect(covered).toEqual(expect.arrayContaining(sources));
    expect(new Set(covered).size).toBe(covered.length);
  });

  it('are named after a folder of src/features, or app', () => {
    const names = ['app', ...readdirSync(join(web, 'src/features'))];
    expect(names).toEqual(expect.arrayContaining(readdirSync(join(web, 'src/locales'))));
  });
});

const folders: string[] = [];
afterEach(() => folders.splice(0).forEach((folder) => rmSync(folder, { recursive: true })));

const catalog = (file: string, id: string, translation: string) =>
  `msgid ""\nmsgstr ""\n\n#: ${file}\nmsgid "${id}"\nmsgstr "${translation}"\n`;

const greeting = `import { t } from '@lingui/core/macro';\nexport const greet = () => t\`Good morning\`;\n`;

/** Builds a program whose only catalog covers src/greetings, and returns its code. */
async function buildWith(files: Record<string, string>): Promise<string> {
  const root = mkdtempSync(join(tmpdir(), 'adda-texts-'));
  folders.push(root);
  const config = {
    sourceLocale: 'en',
    locales: ['en'],
    catalogs: [{ path: '<rootDir>/locales/{locale}', include: ['<rootDir>/src/greetings'] }],
  };
  const all = {
    ...files,
    '.linguirc': JSON.stringify(config),
    'package.json': '{}',
    'src/platform/texts.ts': 'export const addTexts = (texts: object) => console.log(texts);\n',
  };
  for (const [path, content] of Object.entries(all)) {
    mkdirSync(join(root, path, '..'), { recursive: true });
    writeFileSync(join(root, path), content);
  }
  const result = await build({
    root,
    configFile: false,
    logLevel: 'silent',
    plugins: [texts(root)],
    build: {
      write: false,
      minify: false,
      rolldownOptions: { input: join(root, 'main.ts'), external: /^@lingui/, treeshake: false },
    },
  });
  if (!('output' in result)) throw new Error('the build has no output');
  return result.output.map((item) => (item.type === 'chunk' ? item.code : '')).join('\n');
}

describe('a build', () => {
  it('adds to a module the translations of its texts, and no others', async () => {
    const code = await buildWith({
      'main.ts': "import './src/greetings/morning.ts';\n",
      'src/greetings/morning.ts': greeting,
      'locales/en.po':
        catalog('src/greetings/morning.ts', 'Good morning', 'Good morning, friend') +
        '\n#: src/greetings/evening.ts\nmsgid "Good evening"\nmsgstr "Good evening"\n',
    });
    expect(code).toContain('["Good morning, friend"]');
    expect(code).not.toContain('Good evening');
  });

  it('fails on a file outside the folders of all catalogs', async () => {
    const built = buildWith({
      'main.ts': "import './src/elsewhere/morning.ts';\n",
      'src/elsewhere/morning.ts': greeting,
      'locales/en.po': catalog('src/greetings/morning.ts', 'Good morning', 'Good morning'),
    });
    await expect(built).rejects.toThrow(/No catalog of 'en' has the texts .* of src\/elsewhere\/morning.ts/);
  });

  it('fails on a missing translation and on an invalid message', async () => {
    const withTranslation = (translation: string) =>
      buildWith({
        'main.ts': "import './src/greetings/morning.ts';\n",
        'src/greetings/morning.ts': greeting,
        'locales/en.po': catalog('src/greetings/morning.ts', 'Good morning', translation),
      });
    await expect(withTranslation('')).rejects.toThrow('No catalog of');
    await expect(withTranslation('{count, plural, one {#}')).rejects.toThrow('compile');
  });
});
