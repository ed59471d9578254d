import { globSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';

/**
 * Migrations up to this one are not checked: they are older than the rule that two versions may run on one schema
 * (ADR 31). It may be moved to a newer migration that every installation has applied.
 */
const BASELINE = '20261122T097500_daily-figures';

/**
 * A migration that removes something needs this comment: the release since which it is unused, and its description.
 * Such a migration comes at least one release later.
 */
const CONTRACTS = /\/\/ contracts: unused since \d+\.\d+(?:\.\d+)?\b.*\S/;

/** SQL that breaks the previous version, with the fault to report. */
const contractions: readonly (readonly [sql: RegExp, fault: string])[] = [
  [
    /\bDROP\s+(?:TABLE|COLUMN|VIEW|MATERIALIZED\s+VIEW|TYPE|SCHEMA|SEQUENCE|DOMAIN)\b/i,
    'removes what the previous version uses',
  ],
  [/\bDROP\s+(?:FUNCTION|PROCEDURE|TRIGGER|AGGREGATE)\b/i, 'removes what the previous version calls'],
  [
    /\bDROP\s+(?!CONSTRAINT|INDEX|NOT|DEFAULT|EXPRESSION|IDENTITY|POLICY|TABLE|COLUMN)"?[a-z_]+"?\s*(?:,|;|$|`|CASCADE|RESTRICT)/im,
    'removes a column that the previous version uses',
  ],
  [/\bRENAME\b/i, 'renames what the previous version uses'],
  [/\bSET\s+NOT\s+NULL\b/i, 'requires a value that the previous version may omit'],
  [/\bDROP\s+DEFAULT\b/i, 'requires a value that the previous version omits'],
  [
    /\bALTER\s+(?:COLUMN\s+)?"?\w+"?\s+(?:SET\s+DATA\s+)?TYPE\b|\bALTER\s+TYPE\b(?!\s+\S+\s+ADD\s+VALUE)/i,
    'changes a type that the previous version uses',
  ],
  [/\bTRUNCATE\b/i, 'deletes all rows'],
  [
    /\bADD\s+(?:CONSTRAINT\s+\S+\s+)?(?:CHECK|UNIQUE|EXCLUDE|PRIMARY\s+KEY|FOREIGN\s+KEY)\b/i,
    'forbids values that the previous version may write',
  ],
  [
    /\bdrop(?:Table|Column|View|Type|Schema)\(|\brename(?:To|Column)\(|\bsetNotNull\(|\bsetDataType\(|\bdropDefault\(/,
    'removes or changes what the previous version uses',
  ],
];

/** The definition of a column that a statement adds. */
const ADDED_COLUMN = /\bADD\s+COLUMN\s+(?:IF\s+NOT\s+EXISTS\s+)?[^,`;]*?(?=,\s*ADD\b|[`;]|$)/gis;

/** Returns the text without comments, which may mention SQL. */
const withoutComments = (text: string): string =>
  text
    .replaceAll(/\/\*[\s\S]*?\*\//g, '')
    .replaceAll(/(?<![:'"`])\/\/.*$/gm, '')
    .replaceAll(/--\s.*$/gm, '');

/** The comment of a migration that makes a unique index or a constraint again under its name, refusing less than before. */
const LOOSENS = /\/\/ loosens: .*\S/;
const RECREATED_CONSTRAINT = /\bDROP\s+CONSTRAINT\s+(\w+)\s*,\s*ADD\s+CONSTRAINT\s+\1\s+CHECK\b/gi;
const RECREATED_INDEX = /\bDROP\s+INDEX\s+(\w+)[^]*?\bCREATE\s+UNIQUE\s+INDEX\s+\1\b[^`;]*/gi;

const UNIQUE_INDEX = /\bCREATE\s+UNIQUE\s+INDEX\b[^`;]*?\bON\s+(\w+)/gi;

/** Whether a new unique index on an existing table may refuse rows of the previous version. */
const hasUniqueIndexOnOld = (code: string): boolean =>
  [...code.matchAll(UNIQUE_INDEX)].some(
    ([, table = '']) => !new RegExp(`\\bCREATE\\s+TABLE\\s+${table}\\b`, 'i').test(code),
  );

const RENAMED_TABLE = /\bALTER\s+TABLE\s+(\w+)\s+RENAME\s+TO\s+\w+/gi;

/** Removes statements that rename a table, if a view with the old name is created for the previous version (ADR 41). */
const withoutViewedRenames = (code: string): string =>
  code.replaceAll(RENAMED_TABLE, (statement, old: string) =>
    new RegExp(`\\bCREATE\\s+VIEW\\s+${old}\\b`, 'i').test(code) ? '' : statement,
  );

/** Removes unique indexes and constraints that refuse less than the dropped ones of the same name, as the comment says. */
const withoutLoosened = (text: string, code: string): string =>
  LOOSENS.test(text) ? code.replaceAll(RECREATED_INDEX, '').replaceAll(RECREATED_CONSTRAINT, '') : code;

function faultsOf(text: string): string[] {
  if (CONTRACTS.test(text)) return [];
  const code = withoutLoosened(text, withoutViewedRenames(withoutComments(text)));
  const found = contractions.filter(([sql]) => sql.test(code)).map(([, fault]) => fault);
  const hasRequiredColumn = [...code.matchAll(ADDED_COLUMN)].some(
    ([column]) =>
      /\bNOT\s+NULL\b|\bPRIMARY\s+KEY\b/i.test(column) && !/\bDEFAULT\b|\bGENERATED\b/i.test(column),
  );
  return [
    ...found,
    ...(hasRequiredColumn ? ['adds a column that the previous version does not fill'] : []),
    ...(hasUniqueIndexOnOld(code) ? ['forbids duplicates that the previous version may write'] : []),
  ];
}

/** The number of files and the faults. */
export type MigrationsReport = { readonly files: number; readonly faults: readonly string[] };

/** Checks that migrations after the baseline only expand, so that the previous version keeps working (ADR 31). */
export function checkMigrations(root: string, baseline = BASELINE): MigrationsReport {
  const files = globSync('server/migrations/*.ts', { cwd: root }).toSorted();
  const faults = files
    .filter((path) => basename(path, '.ts') > baseline)
    .flatMap((path) => faultsOf(readFileSync(join(root, path), 'utf8')).map((fault) => `${path}: ${fault}`));
  return { files: files.length, faults };
}
