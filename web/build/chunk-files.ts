import type { Rolldown } from 'vite';

/** The fields of an output chunk with its contents and imports. */
export type Chunk = Pick<
  Rolldown.OutputChunk,
  'fileName' | 'facadeModuleId' | 'isEntry' | 'isDynamicEntry' | 'imports'
> & {
  modules: Record<string, { renderedLength: number }>;
};

/** Returns the chunks of a build's output. */
export const chunksOf = (output: readonly (Rolldown.OutputChunk | Rolldown.OutputAsset)[]) =>
  output.filter((item) => item.type === 'chunk');

/** Returns the chunks that contain these modules, and every chunk that they import. Throws if a module is in none. */
export function chunksWith<C extends Chunk>(chunks: readonly C[], modules: readonly string[]): Set<C> {
  const starts = modules.map((module) => {
    const start =
      chunks.find(({ facadeModuleId }) => facadeModuleId === module) ??
      chunks.find((chunk) => module in chunk.modules);
    if (!start) throw new Error(`No chunk holds ${module}`);
    return start;
  });
  return withImports(chunks, starts);
}

/** Returns chunks and every chunk that they import, directly or not. */
export function withImports<C extends Chunk>(chunks: readonly C[], starts: readonly C[]): Set<C> {
  const byFile = new Map(chunks.map((chunk) => [chunk.fileName, chunk]));
  const found = new Set(starts);
  for (const chunk of found) {
    for (const file of chunk.imports) {
      const imported = byFile.get(file);
      if (imported) found.add(imported);
    }
  }
  return found;
}

/** Returns the page's entry and everything that it imports. */
export const chunksOfPage = <C extends Chunk>(chunks: readonly C[]) =>
  withImports(
    chunks,
    chunks.filter(({ isEntry }) => isEntry),
  );
