/** Shows that each check of the security run finds a fault planted for it. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createRunUsers, type RunUsers } from './run-users.fixture.ts';
import { checkCookieSessions } from './cookie-sessions.ts';
import { checkDependencies, readAudit } from './dependencies.ts';
import { checkFactors } from './factor-attacks.ts';
import { startFaultyProxy, type Fault } from './faulty-proxy.fixture.ts';
import { checkForeignOrigins } from './foreign-origins.ts';
import { checkForgedTokens } from './forged-tokens.ts';
import { checkGeneratedCalls } from './generated-calls.ts';
import { checkGeneratedEvents } from './generated-events.ts';
import { checkMissingProofs } from './missing-proofs.ts';
import { checkPlantedSecrets } from './planted-secrets.ts';
import { startProgram, type Program } from './program.fixture.ts';
import { checkRoughClients } from './rough-clients.ts';
import type { CheckResult, Target } from './security.types.ts';
import { patternsIn, slownessOf } from './slow-patterns.ts';

let program: Program;
let users: RunUsers;
const fronts: { stop: () => Promise<void> }[] = [];

beforeAll(async () => {
  program = await startProgram();
  users = await createRunUsers(program);
});
afterAll(async () => {
  for (const front of fronts) await front.stop();
  await program.stop();
});

/** Runs a check against a program with an injected fault. Returns its findings. */
async function foundWith(
  fault: Fault,
  check: (both: { target: Target; users: RunUsers }) => Promise<CheckResult>,
) {
  const front = await startFaultyProxy(program.url, fault);
  fronts.push(front);
  const { findings } = await check({ target: front, users });
  return findings.join('\n');
}

const calls = (both: { target: Target; users: RunUsers }) =>
  checkGeneratedCalls({ ...both, count: 250, seed: 7 });

describe('the security run finds', () => {
  it.each<[string, RegExp, NonNullable<Fault['answered']>]>([
    [
      'a response of status 500',
      /answers 500/,
      (answer, target) => target.startsWith('/wallet') && (answer.status = 500),
    ],
    ['a stack trace', /exposes internals/, (answer) => (answer.body += 'at read (/srv/users.ts:12)')],
    [
      'a missing header',
      /lacks the header content-security-policy/,
      (answer) => delete answer.headers['content-security-policy'],
    ],
    [
      'a code that is not declared',
      /answers with the code planted/,
      (answer) => (answer.body = answer.body.replace(/"code":"\w+"/, '"code":"planted"')),
    ],
    [
      'another shape',
      /not of the declared shape/,
      (answer) => answer.status === 200 && (answer.body = '"planted"'),
    ],
    [
      'a private message of another user',
      /shows the victim’s private message/,
      (answer) => (answer.body += users.canaries.find(({ what }) => what === 'private message')?.text),
    ],
  ])('R-20: %s', async (_name, found, answered) => {
    expect(await foundWith({ answered }, calls)).toMatch(found);
  });

  it('SV-101: a private word in a socket event', async () => {
    // Every error contains this word, as if it leaked.
    const canaries = [{ what: 'planted word', text: '"detail"', admin: false }];
    // The generated calls of the tests before may have left the room.
    const members = await createRunUsers(program);
    const { findings } = await checkGeneratedEvents({
      target: program,
      users: { ...members, canaries },
      count: 160,
      seed: 3,
    });
    expect(findings.join('\n')).toMatch(/socket\.io shows the victim’s planted word/);
  });

  it('R-18: a server that accepts an unsigned token', async () => {
    const holder = await users.register('believed');
    const asked: Fault['asked'] = (headers) => {
      if (/^Bearer [\w-]+\.[\w-]+\.$/.test(headers.authorization ?? ''))
        headers.authorization = `Bearer ${holder.token}`;
    };
    expect(await foundWith({ asked }, checkForgedTokens)).toMatch(
      /was not refused: alg none without signature/,
    );
  });

  it('R-06: a server that ignores the origin, and allows every page to read', async () => {
    const found = await foundWith(
      {
        asked: (headers) => delete headers.origin,
        answered: ({ headers }) => (headers['access-control-allow-origin'] = '*'),
      },
      checkForeignOrigins,
    );
    expect(found).toMatch(/a foreign origin opened a socket/);
    expect(found).toMatch(/a foreign origin may read/);
  });

  it('R-20: a server that accepts malformed requests', async () => {
    const found = await foundWith({ isLenient: true }, (both) =>
      checkRoughClients({ ...both, connections: 5, isLongRun: false, cutSoonMs: 1000 }),
    );
    expect(found).toMatch(/a broken call was taken/);
    expect(found).toMatch(/a broken call kept its line/);
  });

  it('R-18: a secret in the log, also encoded', async () => {
    const { password = '', token } = users.victim;
    const written = () =>
      `${program.written()} ${password} ${encodeURIComponent(program.settings['PAYPAL_CLIENT_SECRET'] ?? '')}`;
    const { findings } = await checkPlantedSecrets({ program: { ...program, written }, users });
    expect(findings.join('\n')).toMatch(/the log holds the password/);
    expect(findings.join('\n')).toMatch(/setting PAYPAL_CLIENT_SECRET/);
    expect(findings.join('\n')).not.toContain(token);
  });

  it('R-20: regular expressions with exponential time, and no others', () => {
    const planted = patternsIn(
      "const a = /^(\\w+\\s?)+$/; const b = new RegExp('^(a|a)*$'); const c = /\\s+$/; const d = /^\\d{4}-\\d\\d$/;",
      'planted.ts',
    );
    expect(planted).toHaveLength(4);
    expect(planted.map((pattern) => slownessOf(pattern) !== undefined)).toEqual([true, true, true, false]);
  });

  it("R-18: a vulnerable package, a licence, an open source; and reports when the registry can't be reached", async () => {
    const root = mkdtempSync(path.join(tmpdir(), 'adda-lock-'));
    const one = {
      version: '1.0.0',
      resolved: 'https://registry.example/a.tgz',
      integrity: 'sha512-AAAA',
      license: 'MIT',
    };
    const packages = {
      'node_modules/fine': one,
      'node_modules/denied': { ...one, license: 'AGPL-3.0-only' },
      'node_modules/open': { ...one, resolved: 'http://registry.example/a.tgz' },
    };
    writeFileSync(path.join(root, 'package-lock.json'), JSON.stringify({ packages }));
    const weak = JSON.stringify({ vulnerabilities: { fine: { severity: 'high', range: '<1.0.1' } } });
    const { findings } = await checkDependencies({ root, audit: async () => readAudit(weak) });
    expect(findings).toEqual([
      'a licence that is denied: denied@1.0.0 AGPL-3.0-only',
      'a package from an open line: node_modules/open http://registry.example/a.tgz',
      'a known weakness: fine <1.0.1 (high)',
    ]);
    const refused = JSON.stringify({
      message: '405 Method Not Allowed - POST https://registry.example/bulk',
    });
    const { notReached } = await checkDependencies({ root, audit: async () => readAudit(refused) });
    expect(notReached).toEqual(['advisories of the registry: 405 Method Not Allowed']);
    rmSync(root, { recursive: true });
  });

  it('ID-07: a server that ignores where a request with a cookie comes from, and repeats its token', async () => {
    const found = await foundWith(
      {
        asked: (headers) => (headers.origin = `http://${headers.host}`),
        answered: (answer) => (answer.body += String(answer.headers['set-cookie'])),
      },
      checkCookieSessions,
    );
    for (const fault of [
      'another site wrote with the cookie',
      'another site opened a socket with the cookie',
      'another site began a session',
      'a script can read the token: in the response of a login',
      'a script can read the token: in the response of a refresh',
    ])
      expect(found).toContain(fault);
  });

  it('ID-01, ID-02: a server that accepts whatever is shown to it as a passkey or a code', async () => {
    const answered: Fault['answered'] = (answer, target) => {
      if (target.startsWith('/auth/') && answer.status < 500) answer.status = 200;
    };
    const found = await foundWith({ answered }, (both) =>
      checkFactors({ ...both, site: program.url, everyNthBody: 49 }),
    );
    for (const fault of [
      /a replay was accepted: the response of a passkey: 4 of 4 at once/,
      /a replay was accepted: a code of the app/,
      /a replay was accepted: a recovery code/,
      /a replay was accepted: a login challenge/,
      /a passkey of a foreign page counted: a login at/,
      /something of another person counted: their login was finished by a passkey/,
      /a route of factors let in/,
      /a wrong body was accepted/,
    ])
      expect(found).toMatch(fault);
  });

  it('ID-03: a server that asks for no proof', async () => {
    const answered: Fault['answered'] = (answer) => {
      if (/reauthentication_needed|proof_refused/.test(answer.body))
        Object.assign(answer, { status: 200, body: '{}' });
    };
    const found = await foundWith({ answered }, (both) =>
      checkMissingProofs({ ...both, expireProofs: program.expireProofs }),
    );
    expect(found).toMatch(/POST \/wallet\/request-payout counted without a proof/);
    expect(found).toMatch(/a wrong proof counted: a wrong password/);
  });
});
