/**
 * `npm run bench`: measures the program against baselines, part by part, and prints the figures with their goals.
 * `parts.ts` lists the parts, README.md describes them and their duration.
 */
import { mkdirSync } from 'node:fs';
import { readOptions } from './options.ts';
import { parts } from './parts.ts';
import { runReport } from './report/run-report.ts';
import { describeVerdicts, writeResult } from './results.ts';

const REPORT = 'report';

const options = readOptions(process.argv.slice(2), [...Object.keys(parts), REPORT]);
const { part: selected, databaseUrl, redisUrl } = options;
const services = { 'database-url': databaseUrl, 'redis-url': redisUrl };
if (options.profile !== undefined) mkdirSync(options.profile, { recursive: true });

for (const [name, { needs = [], isExtra, run }] of Object.entries(parts)) {
  if (selected === undefined ? isExtra : selected !== name) continue;
  const lacking = needs.filter((need) => services[need] === undefined);
  if (lacking.length > 0) {
    console.log(`${name}: passed over, needs ${lacking.map((need) => `--${need}`).join(' and ')}`);
    continue;
  }
  try {
    const { verdicts, tables = '', ...data } = await run(options, databaseUrl ?? '');
    const text = [tables, describeVerdicts(verdicts)].filter(Boolean).join('\n\n');
    console.log(text);
    console.log(writeResult(name, text, { options, ...data, verdicts }));
  } catch (error) {
    // The other parts are measured nevertheless.
    console.error(name, error);
    process.exitCode = 1;
  }
}
if (selected === REPORT) {
  const names = Object.keys(parts).filter((name) => !parts[name]?.isExtra);
  console.log(await runReport(options, names));
}
// Handles left open by a drill must not keep the process alive.
process.exit();
