import { expect, it } from 'vitest';
import type { Chunk } from './chunk-files.ts';
import { laterFiles } from './later-files.ts';

type Given = { imports?: string[]; length?: number; isDynamic?: boolean };

const chunk = (name: string, { imports = [], length = 10_000, isDynamic = false }: Given = {}): Chunk => ({
  fileName: name,
  facadeModuleId: isDynamic ? name : null,
  isEntry: name === 'main',
  isDynamicEntry: isDynamic,
  imports,
  modules: { [name]: { renderedLength: length } },
});

const icon = 'node_modules/lucide-react/dist/esm/icons/bell.mjs';

/** Returns the files of an app whose chat loads parts and tools later, and which has a dialog. */
const files = () =>
  laterFiles(
    [
      chunk('main'),
      chunk('parts', { isDynamic: true, imports: ['main', 'reactions', 'menu', icon, 'limit'] }),
      chunk('tools', { isDynamic: true, imports: ['reactions', 'limit', 'large-limit'] }),
      chunk('dialog', { isDynamic: true, imports: ['menu', icon, 'limit', 'large-limit', 'menu-part'] }),
      chunk('reactions'),
      chunk('menu'),
      chunk('menu-part', { length: 100, imports: ['menu'] }),
      chunk('limit', { length: 100, imports: ['main'] }),
      chunk('large-limit'),
      chunk(icon, { length: 100 }),
    ],
    { 'chat later': ['parts', 'tools'] },
    new Set(['main']),
  );

it('what loads later together shares a file with what nothing else needs', () => {
  const found = files();
  expect(['parts', 'tools', 'reactions'].map((id) => found.get(id))).toEqual(Array(3).fill('chat-later'));
  expect(['menu', 'dialog', 'large-limit', 'main'].map((id) => found.get(id))).toEqual(
    Array(4).fill(undefined),
  );
});

it('icons share a file, and small shared chunks that need nothing but the first loads another', () => {
  const found = files();
  expect([found.get(icon), found.get('limit'), found.get('menu-part')]).toEqual([
    'icons',
    'small',
    undefined,
  ]);
});
