import {
  copyFileSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';

const root = join(import.meta.dirname, '../..');
const CONFIGS = [
  '.oxlintrc.json',
  '.oxfmtrc.json',
  '.jscpd.json',
  'tsconfig.base.json',
  'tsconfig.json',
  'web/tsconfig.json',
  'e2e/tsconfig.json',
];

/** A small repository with the layout and tool configuration of this one. `dispose` removes it. */
export type Sample = { readonly root: string; plant(files: Record<string, string>): void; dispose(): void };

const asJson = (value: object) => `${JSON.stringify(value, null, 2)}\n`;

/** Enough code for the check for duplicates. */
const lines = Array.from(
  { length: 20 },
  (_, n) => `process.stdout.write(greeting.slice(${n}, ${n * n + 7}));`,
).join('\n');

const ours: { workspaces: { contract: object } } = JSON.parse(readFileSync(join(root, 'knip.json'), 'utf8'));

/** Creates a sample without any faults. */
export function createSample(): Sample {
  const folder = mkdtempSync(join(tmpdir(), 'adda-sample-'));
  const plant = (files: Record<string, string>) => {
    for (const [path, text] of Object.entries(files)) {
      mkdirSync(dirname(join(folder, path)), { recursive: true });
      writeFileSync(join(folder, path), text);
    }
  };
  for (const workspace of ['web', 'e2e']) mkdirSync(join(folder, workspace));
  for (const config of CONFIGS) copyFileSync(join(root, config), join(folder, config));
  symlinkSync(join(root, 'node_modules'), join(folder, 'node_modules'), 'dir');
  plant({
    // Without a slash, because it is a link here instead of a folder.
    '.gitignore': 'node_modules\n',
    'package.json': asJson({
      name: 'sample',
      private: true,
      workspaces: ['contract'],
      type: 'module',
      knip: {
        workspaces: {
          '.': {
            entry: ['server/src/main.ts', 'web/src/main.tsx', 'e2e/journeys/*.ts'],
            project: ['{server,web}/**/*.{ts,tsx}'],
            vite: false,
            vitest: false,
          },
          // The settings of this repository, so that the tests show that unused exports of its contract are found.
          contract: ours.workspaces.contract,
        },
      },
    }),
    'contract/package.json': asJson({
      name: '@sample/contract',
      private: true,
      type: 'module',
      exports: './src/index.ts',
    }),
    'contract/src/index.ts': "export const greeting = 'hello';\n",
    'server/src/main.ts': `import { greeting } from '../../contract/src/index.ts';\n\n${lines}\n`,
    'e2e/journeys/one.spec.ts': 'process.stdout.write(location.href);\n',
    'web/src/main.tsx': 'export const page = <p>hello</p>;\n',
  });
  return { root: folder, plant, dispose: () => rmSync(folder, { recursive: true, force: true }) };
}
