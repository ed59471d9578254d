import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { borderRules, checkBorders } from './borders.ts';
import { checkNamesAndSizes } from './names-and-sizes.ts';
import { createSample, type Sample } from './sample.fixture.ts';
import { runTool } from './tools.ts';

let sample: Sample;
beforeEach(() => {
  sample = createSample();
});
afterEach(() => sample.dispose());

const long = Array.from({ length: 14 }, (_, n) => `  total += value * ${n} + other.length * ${n + 1};`).join(
  '\n',
);
const repeated = (name: string) =>
  `export function ${name}(value: number, other: string): number {\n  let total = 0;\n${long}\n  return total;\n}\n`;

describe('each tool processes files and finds a planted fault', () => {
  const plants = [
    ['types', { 'server/src/main.ts': "export const count: number = 'one';\n" }, 'TS2322'],
    ['webTypes', { 'web/src/main.tsx': 'export const page: string = <p>hello</p>;\n' }, 'TS2322'],
    ['journeyTypes', { 'e2e/journeys/one.spec.ts': "export const count: number = 'one';\n" }, 'TS2322'],
    ['lint', { 'server/src/main.ts': 'const later = async () => {};\n\nlater();\n' }, 'no-floating-promises'],
    ['lint', { 'server/src/main.ts': 'export const odd: any = 1;\n' }, 'no-explicit-any'],
    ['lint', { 'server/src/main.ts': 'try {\n  process.exit();\n} catch {}\n' }, 'no-empty'],
    ['format', { 'server/src/main.ts': 'export const   odd = "quotes"\n' }, 'server/src/main.ts'],
    ['deadCode', { 'server/src/forgotten.ts': 'export const forgotten = 1;\n' }, 'forgotten.ts'],
    [
      'deadCode',
      { 'contract/src/index.ts': "export const greeting = 'hello';\nexport const unused = 1;\n" },
      'unused',
    ],
    [
      'deadCode',
      { 'contract/src/index.ts': "export const greeting = 'hello';\nexport type Unused = 1;\n" },
      'Unused',
    ],
    ['repeats', { 'server/src/one.ts': repeated('one'), 'web/src/two.ts': repeated('two') }, 'one.ts'],
  ] as const;

  it.each(plants)('%s', async (tool, files, found) => {
    const before = await runTool(sample.root, tool);
    expect(before.seen).toBeGreaterThan(0);
    expect(before.faults).toEqual([]);
    sample.plant(files);
    const { faults } = await runTool(sample.root, tool);
    expect(faults.join('\n')).toContain(found);
  });
});

describe('every import rule finds a planted fault', () => {
  const index = { 'server/src/features/rooms/index.ts': 'export const rooms = 1;\n' };
  const plants: readonly (readonly [rule: string, files: Record<string, string>])[] = [
    [
      'server: accounts may call only itself',
      { ...index, 'server/src/features/accounts/a.ts': "import '../rooms/index.ts';\n" },
    ],
    [
      'web: accounts may call only itself',
      {
        'web/src/features/rooms/index.ts': '',
        'web/src/features/accounts/a.ts': "import '../rooms/index.ts';\n",
      },
    ],
    [
      'a feature imports another only through its index.ts',
      {
        'server/src/features/accounts/inner.ts': '',
        'server/src/features/rooms/a.ts': "import '../accounts/inner.ts';\n",
      },
    ],
    [
      'the app imports a feature through its index.ts, or a screen that a route loads',
      {
        'server/src/features/rooms/inner.ts': '',
        'server/src/app.ts': "import './features/rooms/inner.ts';\n",
      },
    ],
    [
      'the platform and the UI kit import no feature',
      { ...index, 'server/src/platform/a.ts': "import '../features/rooms/index.ts';\n" },
    ],
    [
      'features do not import the app',
      { 'server/src/app.ts': '', 'server/src/features/rooms/a.ts': "import '../../app.ts';\n" },
    ],
    ['server does not import web', { 'server/src/a.ts': "import '../../web/src/main.tsx';\n" }],
    ['web does not import server', { 'web/src/a.ts': "import '../../server/src/main.ts';\n" }],
    ['the contract imports only zod', { 'contract/src/a.ts': "import 'kysely';\n" }],
    [
      'only platform/realtime imports socket.io',
      { 'server/src/features/rooms/a.ts': "import 'socket.io';\n" },
    ],
    [
      'only repositories and the platform build SQL',
      { 'server/src/features/rooms/rooms.service.ts': "import 'kysely';\n" },
    ],
    [
      'a feature of the server has one index.ts',
      {
        'server/src/features/rooms/members/index.ts': '',
        'server/src/features/rooms/a.ts': "import './members/index.ts';\n",
      },
    ],
    [
      'a feature imports another only through its index.ts',
      {
        'server/src/features/accounts/inner/index.ts': '',
        'server/src/features/rooms/a.ts': "import '../accounts/inner/index.ts';\n",
      },
    ],
    [
      'policies, codecs and types use no database, no job and no other service',
      {
        'server/src/features/rooms/rooms.service.ts': '',
        'server/src/features/rooms/rooms.policy.ts': "import './rooms.service.ts';\n",
      },
    ],
    [
      'repositories use no service, no job and no handler',
      {
        'server/src/features/rooms/rooms.service.ts': '',
        'server/src/features/rooms/rooms.repository.ts': "import './rooms.service.ts';\n",
      },
    ],
    [
      'routes and sockets use services, not repositories',
      {
        'server/src/features/rooms/rooms.repository.ts': '',
        'server/src/features/rooms/rooms.routes.ts': "import './rooms.repository.ts';\n",
      },
    ],
    [
      'routes and commands are used by the index.ts of their feature only',
      {
        'server/src/features/rooms/rooms.routes.ts': '',
        'server/src/features/rooms/rooms.service.ts': "import './rooms.routes.ts';\n",
      },
    ],
    [
      'services and policies do not import the transport',
      { 'server/src/features/rooms/rooms.service.ts': "import 'fastify';\n" },
    ],
    [
      'migrations import no code of the repository',
      { 'server/migrations/a.ts': "import '../src/main.ts';\n" },
    ],
    ['no cycles', { 'server/src/a.ts': "import './b.ts';\n", 'server/src/b.ts': "import './a.ts';\n" }],
    [
      'no cycles',
      {
        'server/src/a.ts': "import type { B } from './b.ts';\nexport type A = { b: B };\n",
        'server/src/b.ts': "import type { A } from './a.ts';\nexport type B = { a: A };\n",
      },
    ],
  ];

  it.each(plants)('%s', async (rule, files) => {
    const before = await checkBorders(sample.root);
    expect(before.modules).toBeGreaterThanOrEqual(3);
    expect(before.crossings).toEqual([]);
    sample.plant(files);
    expect(
      (await checkBorders(sample.root)).crossings.filter((crossing) => crossing.startsWith(`${rule}: `)),
    ).not.toEqual([]);
  });

  it('every rule has a planted fault', () => {
    const edgeOfAFeature = /^(server|web): (?!accounts)/;
    const rules = borderRules.map(({ name }) => name).filter((name) => !edgeOfAFeature.test(name ?? ''));
    expect([...new Set(plants.map(([rule]) => rule))].toSorted()).toEqual(rules.toSorted());
  });
});

describe('names and sizes', () => {
  it.each([
    ['server/src/string-utils.ts', 'a name that says nothing'],
    ['server/src/RoomService.ts', 'not kebab-case'],
    ['server/src/long.ts', 'lines, at most 400'],
    ['server/src/features/accounts/registration.ts', 'a name without a role'],
  ])('%s is found', (path, found) => {
    const before = checkNamesAndSizes(sample.root);
    expect(before.files).toBeGreaterThan(0);
    expect(before.faults).toEqual([]);
    sample.plant({ [path]: '\n'.repeat(500) });
    expect(checkNamesAndSizes(sample.root).faults.join('\n')).toContain(found);
  });
});
