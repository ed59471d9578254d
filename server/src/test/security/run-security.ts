import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { createRunUsers } from './run-users.fixture.ts';
import { checkDependencies, type Audit } from './dependencies.ts';
import { checkCookieSessions } from './cookie-sessions.ts';
import { checkFactors } from './factor-attacks.ts';
import { checkFloods } from './floods.ts';
import { checkForeignOrigins } from './foreign-origins.ts';
import { checkForgedTokens } from './forged-tokens.ts';
import { checkGeneratedCalls } from './generated-calls.ts';
import { checkGeneratedEvents } from './generated-events.ts';
import { checkMissingProofs } from './missing-proofs.ts';
import { checkPlantedSecrets } from './planted-secrets.ts';
import { startProgram } from './program.fixture.ts';
import { checkRoughClients } from './rough-clients.ts';
import type { CheckResult } from './security.types.ts';
import { checkPatterns } from './slow-patterns.ts';

const LONG_FLOOD_SECONDS = 15;
const SHORT_FLOOD_SECONDS = 1;
/** Shares no factor with the number of hostile values, so that each place of a body still gets other ones. */
const SHORT_EVERY_NTH_BODY = 13;

/** Size and services of a run. */
export type RunOptions = {
  readonly root: string;
  /** Number of calls and events together; a fifth of them are events. */
  readonly requests: number;
  readonly seed: number;
  readonly connections: number;
  /** Whether slow clients and long floods are included, whose times and memory are then judged. */
  readonly isLongRun: boolean;
  /** Settings of the program: addresses of its database and Redis, if any. */
  readonly env?: Readonly<Record<string, string>>;
  /** Folder of the summary and the bill of materials; nothing is written by default. */
  readonly folder?: string;
  /** Source of known vulnerabilities; the registry by default. */
  readonly audit?: (folder: string) => Promise<Audit>;
  readonly onResult?: (result: CheckResult) => void;
};

/** Runs the checks that need the running program, from the least to the most disruptive; the logs are read last. */
async function tryProgram(options: RunOptions, note: (result: CheckResult) => void): Promise<void> {
  const { requests, seed, connections, isLongRun } = options;
  const program = await startProgram(options.env);
  try {
    const users = await createRunUsers(program);
    const both = { target: program, users };
    const key = program.settings['JWT_SECRET'] ?? '';
    note(await checkForgedTokens({ ...both, key }));
    note(await checkForeignOrigins(both));
    note(await checkCookieSessions(both));
    note(await checkFactors({ ...both, everyNthBody: isLongRun ? 1 : SHORT_EVERY_NTH_BODY }));
    note(await checkRoughClients({ ...both, connections, isLongRun }));
    note(await checkGeneratedEvents({ ...both, seed, count: Math.ceil(requests / 5) }));
    note(await checkGeneratedCalls({ ...both, seed, count: Math.floor((requests * 4) / 5) }));
    // Ends all proofs; what comes before needs proven sessions.
    note(await checkMissingProofs({ ...both, expireProofs: program.expireProofs }));
    note(await checkPlantedSecrets({ program, users }));
    const ended = program.ended();
    const findings = ended === undefined ? [] : [`it ended unexpectedly: ${ended}`];
    note({ name: 'the program still runs', tried: 1, findings, notReached: [], figures: [] });
  } finally {
    await program.stop();
  }
}

/** Runs every check. Returns the number of attempts and the findings of each. */
export async function runSecurity(options: RunOptions): Promise<readonly CheckResult[]> {
  const results: CheckResult[] = [];
  const note = (result: CheckResult) => {
    results.push(result);
    options.onResult?.(result);
  };
  const { root, folder } = options;
  if (folder !== undefined) mkdirSync(folder, { recursive: true });
  await tryProgram(options, note);
  const { env = {}, isLongRun } = options;
  const seconds = isLongRun ? LONG_FLOOD_SECONDS : SHORT_FLOOD_SECONDS;
  note(await checkFloods({ env, seconds, isLongRun }));
  if (isLongRun && env['DATABASE_URL'] && env['REDIS_URL'])
    note(await checkFloods({ env, seconds, isLongRun, nodes: 2 }));
  note(checkPatterns({ root }));
  note(
    await checkDependencies({
      root,
      ...(folder !== undefined && { billFile: path.join(folder, 'sbom.json') }),
      ...(options.audit && { audit: options.audit }),
    }),
  );
  if (folder !== undefined)
    writeFileSync(
      path.join(folder, 'security-run.json'),
      `${JSON.stringify({ seed: options.seed, results }, undefined, 2)}\n`,
    );
  return results;
}
