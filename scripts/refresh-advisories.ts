/**
 * `node scripts/refresh-advisories.ts FOLDER`: updates the list of known vulnerabilities from a clone of
 * github.com/github/advisory-database, for the packages of the lock file. Accepted entries stay accepted.
 */
import { globSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { ADVISORIES_FILE, readAdvisories, type Advisory } from '../server/src/test/security/advisories.ts';

/** The relevant fields of an advisory in the OSV format. */
type Osv = {
  readonly id: string;
  readonly modified: string;
  readonly withdrawn?: string;
  readonly summary?: string;
  readonly database_specific?: { readonly severity?: string };
  readonly affected?: readonly {
    readonly package: { readonly ecosystem: string; readonly name: string };
    readonly ranges?: readonly { readonly events: readonly Record<string, string>[] }[];
    readonly versions?: readonly string[];
  }[];
};

const [folder] = process.argv.slice(2);
const root = join(import.meta.dirname, '..');
const files = folder ? globSync('advisories/github-reviewed/**/GHSA-*.json', { cwd: folder }) : [];
if (!folder || files.length === 0) {
  console.error(
    'Usage: node scripts/refresh-advisories.ts FOLDER, a clone of github.com/github/advisory-database',
  );
  process.exit(1);
}

const lock: { packages: Record<string, unknown> } = JSON.parse(
  readFileSync(join(root, 'package-lock.json'), 'utf8'),
);
const locked = new Set(
  Object.keys(lock.packages).flatMap((path) => path.split('node_modules/').slice(1).at(-1) ?? []),
);

function rangesOf(affected: NonNullable<Osv['affected']>[number]): Advisory['ranges'] {
  const exact = (affected.versions ?? []).map((version) => ({ introduced: version, last_affected: version }));
  const between: Advisory['ranges'] = [];
  for (const event of (affected.ranges ?? []).flatMap(({ events }) => events)) {
    const last = between.at(-1);
    if (event['introduced'] !== undefined) between.push({ introduced: event['introduced'] });
    else if (last) Object.assign(last, event);
  }
  return [...between, ...exact];
}

let newest = '';
const advisories: Advisory[] = [];
for (const file of files) {
  const osv: Osv = JSON.parse(readFileSync(join(folder, file), 'utf8'));
  if (osv.modified > newest) newest = osv.modified;
  if (osv.withdrawn) continue;
  for (const affected of osv.affected ?? []) {
    const { ecosystem, name } = affected.package;
    const ranges = rangesOf(affected);
    if (ecosystem !== 'npm' || !locked.has(name) || ranges.length === 0) continue;
    const severity = osv.database_specific?.severity?.toLowerCase() ?? 'unknown';
    advisories.push({ id: osv.id, package: name, severity, summary: osv.summary ?? '', ranges });
  }
}
const list = {
  taken: newest.slice(0, 10),
  source: 'github.com/github/advisory-database, reviewed advisories of npm packages that the lock file names',
  advisories: advisories.toSorted((left, right) => left.id.localeCompare(right.id)),
  accepted: readAdvisories().accepted,
};
writeFileSync(ADVISORIES_FILE, `${JSON.stringify(list, undefined, 2)}\n`);
console.log(`${advisories.length} advisories of ${locked.size} packages, as of ${list.taken}`);
