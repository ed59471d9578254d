import { chunksWith, withImports, type Chunk } from './chunk-files.ts';

/** Characters of code up to which a shared chunk is small. */
const SMALL = 1500;

const ICON = /[\\/]lucide-react[\\/]dist[\\/]esm[\\/]icons[\\/]/;

const lengthOf = ({ modules }: Chunk): number =>
  Object.values(modules).reduce((sum, { renderedLength }) => sum + renderedLength, 0);

/**
 * Returns which file a module belongs to that no first load needs. The bundler alone makes one for each dynamic import and for
 * whatever two of them share: 35 files after the messages of a room, and a phone needs some milliseconds for each. `later` names
 * modules that are imported dynamically at about the same time: they share a file with everything that nothing else needs. Small
 * shared chunks that need nothing but the first loads share a file, and so do the icons. All other modules are missing.
 */
export function laterFiles(
  chunks: readonly Chunk[],
  later: Readonly<Record<string, readonly string[]>>,
  first: ReadonlySet<string>,
): Map<string, string> {
  const files = new Map<string, string>();
  const put = ({ modules }: Chunk, name: string) => {
    for (const id of Object.keys(modules)) if (!first.has(id) && !files.has(id)) files.set(id, name);
  };
  const together = new Set(Object.values(later).flatMap((modules) => chunksStarting(chunks, modules)));
  const others = withImports(
    chunks,
    chunks.filter((chunk) => (chunk.isEntry || chunk.isDynamicEntry) && !together.has(chunk)),
  );
  for (const [name, modules] of Object.entries(later)) {
    for (const chunk of chunksWith(chunks, modules))
      if (!others.has(chunk)) put(chunk, name.replaceAll(' ', '-'));
  }
  const isFirst = new Set(
    chunks
      .filter(({ modules }) => Object.keys(modules).every((id) => first.has(id)))
      .map(({ fileName }) => fileName),
  );
  for (const chunk of chunks) {
    const ids = Object.keys(chunk.modules);
    if (chunk.isEntry || chunk.isDynamicEntry) continue;
    if (ids.every((id) => ICON.test(id))) put(chunk, 'icons');
    else if (lengthOf(chunk) < SMALL && chunk.imports.every((file) => isFirst.has(file))) put(chunk, 'small');
  }
  return files;
}

const chunksStarting = (chunks: readonly Chunk[], modules: readonly string[]): Chunk[] =>
  chunks.filter(({ facadeModuleId }) => facadeModuleId !== null && modules.includes(facadeModuleId));
