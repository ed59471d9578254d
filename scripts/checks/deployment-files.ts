import { existsSync, globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { at, entriesOf, readYaml, textOf, type Yaml } from './read-yaml.ts';

/** Settings by name. */
export type Env = Readonly<Record<string, string>>;

/** The parsed files of `deploy/`. */
export type Deployment = {
  readonly root: string;
  /** Number of files. */
  readonly files: number;
  readonly dockerfile: string;
  readonly proxy: string;
  readonly compose: Yaml;
  /** The raw text, for its `${…}` placeholders. */
  readonly composeText: string;
  readonly composeEnv: Env;
  /** Compose services that run Adda. */
  readonly nodes: readonly (readonly [name: string, service: Yaml])[];
  /** Kubernetes documents by kind, without those of `clusterJobs`. */
  readonly cluster: ReadonlyMap<string, Yaml>;
  /** Kubernetes documents of the nodes that work off jobs, by kind. */
  readonly clusterJobs: ReadonlyMap<string, Yaml>;
  readonly clusterFiles: readonly string[];
  readonly clusterSecrets: Env;
  readonly prometheus: string;
};

/** The name of the Kubernetes documents of nodes that work off jobs. */
const JOBS = 'adda-jobs';

const KUBERNETES = 'deploy/kubernetes';

/** Parses the lines `KEY=value` of a settings file. */
function readEnv(text: string): Env {
  const lines = text.split('\n').map((line) => /^([A-Z][A-Z0-9_]*)=(.*)$/.exec(line));
  return Object.fromEntries(lines.flatMap((found) => (found?.[1] ? [[found[1], found[2] ?? '']] : [])));
}

const isOfJobs = (document: Yaml): boolean => textOf(at(document, 'metadata.name')) === JOBS;

const byKind = (documents: readonly Yaml[]): ReadonlyMap<string, Yaml> =>
  new Map(documents.map((document) => [textOf(at(document, 'kind')), document]));

/** Reads all files below the root of a repository. Throws when a file is missing or not valid YAML. */
export function readDeployment(root: string): Deployment {
  let files = 0;
  const read = (path: string): string => {
    files += 1;
    return readFileSync(join(root, path), 'utf8');
  };
  const composeText = read('deploy/compose.yaml');
  const [compose] = readYaml(composeText);
  const clusterFiles = globSync('*.yaml', { cwd: join(root, KUBERNETES) }).toSorted();
  const documents = clusterFiles.flatMap((file) => readYaml(read(`${KUBERNETES}/${file}`)));
  const services = entriesOf(at(compose, 'services'));
  return {
    root,
    dockerfile: read('deploy/Dockerfile'),
    proxy: read('deploy/haproxy.cfg'),
    compose,
    composeText,
    composeEnv: readEnv(read('deploy/.env.example')),
    nodes: services.filter(([, service]) => textOf(at(service, 'image')).includes('ADDA_IMAGE')),
    cluster: byKind(documents.filter((document) => !isOfJobs(document))),
    clusterJobs: byKind(documents.filter(isOfJobs)),
    clusterFiles,
    clusterSecrets: readEnv(read(`${KUBERNETES}/secrets.env.example`)),
    prometheus: existsSync(join(root, 'deploy/monitoring/prometheus.yaml'))
      ? read('deploy/monitoring/prometheus.yaml')
      : '',
    get files() {
      return files;
    },
  };
}

/** Returns a map of settings as text. */
export const envOf = (value: Yaml): Env =>
  Object.fromEntries(entriesOf(value).map(([key, one]) => [key, textOf(one)]));

/** Converts `30s`, `2m` or `45` to seconds. */
export function secondsOf(text: string): number {
  const [, amount = 'NaN', unit = 's'] = /^(\d+)(s|m|h)?$/.exec(text) ?? [];
  return Number(amount) * ({ s: 1, m: 60, h: 3600 }[unit] ?? 1);
}
