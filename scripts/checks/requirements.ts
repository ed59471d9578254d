import { existsSync, globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

const FOLDER = 'docs/requirements';

/** `GC-07`, or the first of a range such as `SH-06 to SH-08` or `GC-33–35`. */
const ID = /\b([A-Z]{1,2})-(\d{2,3})(?:(?: to |–)(?:\1-)?(\d{2,3}))?\b/g;
/** A list item, or the first cell of a table row. */
const DEFINITION = /^(?:- \*\*|\| )([A-Z]{1,2}-\d{2,3})\b/gm;
const TEST_FILE = /\.(test|spec)\.tsx?$/;
const SEARCHED_FILE = /\.(tsx?|css|sql|md|ya?ml|example)$/;

/** Faults: ids that are cited without a definition, or defined and not cited by a test. */
export type RequirementsReport = { readonly files: number; readonly faults: readonly string[] };

function idsOf(text: string, areas: ReadonlySet<string>): string[] {
  return [...text.matchAll(ID)].flatMap(([, area = '', first = '', last = first]) => {
    if (!areas.has(area)) return [];
    const count = Math.max(1, Number(last) - Number(first) + 1);
    return Array.from(
      { length: count },
      (_, index) => `${area}-${String(Number(first) + index).padStart(first.length, '0')}`,
    );
  });
}

function listFiles(root: string): string[] {
  const folders = '{contract,server,web,e2e,bench,scripts,docs,deploy}/**/*';
  return globSync([folders, '*.md', '.env.example'], {
    cwd: root,
    exclude: (path) => /node_modules|\bdist\b|test-results|bench\/results/.test(path),
  }).filter((file) => SEARCHED_FILE.test(file));
}

/**
 * Compares cited requirement ids with the definitions in `docs/requirements/`. Each defined id has to be cited by a
 * test, or listed in `untested.md` with the reason; a listed id that a test cites is a fault too.
 */
export function checkRequirements(root: string): RequirementsReport {
  const read = (file: string) => readFileSync(join(root, file), 'utf8');
  const definitionFiles = globSync(`${FOLDER}/*.md`, { cwd: root }).filter(
    (file) => !/(README|untested)\.md$/.test(file),
  );
  const definitions = definitionFiles.flatMap((file) =>
    [...read(file).matchAll(DEFINITION)].map(([, id = '']) => ({ id, file })),
  );
  const defined = new Set(definitions.map(({ id }) => id));
  const areas = new Set([...defined].map((id) => id.replace(/-\d+$/, '')));
  const duplicates = definitions.filter(
    ({ id }, index) => definitions.findIndex((other) => other.id === id) !== index,
  );
  const untestedFile = `${FOLDER}/untested.md`;
  const untested = new Set(
    existsSync(join(root, untestedFile))
      ? [...read(untestedFile).matchAll(DEFINITION)].map(([, id = '']) => id)
      : [],
  );
  const cited = new Map<string, string>();
  const tested = new Set<string>();
  const files = listFiles(root);
  for (const file of files) {
    for (const id of idsOf(read(file), areas)) {
      if (!cited.has(id)) cited.set(id, file);
      if (TEST_FILE.test(file)) tested.add(id);
    }
  }
  return {
    files: definitionFiles.length === 0 ? 0 : files.length,
    faults: [
      ...duplicates.map(({ id, file }) => `${file}: ${id} is defined twice`),
      ...[...cited].filter(([id]) => !defined.has(id)).map(([id, file]) => `${file}: ${id} is not defined`),
      ...[...defined]
        .filter((id) => !tested.has(id) && !untested.has(id))
        .map((id) => `${id}: no test names it`),
      ...[...untested].filter((id) => tested.has(id)).map((id) => `${untestedFile}: a test names ${id}`),
    ],
  };
}
