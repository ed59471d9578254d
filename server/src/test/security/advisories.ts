import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import * as z from 'zod';

/** Versions from `introduced` (`0`: all) up to `fixed`, exclusive, or `last_affected`, inclusive. */
const range = z.strictObject({
  introduced: z.string(),
  fixed: z.string().optional(),
  last_affected: z.string().optional(),
});
const advisory = z.strictObject({
  id: z.string(),
  package: z.string(),
  severity: z.string(),
  summary: z.string(),
  ranges: z.array(range).min(1),
});

/** The list of known vulnerabilities in the repository, so that an audit works offline. */
export const advisoryList = z.strictObject({
  /** The date of the list, `YYYY-MM-DD`. */
  taken: z.iso.date(),
  source: z.string(),
  advisories: z.array(advisory).min(1),
  /**
   * Reviewed and accepted vulnerabilities: only for development packages, or with `isShipped` also for a shipped one
   * whose vulnerable code is never called.
   */
  accepted: z.array(
    z.strictObject({
      id: z.string(),
      package: z.string(),
      why: z.string().min(20),
      isShipped: z.literal(true).optional(),
    }),
  ),
});

export type AdvisoryList = z.output<typeof advisoryList>;
export type Advisory = AdvisoryList['advisories'][number];

/** Path of the list. */
export const ADVISORIES_FILE = join(import.meta.dirname, 'advisories.json');

/** Reads the list; throws if its format is invalid. */
export const readAdvisories = (file: string = ADVISORIES_FILE): AdvisoryList =>
  advisoryList.parse(JSON.parse(readFileSync(file, 'utf8')));

const numbersOf = (version: string) =>
  (version.split(/[-+]/, 1)[0] ?? '').split('.').map((part) => Number(part) || 0);

/** Compares versions; negative if `one` is lower than `other`. A prerelease suffix is ignored. */
export function compareVersions(one: string, other: string): number {
  const [a, b] = [numbersOf(one), numbersOf(other)];
  for (let place = 0; place < Math.max(a.length, b.length); place += 1) {
    const difference = (a[place] ?? 0) - (b[place] ?? 0);
    if (difference !== 0) return difference;
  }
  return 0;
}

/** Whether an advisory affects this version. */
export const isAffected = ({ ranges }: Pick<Advisory, 'ranges'>, version: string): boolean =>
  ranges.some(
    ({ introduced, fixed, last_affected: last }) =>
      compareVersions(version, introduced) >= 0 &&
      (fixed === undefined || compareVersions(version, fixed) < 0) &&
      (last === undefined || compareVersions(version, last) <= 0),
  );

/** A package of a bill of materials; `excluded` marks development packages. */
export type Shipped = {
  readonly name: string;
  readonly version: string;
  readonly scope: 'required' | 'excluded';
};

/**
 * Returns the known vulnerabilities of packages, one line each. A vulnerability accepted for development counts again
 * once the package is shipped.
 */
export function vulnerabilitiesOf(list: AdvisoryList, packages: readonly Shipped[]): string[] {
  return packages.flatMap(({ name, version, scope }) =>
    list.advisories
      .filter((known) => known.package === name && isAffected(known, version))
      .filter(
        ({ id }) =>
          !list.accepted.some(
            (accepted) =>
              accepted.id === id && accepted.package === name && (scope === 'excluded' || accepted.isShipped),
          ),
      )
      .map(({ id, severity, summary }) => `${name}@${version}: ${id} (${severity}) ${summary}`),
  );
}
