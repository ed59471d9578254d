import { cpSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { checkDeployment } from './deployment.ts';

const repository = join(import.meta.dirname, '../..');
/** The values in `deploy/` that the tests change. */
const NAMED = [
  'package.json',
  'package-lock.json',
  '.npmrc',
  'NOTICE',
  'tsconfig.base.json',
  'tsconfig.json',
];
const FOLDERS = ['contract', 'server', 'web', 'e2e', 'bench'];

let root: string;
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'adda-deployment-'));
  cpSync(join(repository, 'deploy'), join(root, 'deploy'), { recursive: true });
  for (const name of [...NAMED, ...FOLDERS]) symlinkSync(join(repository, name), join(root, name));
});
afterEach(() => rmSync(root, { recursive: true }));

function plant(file: string, from: string | RegExp, to: string): void {
  const path = join(root, 'deploy', file);
  const text = readFileSync(path, 'utf8');
  const planted = text.replace(from, to);
  expect(planted).not.toBe(text);
  writeFileSync(path, planted);
}

it('the files in deploy/ match the program and each other', () => {
  const { files, faults } = checkDeployment(root);
  expect(faults).toEqual([]);
  expect(files).toBeGreaterThan(10);
});

describe('every planted fault is found', () => {
  it.each<[file: string, from: string | RegExp, to: string, found: string]>([
    ['compose.yaml', 'TRUST_PROXY:', 'TRUST_PROXIES:', 'compose, adda-1: Adda has no setting TRUST_PROXIES'],
    ['compose.yaml', 'https://${ADDA_SITE', 'http://a.example.org${ADDA_SITE', 'PUBLIC_URL: must be https'],
    ['compose.yaml', '${JWT_SECRET:?}', '${JWT_KEY:?}', 'compose uses JWT_KEY'],
    ['compose.yaml', './haproxy.cfg', './proxy.cfg', 'deploy/proxy.cfg: named, but not there'],
    ['compose.yaml', 'server/src/create-bucket.ts', 'server/src/no-bucket.ts', 'no-bucket.ts: named'],
    ['compose.yaml', 'ADDA_NODE_2: adda-2:3000', 'ADDA_NODE_2: adda-3:3000', 'adda-3:3000: no such service'],
    ['compose.yaml', 'ADDA_NODE_2:', 'ADDA_NODE_3:', 'ADDA_NODE_2 is not set'],
    ['compose.yaml', 'stop_grace_period: 30s', 'stop_grace_period: 20s', 'killed after 20 s'],
    ['compose.yaml', /DRAIN_SECONDS: .3./, 'DRAIN_SECONDS: 1', 'serves on for 1 s'],
    ['compose.yaml', 'read_only: true', 'read_only: false', 'adda-2: can be written to'],
    ['compose.yaml', 'postgres:17.6', 'postgres:18.1', "can't back up PostgreSQL 18"],
    ['compose.yaml', 'haproxy:2.6', 'haproxy:latest', 'haproxy:latest names no version'],
    ['.env.example', 'SMTP_URL=', 'SMPT_URL=', 'Adda has no setting SMPT_URL'],
    ['.env.example', 'JWT_SECRET=', 'JWT_SECRET=short', 'Adda would not start: JWT_SECRET'],
    ['.env.example', 'VAPID_PUBLIC_KEY=', 'VAPID_PUBLIC_KEY=other', 'Adda would not start: VAPID_PUBLIC_KEY'],
    ['Dockerfile', 'EXPOSE 3000', 'EXPOSE 8080', 'Dockerfile, EXPOSE: port 8080'],
    ['Dockerfile', /node:24[.\d]+/, 'node:24.0.0', 'Node.js 24.0.0'],
    ['Dockerfile', 'USER node', 'USER root', 'runs as root'],
    ['Dockerfile', 'COPY contract contract', 'COPY contracts contract', 'contracts: named'],
    ['haproxy.cfg', 'timeout tunnel 2m', 'timeout tunnel 30s', 'silent for 30 s'],
    ['haproxy.cfg', 'catching its breath', 'out of breath', 'proxy: 502 says something else'],
    ['haproxy.cfg', / *server adda-2 .* track .*\n/, '', 'rooms and nodes have other nodes'],
    ['haproxy.cfg', 'gt 67108864', 'gt 10485760', 'refuses uploads of 10485760 bytes'],
    ['kubernetes/config.yaml', 'S3_REGION:', 'S3_ZONE:', 'Adda has no setting S3_ZONE'],
    ['kubernetes/secrets.env.example', /^VAPID_.*\n/gm, '', 'VAPID_PUBLIC_KEY, VAPID_PRIVATE_KEY: required'],
    ['kubernetes/secrets.env.example', /^S3_SECRET.*$/m, '', 'S3_SECRET_ACCESS_KEY: needed together'],
    ['kubernetes/deployment.yaml', 'containerPort: 3000', 'containerPort: 80', 'Deployment: port 80'],
    ['kubernetes/deployment.yaml', 'PeriodSeconds: 45', 'PeriodSeconds: 20', 'Deployment: killed after 20 s'],
    [
      'kubernetes/deployment.yaml',
      '/health/live',
      '/health',
      'livenessProbe: asks /health, not /health/live',
    ],
    ['kubernetes/deployment.yaml', 'path: /health\n', 'path: /\n', 'startupProbe: asks /, not /health'],
    ['compose.yaml', 'ROLE: jobs', 'ROLE: job', 'compose, adda-jobs: Adda would not start: ROLE'],
    ['kubernetes/deployment.yaml', 'name: ROLE', 'name: ROLES', 'Deployment: Adda has no setting ROLES'],
    ['kubernetes/jobs.yaml', 'value: jobs', 'value: job', 'Deployment of jobs: Adda would not start: ROLE'],
    ['kubernetes/jobs.yaml', 'containerPort: 3000', 'containerPort: 80', 'Deployment of jobs: port 80'],
    ['kubernetes/jobs.yaml', 'port: 9464\n---', 'port: 3000\n---', 'NetworkPolicy of jobs: port 3000'],
    [
      'kubernetes/jobs.yaml',
      '/health/live',
      '/health',
      'Deployment of jobs, livenessProbe: asks /health, not',
    ],
    [
      'kubernetes/jobs.yaml',
      'PeriodSeconds: 45',
      'PeriodSeconds: 20',
      'Deployment of jobs: killed after 20 s',
    ],
    ['monitoring/prometheus.yaml', 'adda-2:9464', 'adda-2:3000', 'Prometheus, adda-2:3000: port 3000'],
    ['kubernetes/config.yaml', /METRICS_PORT: .9464./, 'METRICS_PORT: 9465', 'ConfigMap, METRICS_PORT: port'],
    ['kubernetes/network-policy.yaml', 'port: 9464', 'port: 3000', 'NetworkPolicy, metrics: port 3000'],
    ['kubernetes/kustomization.yaml', '- service.yaml', '', 'service.yaml: not in kustomization.yaml'],
    ['kubernetes/kustomization.yaml', '- service.yaml', '- services.yaml', 'services.yaml: named'],
  ])('%s: %s → %s', (file, from, to, found) => {
    plant(file, from, to);
    expect(checkDeployment(root).faults.join('\n')).toContain(found);
  });
});
