import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { onTestFinished, vi } from 'vitest';
import { freePort } from './redis-process.fixture.ts';

/** Whether HAProxy is installed. */
export const hasHaproxy = spawnSync('haproxy', ['-v']).status === 0;

const CONFIG = join(import.meta.dirname, '../../../deploy/haproxy.cfg');

/** What only works in the network of the containers: certificates, Docker's resolver, the redirect to https. */
const OF_CONTAINERS: readonly [RegExp, string][] = [
  [/^resolvers docker\n(?: {4}.*\n)+/m, ''],
  [/ resolvers docker/g, ''],
  [/^ {4}bind :443 .*\n/m, ''],
  [/^ {4}http-request redirect scheme https .*\n/m, ''],
  [/^backend challenge\n(?: {4}.*\n)+/m, 'backend challenge\n'],
];

/** Starts HAProxy with the configuration of `deploy/` in front of nodes; returns its URL once it passes requests on. */
export async function startHaproxy(nodes: readonly { readonly url: string }[]): Promise<string> {
  const folder = mkdtempSync(join(tmpdir(), 'adda-haproxy-'));
  const port = await freePort();
  const given = readFileSync(CONFIG, 'utf8').replace('bind :80', `bind 127.0.0.1:${port}`);
  const config = OF_CONTAINERS.reduce((text, [from, to]) => text.replace(from, to), given);
  const file = join(folder, 'haproxy.cfg');
  writeFileSync(file, config);
  const env = Object.fromEntries(nodes.map(({ url }, n) => [`ADDA_NODE_${n + 1}`, new URL(url).host]));
  const child = spawn('haproxy', ['-f', file], { env: { ...process.env, ...env }, stdio: 'ignore' });
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
