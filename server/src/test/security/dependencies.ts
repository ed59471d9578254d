import { execFile } from 'node:child_process';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { readAdvisories, vulnerabilitiesOf, type AdvisoryList } from './advisories.ts';
import { collectFindings, type CheckResult } from './security.types.ts';

type Locked = {
  readonly version?: string;
  readonly resolved?: string;
  readonly integrity?: string;
  readonly license?: string;
  readonly link?: boolean;
  readonly dev?: boolean;
};
/** The fields read from a lock file. */
type LockFile = { readonly packages: Readonly<Record<string, Locked>> };

type Component = {
  readonly type: 'library';
  readonly name: string;
  readonly version: string;
  readonly purl: string;
  readonly scope: 'required' | 'excluded';
  readonly licenses: readonly { readonly expression: string }[];
  readonly hashes: readonly { readonly alg: 'SHA-512'; readonly content: string }[];
};

/** Licences that are incompatible with distributing the product. */
const DENIED = /\b(AGPL|SSPL|BUSL|Commons-Clause|CC-BY-NC|GPL-[123]\.0-only|GPL-[123]\.0)\b/;
/** Only one licence of an `OR` expression has to be allowed. */
const isDenied = (licence: string) =>
  licence.split(/\s+OR\s+/).every((part) => DENIED.test(part) && !part.includes('LGPL'));

const nameOf = (place: string) => place.slice(place.lastIndexOf('node_modules/') + 'node_modules/'.length);

/** Returns the licence that an installed package states, for lock files without it; undefined if not installed. */
function installedLicence(file: string): string | undefined {
  if (!existsSync(file)) return undefined;
  const { license }: { license?: string | { type?: string } } = JSON.parse(readFileSync(file, 'utf8'));
  return typeof license === 'object' ? license.type : license;
}

/** Returns the packages of a lock file as a CycloneDX 1.6 bill of materials. */
function billOf(
  { packages }: LockFile,
  licenceOf: (place: string) => string | undefined,
): { readonly components: readonly Component[] } & Record<string, unknown> {
  const components = Object.entries(packages)
    .filter(([place, { link, version }]) => place.includes('node_modules/') && !link && version !== undefined)
    .map(([place, { version = '', license = licenceOf(place), integrity = '', dev }]): Component => {
      const name = nameOf(place);
      return {
        type: 'library',
        name,
        version,
        purl: `pkg:npm/${name.replace('@', '%40')}@${version}`,
        scope: dev ? 'excluded' : 'required',
        licenses: license === undefined ? [] : [{ expression: license }],
        hashes: integrity.startsWith('sha512-')
          ? [{ alg: 'SHA-512', content: Buffer.from(integrity.slice(7), 'base64').toString('hex') }]
          : [],
      };
    });
  return { bomFormat: 'CycloneDX', specVersion: '1.6', version: 1, components };
}

/** The result of an audit: vulnerable packages by name, or why the registry was not reached. */
export type Audit = { readonly vulnerable: readonly string[] } | { readonly notReached: string };

/** Queries the registry's advisories about a lock file; a refusal is reported, not ignored. */
async function askRegistry(folder: string): Promise<Audit> {
  const args = ['audit', '--json', '--package-lock-only'];
  const text = await new Promise<string>((answered) => {
    execFile(
      'npm',
      args,
      { cwd: folder, timeout: 120_000, maxBuffer: 64 * 1024 * 1024 },
      (_error, out, complaint) => answered(out || complaint),
    );
  });
  return readAudit(text);
}

/** Parses the output of `npm audit --json`. */
export function readAudit(text: string): Audit {
  let report: { vulnerabilities?: Record<string, { severity?: string; range?: string }>; message?: string };
  try {
    report = JSON.parse(text);
  } catch {
    return { notReached: text.slice(0, 120) || 'no answer' };
  }
  if (!report.vulnerabilities) return { notReached: report.message?.replace(/ - \w+ .*/, '') ?? 'no report' };
  return {
    vulnerable: Object.entries(report.vulnerabilities).map(
      ([name, { severity = 'unknown', range = '' }]) => `${name} ${range} (${severity})`,
    ),
  };
}

type Options = {
  readonly root: string;
  /** Path of the bill of materials; not written by default. */
  readonly billFile?: string;
  readonly audit?: (folder: string) => Promise<Audit>;
  /** Known vulnerabilities; those of the repository by default. */
  readonly advisories?: AdvisoryList;
};

/** Checks the bill of materials, licences, package sources, and known vulnerabilities of a lock file. */
export async function checkDependencies({
  root,
  billFile,
  audit = askRegistry,
  advisories = readAdvisories(),
}: Options): Promise<CheckResult> {
  const findings = collectFindings();
  const lock: LockFile = JSON.parse(readFileSync(path.join(root, 'package-lock.json'), 'utf8'));
  const bill = billOf(lock, (place) => installedLicence(path.join(root, place, 'package.json')));
  if (billFile !== undefined) writeFileSync(billFile, `${JSON.stringify(bill, undefined, 2)}\n`);
  const licences = new Map<string, number>();
  for (const { name, version, licenses, scope } of bill.components) {
    const licence = licenses[0]?.expression ?? 'not said';
    licences.set(licence, (licences.get(licence) ?? 0) + 1);
    if (scope === 'required' && isDenied(licence))
      findings.add('a licence that is denied', `${name}@${version} ${licence}`);
  }
  for (const [place, { resolved, integrity, link }] of Object.entries(lock.packages)) {
    if (link || !place.includes('node_modules/')) continue;
    if (resolved !== undefined && !resolved.startsWith('https://'))
      findings.add('a package from an open line', `${place} ${resolved}`);
    if (resolved !== undefined && integrity === undefined)
      findings.add('a package without a checksum', place);
  }
  for (const one of vulnerabilitiesOf(advisories, bill.components)) findings.add('a known weakness', one);
  const audited = await audit(root);
  if ('vulnerable' in audited) for (const one of audited.vulnerable) findings.add('a known weakness', one);
  const common = [...licences]
    .toSorted((a, b) => b[1] - a[1])
    .map(([licence, count]) => `${licence} ${count}`);
  return {
    name: 'dependencies',
    tried: bill.components.length,
    findings: findings.list(),
    notReached: [
      ...('notReached' in audited ? [`advisories of the registry: ${audited.notReached}`] : []),
      ...(licences.has('not said') ? [`licences of ${licences.get('not said')} packages: not said`] : []),
    ],
    figures: [
      `licences: ${common.join(', ')}`,
      `${advisories.advisories.length} known weaknesses as of ${advisories.taken} compared`,
    ],
  };
}
