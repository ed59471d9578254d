import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { cruise, type IForbiddenRuleType, type ICruiseResult } from 'dependency-cruiser';
import { featureEdges } from './edges.ts';

const SOURCES = ['contract/src', 'server/src', 'server/migrations', 'web/src', 'e2e', 'bench/src', 'scripts'];
const TEST = '\\.(test|fixture)\\.tsx?$|^server/src/test/|^web/src/test/';

/** Creates the rules that features of one side import only the features that `featureEdges` lists for them. */
function edgeRules(side: 'server' | 'web'): IForbiddenRuleType[] {
  return Object.entries(featureEdges[side]).map(([feature, allowed]) => ({
    name: `${side}: ${feature} may call only ${allowed.join(', ') || 'itself'}`,
    severity: 'error',
    from: { path: `^${side}/src/features/${feature}/`, pathNot: TEST },
    to: {
      path: `^${side}/src/features/`,
      pathNot: [feature, ...allowed].map((name) => `^${side}/src/features/${name}/`),
    },
  }));
}

const error = 'error' as const;

/** The import rules of the repository. checks.test.ts violates each of them once. */
export const borderRules: readonly IForbiddenRuleType[] = [
  ...edgeRules('server'),
  ...edgeRules('web'),
  {
    name: 'a feature imports another only through its index.ts',
    severity: error,
    from: { path: '^(server|web)/src/features/([^/]+)/', pathNot: TEST },
    to: {
      path: '^$1/src/features/',
      pathNot: [
        '^$1/src/features/$2/',
        '^server/src/features/[^/]+/index\\.ts$',
        '^web/src/features/.*/index\\.ts$',
      ],
    },
  },
  {
    name: 'the app imports a feature through its index.ts, or a screen that a route loads',
    severity: error,
    from: { path: '^(server|web)/src/', pathNot: `${TEST}|^(server|web)/src/features/` },
    to: {
      path: '^(server|web)/src/features/',
      pathNot: [
        '^server/src/features/[^/]+/index\\.ts$',
        '^web/src/features/(.*/index\\.ts|.*-(screen|tab|panel|dialog|banner)\\.tsx)$',
      ],
    },
  },
  {
    name: 'the platform and the UI kit import no feature',
    severity: error,
    from: { path: '^(server|web)/src/(platform|ui)/', pathNot: TEST },
    to: { path: '^(server|web)/src/(features|app)' },
  },
  {
    name: 'features do not import the app',
    severity: error,
    from: { path: '^(server|web)/src/features/', pathNot: TEST },
    to: { path: '^(server/src/(app|main|admin|config)\\.ts|web/src/app/|web/src/main\\.tsx)' },
  },
  {
    name: 'server does not import web',
    severity: error,
    from: { path: '^server/' },
    to: { path: '^web/' },
  },
  {
    name: 'web does not import server',
    severity: error,
    from: { path: '^web/src/' },
    to: { path: '^server/' },
  },
  {
    name: 'the contract imports only zod',
    severity: error,
    from: { path: '^contract/src/', pathNot: TEST },
    to: { pathNot: '^contract/src/|node_modules/zod/' },
  },
  {
    name: 'only platform/realtime imports socket.io',
    severity: error,
    from: { path: '^server/src/', pathNot: `${TEST}|^server/src/platform/realtime/` },
    to: { path: 'node_modules/(socket\\.io|engine\\.io|@socket\\.io|ws)/' },
  },
  {
    name: 'only repositories and the platform build SQL',
    severity: error,
    from: { path: '^server/src/features/', pathNot: `${TEST}|\\.repository\\.ts$|\\.tables\\.ts$` },
    to: { path: 'node_modules/(kysely|pg)/', dependencyTypesNot: ['type-only'] },
  },
  {
    name: 'a feature of the server has one index.ts',
    severity: error,
    from: { path: '^server/src/' },
    to: { path: '^server/src/features/[^/]+/.+/index\\.ts$' },
  },
  {
    name: 'policies, codecs and types use no database, no job and no other service',
    severity: error,
    from: { path: '^server/src/features/.*\\.(policy|codec|types|tables)\\.ts$' },
    to: {
      path: '\\.(service|repository|routes|sockets|jobs|commands|gateway)\\.ts$|^server/src/platform/(database|jobs)/',
      dependencyTypesNot: ['type-only'],
    },
  },
  {
    name: 'repositories use no service, no job and no handler',
    severity: error,
    from: { path: '^server/src/features/.*\\.repository\\.ts$' },
    to: {
      path: '\\.(service|routes|sockets|jobs|commands|gateway|events)\\.ts$',
      dependencyTypesNot: ['type-only'],
    },
  },
  {
    name: 'routes and sockets use services, not repositories',
    severity: error,
    // The sandbox imitates a provider: its routes show stored rows in the provider's format.
    from: {
      path: '^server/src/features/.*\\.(routes|sockets)\\.ts$',
      pathNot: '^server/src/features/payments/sandbox/',
    },
    to: { path: '\\.repository\\.ts$', dependencyTypesNot: ['type-only'] },
  },
  {
    name: 'routes and commands are used by the index.ts of their feature only',
    severity: error,
    from: { path: '^server/src/features/', pathNot: `${TEST}|/index\\.ts$|\\.routes\\.ts$` },
    to: { path: '^server/src/features/.*\\.(routes|commands)\\.ts$' },
  },
  {
    name: 'services and policies do not import the transport',
    severity: error,
    from: { path: '\\.(service|policy|repository|codec|jobs|gateway)\\.ts$' },
    to: {
      path: 'node_modules/(fastify|@fastify|socket\\.io)/|^server/src/platform/realtime/',
      dependencyTypesNot: ['type-only'],
    },
  },
  {
    name: 'migrations import no code of the repository',
    severity: error,
    from: { path: '^server/migrations/' },
    // Exception: sql-functions.ts installs the SQL functions that a migration names by the hash of their text (ADR 38).
    to: { path: '^(server|contract)/src/', pathNot: '^server/src/platform/database/sql-functions\\.ts$' },
  },
  {
    name: 'no cycles',
    severity: error,
    from: { pathNot: TEST },
    to: { circular: true },
  },
];

/** The number of modules and the violations, as `rule: from → to`. */
export type BorderReport = { readonly modules: number; readonly crossings: readonly string[] };

/** Checks every import below a folder with the layout of this repository. */
export async function checkBorders(root: string): Promise<BorderReport> {
  const { output } = await cruise(
    SOURCES.filter((folder) => existsSync(join(root, folder))),
    {
      baseDir: root,
      parser: 'swc',
      tsPreCompilationDeps: true,
      doNotFollow: { path: 'node_modules' },
      exclude: { path: '^web/dist/|\\.gen\\.ts$' },
      skipAnalysisNotInRules: false,
      ruleSet: { forbidden: [...borderRules] },
      validate: true,
      enhancedResolveOptions: {
        exportsFields: ['exports'],
        conditionNames: ['import', 'require', 'node', 'default', 'types'],
      },
    },
  );
  // Without an output type the result is an object instead of a text.
  const { modules, summary } = output as ICruiseResult;
  return {
    modules: modules.filter((module) => !module.source.includes('node_modules')).length,
    crossings: summary.violations.map(({ rule, from, to }) => `${rule.name}: ${from} → ${to}`),
  };
}
