import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { ROLE_DESCRIPTIONS, ROLES, type Cells } from './roles.fixture.ts';

const FILE = join(import.meta.dirname, '../../../../docs/access-matrix.md');

/** A row: a call and the result of each role. */
export type Row = { readonly title: string; readonly access: string; readonly cells: Cells };

/** A section of the table. */
export type Area = { readonly name: string; readonly rows: readonly Row[] };

const INTRODUCTION = `# Who may call what

Every route and every event that a client may emit, called as each role in the running application, with what came back:
\`ok\`, or the status and code of the refusal. Calls name what is the owner’s; where the caller is the owner and the call is
about two people, it names the member. After a dash: what of several things the call is about. \`access\` is the rule that
the contract declares; a route or event without one does not compile (R-13).

\`server/src/test/access-matrix/\` makes the calls and compares. After a change that is meant:
\`UPDATE_ACCESS_MATRIX=1 npx vitest run server/src/test/access-matrix\`, and read the difference.
`;

const line = (cells: readonly string[]) => `| ${cells.join(' | ')} |`;
const lineOf = ({ title, access, cells }: Row) => line([title, access, ...ROLES.map((role) => cells[role])]);

function sectionOf({ name, rows }: Area): string {
  const heads = ['called', 'access', ...ROLES];
  return [`## ${name}`, '', line(heads), line(heads.map(() => '---')), ...rows.map(lineOf), ''].join('\n');
}

/** Renders the table as stored in the repository. */
export function render(areas: readonly Area[]): string {
  const roles = ROLES.map((role) => line([role, ROLE_DESCRIPTIONS[role]]));
  const legend = [line(['role', 'what it is']), line(['---', '---']), ...roles, ''].join('\n');
  return [INTRODUCTION, legend, ...areas.map(sectionOf)].join('\n');
}

/** Reads the file of the table; empty if there is none. */
export const readTable = (): string => (existsSync(FILE) ? readFileSync(FILE, 'utf8') : '');

export const writeTable = (text: string): void => writeFileSync(FILE, text);

/** Returns the cells of the table's rows by title. */
export function cellsIn(table: string): ReadonlyMap<string, readonly string[]> {
  const rows = table
    .split('\n')
    .filter((text) => text.startsWith('| '))
    .map((text) => text.slice(2, -2).split(' | '));
  return new Map(rows.map(([title = '', ...cells]) => [title, cells]));
}
