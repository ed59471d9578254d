import { join } from 'node:path';
import { build, type Plugin, type PluginOption } from 'vite';
import { chunksOf, chunksOfPage, chunksWith, type Chunk } from './chunk-files.ts';
import { laterFiles } from './later-files.ts';

/** A set of loads, as a bit mask. */
type Loads = number;

/** Bytes that a further file adds to a load, in characters of code before minification: what its compression starts with anew. */
const FILE_COST = 4500;

/** A module's loads and the length of its code. */
type Use = { loads: Loads; code: number };

/** Returns which loads need each module, directly or by an import. Every load needs the imports of the page's entry. */
function usesByModule(chunks: readonly Chunk[], loads: readonly (readonly string[])[]): Map<string, Use> {
  const uses = new Map<string, Use>();
  const add = (needed: Iterable<Chunk>, mask: Loads) => {
    for (const { modules } of needed) {
      for (const [id, { renderedLength }] of Object.entries(modules)) {
        uses.set(id, { loads: (uses.get(id)?.loads ?? 0) | mask, code: renderedLength });
      }
    }
  };
  add(chunksOfPage(chunks), 2 ** loads.length - 1);
  for (const [index, modules] of loads.entries()) add(chunksWith(chunks, modules), 2 ** index);
  return uses;
}

const size = (set: Loads) => set.toString(2).replaceAll('0', '').length;

/** Returns the smallest of the sets that contains this one; `sets` are ordered by size. */
const smallestAround = (sets: readonly Loads[], set: Loads): Loads | undefined =>
  sets.find((other) => (other & set) === set);

/** Returns what all loads together transfer if these sets have files, in characters of code. */
function costOf(sets: readonly Loads[], code: ReadonlyMap<Loads, number>): number {
  const files = new Map<Loads, number>();
  for (const [set, length] of code) {
    const file = smallestAround(sets, set);
    if (file !== undefined) files.set(file, (files.get(file) ?? 0) + length);
  }
  let cost = 0;
  for (const [set, length] of files) cost += size(set) * (length + FILE_COST);
  return cost;
}

/** Whether the intersection of any two sets is a set, too. */
function isClosed(sets: readonly Loads[]): boolean {
  const known = new Set(sets);
  return sets.every((first) => sets.every((second) => (first & second) === 0 || known.has(first & second)));
}

/**
 * Returns the sets of loads that get a file. Every set of loads that needs modules of its own is tried; those without which all
 * loads together transfer less are left out, the most useless first. With two sets, their intersection has a file: so every set
 * has one smallest set around it, and a module's file never imports one that imports it, since the imports of a module are
 * needed by at least the same loads.
 */
function setsWithFile(uses: Iterable<Use>, all: Loads): Loads[] {
  const code = new Map<Loads, number>();
  for (const use of uses) code.set(use.loads, (code.get(use.loads) ?? 0) + use.code);
  const found = new Set([all, ...code.keys()]);
  for (const first of found)
    for (const second of found) if ((first & second) !== 0) found.add(first & second);
  let sets = [...found].toSorted((first, second) => size(first) - size(second));
  let cost = costOf(sets, code);
  for (;;) {
    const best = sets
      .filter((set) => set !== all)
      .map((set) => sets.filter((other) => other !== set))
      .filter(isClosed)
      .map((rest) => ({ rest, cost: costOf(rest, code) }))
      .toSorted((first, second) => first.cost - second.cost)[0];
    if (!best || best.cost > cost) return sets;
    ({ rest: sets, cost } = best);
  }
}

/**
 * Returns which file a module belongs to: modules that the same loads need share a file. Sets without a file
 * join the smallest larger one. Modules that no load needs are missing: they are left to the bundler.
 */
export function filesByRoute(
  chunks: readonly Chunk[],
  loads: Readonly<Record<string, readonly string[]>>,
): Map<string, string> {
  const names = Object.keys(loads);
  const all = 2 ** names.length - 1;
  const uses = usesByModule(chunks, Object.values(loads));
  const sets = setsWithFile(uses.values(), all);
  const nameOf = (set: Loads, id: string) => {
    if (set === all) return id.includes('node_modules') ? 'vendor' : 'common';
    return size(set) === 1
      ? (names[Math.log2(set)] ?? '').replaceAll(' ', '-')
      : `shared-${set.toString(36)}`;
  };
  return new Map([...uses].map(([id, use]) => [id, nameOf(smallestAround(sets, use.loads) ?? all, id)]));
}

/**
 * Splits the output by route. The bundler alone would make some 50 files for the login and 100 for a room; groups
 * by folder would load code that a screen doesn't need (ADR 40). A first build without groups shows the modules
 * that each load imports after tree shaking. `later` names what loads after the first screen (see `laterFiles`). `plugins` returns new plugins for that build.
 */
export function routeChunks(
  loads: Readonly<Record<string, readonly string[]>>,
  later: Readonly<Record<string, readonly string[]>>,
  plugins: () => PluginOption[],
): Plugin {
  return {
    name: 'adda:route-chunks',
    apply: 'build',
    async config({ root = process.cwd(), build: options }) {
      const rolldownOptions = options?.rolldownOptions ?? {};
      const result = await build({
        root,
        configFile: false,
        logLevel: 'error',
        plugins: plugins(),
        build: { ...options, write: false, minify: false, manifest: false, rolldownOptions },
      });
      if (!('output' in result)) throw new Error('route-chunks: the build has no output');
      const below = (named: Readonly<Record<string, readonly string[]>>) =>
        Object.fromEntries(
          Object.entries(named).map(([name, modules]) => [name, modules.map((each) => join(root, each))]),
        );
      const chunks = chunksOf(result.output);
      const first = filesByRoute(chunks, below(loads));
      const files = new Map([...laterFiles(chunks, below(later), new Set(first.keys())), ...first]);
      const codeSplitting = {
        // A module and its imports may belong to different files.
        includeDependenciesRecursively: false,
        groups: [
          {
            name: (id: string) => (id.endsWith('.html') ? null : (files.get(id) ?? null)),
          },
        ],
      };
      return { build: { rolldownOptions: { output: { codeSplitting } } } };
    },
  };
}
