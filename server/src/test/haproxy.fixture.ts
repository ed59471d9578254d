import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { onTestFinished, vi } from 'vitest';
import { at, entriesOf, readYaml, textOf, type Yaml } from '../../../scripts/checks/read-yaml.ts';
import { freePort } from './free-port.fixture.ts';

/** Whether HAProxy is installed. */
export const hasHaproxy = spawnSync('haproxy', ['-v']).status === 0;

const DEPLOY = join(import.meta.dirname, '../../../deploy');

type Nodes = readonly { readonly url: string }[];

/** What only works in the network of the containers: certificates, Docker's resolver, the redirect to https. */
const OF_CONTAINERS: readonly [RegExp, string][] = [
  [/^resolvers docker\n(?: {4}.*\n)+/m, ''],
  [/ resolvers docker/g, ''],
  [/^ {4}bind :443 .*\n/m, ''],
  [/^ {4}http-request redirect scheme https .*\n/m, ''],
  [/^backend challenge\n(?: {4}.*\n)+/m, 'backend challenge\n'],
];

/** Starts HAProxy with `deploy/haproxy.cfg` in front of nodes; returns its URL once it passes requests on. */
export async function startHaproxy(nodes: Nodes): Promise<string> {
  const port = await freePort();
  const given = readFileSync(join(DEPLOY, 'haproxy.cfg'), 'utf8').replace(
    'bind :80',
    `bind 127.0.0.1:${port}`,
  );
  const config = OF_CONTAINERS.reduce((text, [from, to]) => text.replace(from, to), given);
  const env = Object.fromEntries(nodes.map(({ url }, n) => [`ADDA_NODE_${n + 1}`, new URL(url).host]));
  return run(config, port, env);
}

/**
 * Starts HAProxy with a configuration as the HAProxy Kubernetes Ingress Controller makes it from
 * `deploy/kubernetes/ingress.yaml`: a backend for each service, with the annotations of its ingress, and the longest
 * matching prefix of the path. Returns its URL once it passes requests on.
 */
export async function startIngress(nodes: Nodes): Promise<string> {
  const port = await freePort();
  const ingresses = readYaml(readFileSync(join(DEPLOY, 'kubernetes/ingress.yaml'), 'utf8'));
  const routes = ingresses
    .flatMap(routesOf)
    .toSorted((one, other) => other.prefix.length - one.prefix.length);
  const config = [
    'global',
    'defaults',
    '  mode http',
    // The defaults of the controller.
    ...['client 50s', 'server 50s', 'connect 5s', 'queue 5s', 'tunnel 1h'].map((time) => `  timeout ${time}`),
    'frontend http',
    `  bind 127.0.0.1:${port}`,
    ...routes.map(({ prefix, service }) => `  use_backend ${service} if { path_beg ${prefix} }`),
    ...routes.flatMap(({ service, ingress }) => backendOf(service, ingress, nodes)),
    '',
  ];
  return run(config.join('\n'), port, {});
}

/** Returns the paths of an ingress, with the service of each. */
function routesOf(ingress: Yaml) {
  return entriesOf(at(ingress, 'spec.rules')).flatMap(([, rule]) =>
    entriesOf(at(rule, 'http.paths')).map(([, path]) => ({
      prefix: textOf(at(path, 'path')),
      service: textOf(at(path, 'backend.service.name')),
      ingress,
    })),
  );
}

/** Returns the backend of a service. Throws for an annotation that it does not know. */
function backendOf(service: string, ingress: Yaml, nodes: Nodes): string[] {
  const linesOf: Readonly<Record<string, (value: string) => string[]>> = {
    'load-balance': (value) => [`balance ${value}`],
    'forwarded-for': () => ['option forwardfor'],
    'check-http': (value) => [`option httpchk GET ${value}`],
    'check-interval': (value) => [`default-server check inter ${value}`],
    'backend-config-snippet': (value) => value.trim().split('\n'),
    check: () => [],
    // There is no https here.
    'ssl-redirect': () => [],
  };
  const annotations = entriesOf(at(ingress, 'metadata.annotations')).filter(([key]) =>
    key.startsWith('haproxy.org/'),
  );
  const lines = annotations.flatMap(([key, value]) => {
    const translate = linesOf[key.replace('haproxy.org/', '')];
    if (!translate) throw new Error(`unknown annotation: ${key}`);
    return translate(textOf(value));
  });
  const servers = nodes.map(({ url }, n) => `server SRV_${n + 1} ${new URL(url).host}`);
  return [`backend ${service}`, ...[...lines, ...servers].map((line) => `  ${line}`)];
}

/** Starts HAProxy; returns its URL once it passes requests on. */
async function run(config: string, port: number, env: Readonly<Record<string, string>>): Promise<string> {
  const folder = mkdtempSync(join(tmpdir(), 'adda-haproxy-'));
  const file = join(folder, 'haproxy.cfg');
  writeFileSync(file, config);
  const child = spawn('haproxy', ['-f', file], {
    env: { ...process.env, ...env },
    stdio: 'ignore',
  });
  onTestFinished(async () => {
    child.kill('SIGKILL');
    if (child.exitCode === null) await once(child, 'exit');
    rmSync(folder, { recursive: true });
  });
  const url = `http://127.0.0.1:${port}`;
  await vi.waitFor(async () => {
    if (!(await fetch(`${url}/health`)).ok) throw new Error('no node is up');
  });
  return url;
}
