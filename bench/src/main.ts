/** `npm run bench`: measures the program beside plain Socket.IO and prints the ratios with their goals. */
import { mkdirSync } from 'node:fs';
import { describeRuns } from './fan-out/describe-runs.ts';
import { runFanOut } from './fan-out/run-fan-out.ts';
import { describeIdle } from './idle/describe-idle.ts';
import { runIdle } from './idle/run-idle.ts';
import { readOptions } from './options.ts';
import { describeVerdicts, writeResult } from './results.ts';

const options = readOptions(process.argv.slice(2));
if (options.profile !== undefined) mkdirSync(options.profile, { recursive: true });

if (options.part !== 'idle') {
  const outcome = await runFanOut(options);
  const verdicts = describeVerdicts(outcome.verdicts);
  console.log(verdicts);
  const tables = outcome.comparisons.map(describeRuns).join('\n');
  console.log(writeResult('fan-out', `${tables}\n${verdicts}`, { options, ...outcome }));
}
if (options.part !== 'fan-out') {
  const outcome = await runIdle(options);
  const text = `${describeIdle(outcome.measurements)}\n${describeVerdicts(outcome.verdicts)}`;
  console.log(text);
  console.log(writeResult('idle', text, { options, ...outcome }));
}
