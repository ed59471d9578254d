import { createHash } from 'node:crypto';
import { join } from 'node:path';
import type { Rolldown } from 'vite';
import type { AppFiles } from '../src/sw/app-files.ts';
import { chunksOf, chunksWith } from './chunk-files.ts';

export type AppFilesOptions = {
  root: string;
  /** Modules of the screens that open with the page, below the root. */
  screens: readonly string[];
  /** Ids of modules that are kept at their first use only, with all that nothing else loads. */
  leftOut: readonly string[];
};

/** Returns the files of a build that the service worker keeps (PN-01), as paths. */
export function appFiles(
  bundle: Readonly<Record<string, Rolldown.OutputChunk | Rolldown.OutputAsset>>,
  { root, screens, leftOut }: AppFilesOptions,
): AppFiles {
  const output = Object.values(bundle);
  const chunks = chunksOf(output);
  const index = output.find((item) => item.type === 'asset' && item.fileName === 'index.html');
  const html = index?.type === 'asset' ? String(index.source) : '';
  const page = [...html.matchAll(/(?:src|href)="(\/assets\/[^"]+)"/g)].map(([, path = '']) => path);
  if (page.length === 0) throw new Error('app-files: index.html names no files');

  const byFile = new Map(chunks.map((chunk) => [chunk.fileName, chunk]));
  // The page names its entry; the build may have merged that with another chunk.
  const reached = new Set(chunks.filter(({ fileName }) => page.includes(`/${fileName}`)));
  for (const { imports, dynamicImports } of reached) {
    for (const file of [...imports, ...dynamicImports]) {
      const chunk = byFile.get(file);
      if (chunk && !leftOut.some((id) => id in chunk.modules)) reached.add(chunk);
    }
  }
  const styles = output.filter(({ fileName }) => fileName.endsWith('.css'));
  const modules = screens.map((module) => join(root, module));
  const named = new Set(page);
  const pathsOf = (files: Iterable<{ fileName: string }>) =>
    [...files].map(({ fileName }) => `/${fileName}`).filter((path) => !named.has(path) && named.add(path));
  const files = {
    page: [...new Set(page)],
    screens: pathsOf(chunksWith(chunks, modules)),
    others: pathsOf([...reached, ...styles]),
  };
  const version = createHash('sha256').update(html).update(JSON.stringify(files)).digest('base64url');
  return { version: version.slice(0, 12), ...files };
}
