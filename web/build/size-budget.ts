import { join } from 'node:path';
import { brotliCompressSync } from 'node:zlib';
import type { Plugin } from 'vite';
import { chunksOf, chunksWith } from './chunk-files.ts';
import type { FirstLoad } from './first-loads.ts';

/**
 * Prints the size of the JavaScript that each screen loads before it is usable, and fails the build if a screen is
 * over its limit.
 */
export function sizeBudget(root: string, screens: Readonly<Record<string, FirstLoad>>): Plugin {
  return {
    name: 'adda:size-budget',
    apply: 'build',
    generateBundle: {
      order: 'post',
      handler(_options, bundle) {
        const output = Object.values(bundle);
        const chunks = chunksOf(output);
        const page = output.find((item) => item.type === 'asset' && item.fileName === 'index.html');
        const html = page?.type === 'asset' ? String(page.source) : '';
        const always = chunks.filter(({ fileName }) => html.includes(fileName));
        if (always.length === 0) throw new Error('size-budget: index.html loads no script');
        const sizes = new Map<string, number>();
        const sizeOf = ({ fileName, code }: (typeof chunks)[number]) => {
          const size = sizes.get(fileName) ?? brotliCompressSync(code).length;
          sizes.set(fileName, size);
          return size;
        };
        const over: string[] = [];
        for (const [name, { modules, maxKB }] of Object.entries(screens)) {
          const paths = modules.map((module) => join(root, module));
          const files = new Set([...always, ...chunksWith(chunks, paths)]);
          const kB = [...files].reduce((sum, chunk) => sum + sizeOf(chunk), 0) / 1000;
          if (maxKB !== undefined && kB > maxKB) over.push(name);
          const limit = maxKB === undefined ? '' : ` of at most ${maxKB}`;
          this.info(`${name.padEnd(14)} ${kB.toFixed(1).padStart(6)} kB${limit} (${files.size} files)`);
        }
        if (over.length > 0) this.error(`Over the budget of JavaScript: ${over.join(', ')}.`);
      },
    },
  };
}
