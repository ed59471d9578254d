import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import * as z from 'zod';

/** Versions from `introduced` on (`0`: all), up to but without `fixed`, or up to and with `last_affected`. */
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

/** The list of known weaknesses that is kept in the repository, so that an audit needs nobody else. */
export const advisoryList = z.strictObject({
  /** The day as of which the list is, `YYYY-MM-DD`. */
  taken: z.iso.date(),
  source: z.string(),
  advisories: z.array(advisory).min(1),
  /**
   * What was looked into and stays: for packages of development alone, or with `isShipped` also for one that is shipped,
   * where the weak part is never called.
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

/** Where the list is. */
export const ADVISORIES_FILE = join(import.meta.dirname, 'advisories.json');

/** Reads the list; throws where it has another form. */
export const readAdvisories = (file: string = ADVISORIES_FILE): AdvisoryList =>
  advisoryList.parse(JSON.parse(readFileSync(file, 'utf8')));

const numbersOf = (version: string) =>
  (version.split(/[-+]/, 1)[0] ?? '').split('.').map((part) => Number(part) || 0);

/** Below 0 where `one` comes before `other`. What stands behind a dash counts as the version itself. */
export function compareVersions(one: string, other: string): number {
  const [a, b] = [numbersOf(one), numbersOf(other)];
  for (let place = 0; place < Math.max(a.length, b.length); place += 1) {
    const difference = (a[place] ?? 0) - (b[place] ?? 0);
    if (difference !== 0) return difference;
  }
  return 0;
}

/** Whether an advisory is about this version. */
export const isAffected = ({ ranges }: Pick<Advisory, 'ranges'>, version: string): boolean =>
  ranges.some(
    ({ introduced, fixed, last_affected: last }) =>
      compareVersions(version, introduced) >= 0 &&
      (fixed === undefined || compareVersions(version, fixed) < 0) &&
      (last === undefined || compareVersions(version, last) <= 0),
  );

/** A package of a bill of materials; `excluded` are those of development alone. */
export type Shipped = {
  readonly name: string;
  readonly version: string;
  readonly scope: 'required' | 'excluded';
};

/**
 * Known weaknesses of packages, one line each; one that was accepted for development counts again as soon as the package is
 * shipped.
 */
export function weaknessesOf(list: AdvisoryList, packages: readonly Shipped[]): string[] {
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
