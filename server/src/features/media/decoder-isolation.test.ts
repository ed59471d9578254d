import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, it } from 'vitest';

/** The packages that decode untrusted files. */
const DECODERS = ['sharp', 'node-av', 'bmp-ts'];

/** Returns all run-time imports of a file, transitively: our files and packages. */
function importsOf(file: string, seen = new Set<string>()): Set<string> {
  if (seen.has(file)) return seen;
  seen.add(file);
  const imports = readFileSync(file, 'utf8').matchAll(
    /^(?:import|export)\s(?!type\s)[^;]*?from '([^']+)';|^import '([^']+)';/gm,
  );
  for (const [, from, alone] of imports) {
    const name = from ?? alone ?? '';
    const target = path.resolve(path.dirname(file), name);
    if (name.startsWith('.') && existsSync(target)) importsOf(target, seen);
    else
      seen.add(
        name
          .split('/')
          .slice(0, name.startsWith('@') ? 2 : 1)
          .join('/'),
      );
  }
  return seen;
}

const inSource = (name: string) => path.resolve(import.meta.dirname, '../..', name);

it('R-16: the server loads no decoder; each runs only in its own process', () => {
  const server = importsOf(inSource('main.ts'));
  expect(server.has(inSource('features/media/files/files.jobs.ts'))).toBe(true);
  expect(DECODERS.filter((name) => server.has(name))).toEqual([]);
  const pictures = importsOf(inSource('features/media/image.process.ts'));
  const videos = importsOf(inSource('features/media/video/video.process.ts'));
  expect(DECODERS.filter((name) => pictures.has(name))).toEqual(['sharp', 'bmp-ts']);
  expect(DECODERS.filter((name) => videos.has(name))).toEqual(['node-av']);
});
