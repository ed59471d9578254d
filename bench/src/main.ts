/**
 * `npm run bench`: measures the program beside plain Socket.IO, long histories beside short ones, and many people beside
 * few, the feed of many posts beside that of few, gifts beside the same ones one by one, and what heavy uploads cost
 * by themselves and those who talk meanwhile; prints the figures with their goals.
 */
import { mkdirSync } from 'node:fs';
import { describeRuns } from './fan-out/describe-runs.ts';
import { runFanOut } from './fan-out/run-fan-out.ts';
import { runFeed } from './feed/run-feed.ts';
import { describeHistory } from './history/describe-history.ts';
import { runHistory } from './history/run-history.ts';
import { describeIdle } from './idle/describe-idle.ts';
import { runIdle } from './idle/run-idle.ts';
import { type BenchPart, readOptions } from './options.ts';
import { runPeople } from './people/run-people.ts';
import { runPosting } from './posting/run-posting.ts';
import { describeVerdicts, writeResult } from './results.ts';
import { runUploads } from './uploads/run-uploads.ts';
import { runGifts } from './wallet/run-gifts.ts';
import { runRanking } from './wallet/run-ranking.ts';

const options = readOptions(process.argv.slice(2));
const isAsked = (part: BenchPart) => options.part === undefined || options.part === part;
if (options.profile !== undefined) mkdirSync(options.profile, { recursive: true });

if (isAsked('fan-out')) {
  const outcome = await runFanOut(options);
  const verdicts = describeVerdicts(outcome.verdicts);
  console.log(verdicts);
  const tables = outcome.comparisons.map(describeRuns).join('\n');
  console.log(writeResult('fan-out', `${tables}\n${verdicts}`, { options, ...outcome }));
}
if (isAsked('idle')) {
  const outcome = await runIdle(options);
  const text = `${describeIdle(outcome.measurements)}\n${describeVerdicts(outcome.verdicts)}`;
  console.log(text);
  console.log(writeResult('idle', text, { options, ...outcome }));
}
if (isAsked('uploads')) {
  const outcome = await runUploads(options);
  const text = describeVerdicts(outcome.verdicts);
  console.log(text);
  console.log(writeResult('uploads', text, { options, ...outcome }));
}
if (isAsked('posting')) {
  const outcome = await runPosting(options);
  const text = describeVerdicts(outcome.verdicts);
  console.log(text);
  console.log(writeResult('posting', text, { options, ...outcome }));
}
if (isAsked('history')) {
  const outcome = await runHistory(options);
  const verdicts = describeVerdicts(outcome.verdicts);
  console.log(verdicts);
  const tables = describeHistory(outcome.runs);
  console.log(writeResult('history', `${tables}\n\n${verdicts}`, { options, ...outcome }));
}
if (isAsked('people') && options.databaseUrl !== undefined) {
  const outcome = await runPeople(options, options.databaseUrl);
  const text = `${describeHistory(outcome.runs)}\n\n${describeVerdicts(outcome.verdicts)}`;
  console.log(text);
  console.log(writeResult('people', text, { options, ...outcome }));
}
if (isAsked('feed') && options.databaseUrl !== undefined) {
  const outcome = await runFeed(options, options.databaseUrl);
  const text = `${describeHistory(outcome.runs)}\n\n${describeVerdicts(outcome.verdicts)}`;
  console.log(text);
  console.log(writeResult('feed', text, { options, ...outcome }));
}
if (isAsked('wallet') && options.databaseUrl !== undefined) {
  const gifts = await runGifts(options, options.databaseUrl);
  console.log(describeVerdicts(gifts.verdicts));
  const ranking = await runRanking(options, options.databaseUrl);
  const verdicts = describeVerdicts([...gifts.verdicts, ...ranking.verdicts]);
  const text = `${describeHistory(ranking.runs)}\n\n${verdicts}`;
  console.log(text);
  console.log(writeResult('wallet', text, { options, gifts: gifts.gifts, ...ranking, verdicts }));
}
