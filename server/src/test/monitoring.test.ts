import { execFileSync, spawnSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { startRooms } from '../features/rooms/rooms.fixture.ts';
import { namesIn, readRules, seriesOf } from './metric-names.fixture.ts';

const root = join(import.meta.dirname, '../../..');
const folder = join(root, 'deploy/monitoring');
const read = (name: string) => readFileSync(join(root, name), 'utf8');
const hasPromtool = spawnSync('promtool', ['--version']).status === 0;

/** Series of Prometheus itself. */
const OF_PROMETHEUS = ['up', 'ALERTS'];

const rules = readRules(read('deploy/monitoring/alerts.yaml'));
const dashboard = read('deploy/monitoring/dashboard.json');
const dashboardExpressions = [...dashboard.matchAll(/"expr": ("(?:[^"\\]|\\.)*")/g)].map(([, text]) =>
  String(JSON.parse(text ?? '""')),
);

/** Returns the metrics of a running application with a few messages, once for all tests. */
async function sendSomeMessages() {
  const rooms = await startRooms();
  const { creator, others, groupId } = await rooms.roomOf(2);
  const client = await rooms.connect(creator, groupId);
  await client.send('Namaste');
  await client.send('How is everybody?');
  const text = await (await fetch(`${rooms.url}/metrics`)).text();
  return { text, groupId, people: [creator, ...others] };
}

let talk: ReturnType<typeof sendSomeMessages> | undefined;
const talked = () => (talk ??= sendSomeMessages());

async function unknownIn(expressions: readonly string[]): Promise<string[]> {
  const { text } = await talked();
  const known = new Set([...seriesOf(text), ...rules.recorded, ...OF_PROMETHEUS]);
  return [...namesIn(expressions)].filter((name) => !known.has(name));
}

describe('the metrics', () => {
  it('count messages, and measure the time of each confirmation', async () => {
    const { text } = await talked();
    const valueOf = (series: string) =>
      Number(
        text
          .split('\n')
          .find((line) => line.startsWith(`${series} `))
          ?.split(' ')[1],
      );
    expect(valueOf('messages_stored_total{kind="room"}')).toBe(2);
    expect(valueOf('messages_stored_total{kind="private"}')).toBe(0);
    expect(valueOf('message_confirmation_seconds_count{kind="room"}')).toBe(2);
    expect(valueOf('message_confirmation_seconds_bucket{kind="room",le="+Inf"}')).toBe(2);
    expect(valueOf('database_up')).toBe(1);
    expect(valueOf('draining')).toBe(0);
  });

  it('contain no names of users or rooms', async () => {
    const { text: metrics, people, groupId } = await talked();
    for (const { username, token } of people) {
      expect(metrics).not.toContain(username);
      expect(metrics).not.toContain(token);
    }
    expect(metrics).not.toContain(groupId);
  });

  it('are exactly those listed in docs/objectives.md', async () => {
    const { text: metrics } = await talked();
    const listed = [...read('docs/objectives.md').matchAll(/^\| `([a-z_]+)` \|/gm)].map(([, name]) => name);
    const ours = [...metrics.matchAll(/^# TYPE (\S+)/gm)]
      .map(([, name]) => name ?? '')
      .filter((name) => !/^(process|nodejs)_/.test(name));
    expect(listed.toSorted()).toEqual(ours.toSorted());
  });
});

describe('dashboards and alert rules', () => {
  it('use only existing metrics', async () => {
    expect(dashboardExpressions.length).toBeGreaterThan(40);
    expect(rules.expressions).toHaveLength(rules.alerts.length + rules.recorded.length);
    expect(await unknownIn(dashboardExpressions)).toEqual([]);
    expect(await unknownIn(rules.expressions)).toEqual([]);
  });

  it('are detected if they use a metric that does not exist', async () => {
    expect(await unknownIn(['sum by (kind) (rate(messages_stored{kind="room"}[5m])) > 3'])).toEqual([
      'messages_stored',
    ]);
    expect(await unknownIn(['adda:messages_late:share2h > 0.1 and on (a) up == 1'])).toEqual([
      'adda:messages_late:share2h',
    ]);
  });

  it('link each alert to an existing section of the guide', () => {
    expect(rules.runbooks).toHaveLength(rules.alerts.length);
    const guide = existsSync(join(root, 'docs/operating.md')) ? read('docs/operating.md') : '';
    const headings = [...guide.matchAll(/^#+ (.+)$/gm)].map(([, text]) =>
      (text ?? '')
        .toLowerCase()
        .replaceAll(/[^\w -]/g, '')
        .replaceAll(' ', '-'),
    );
    const missing = rules.runbooks.filter((place) => !headings.includes(place.split('#')[1] ?? ''));
    expect(missing).toEqual([]);
  });

  it('have a test that triggers each alert', () => {
    const tests = read('deploy/monitoring/alerts.test.yaml');
    const broken = tests.slice(tests.indexOf('everything is broken'));
    expect(rules.alerts.filter((name) => !broken.includes(`alertname="${name}"`))).toEqual([]);
  });

  it.skipIf(!hasPromtool)('are valid for Prometheus, and pass their own tests', { timeout: 120_000 }, () => {
    const run = (...given: string[]) =>
      execFileSync('promtool', given, { cwd: folder, encoding: 'utf8', stdio: 'pipe' });
    expect(run('check', 'config', 'prometheus.yaml')).toContain('SUCCESS');
    expect(run('test', 'rules', 'alerts.test.yaml')).toContain('SUCCESS');
  });
});
