import { globSync, readFileSync, statSync } from 'node:fs';
import path from 'node:path';
import { createClient } from '../client.ts';
import type { RunUsers } from './run-users.fixture.ts';
import { callRaw } from './raw-call.ts';
import { collectFindings, type CheckResult } from './security.types.ts';

/** A text that must not be written, and its description. */
type Secret = { readonly what: string; readonly text: string };

/** A secret in a wrong place. */
type Found = { readonly kind: string; readonly words: string };

/** Where private data is expected: the database itself, mails, pictures, and the keys that sign tokens and pushes. */
const EXPECTED_PLACES = /^(outbox|media|uploads|postgres|pgdata|database|db)\/|^(jwt-secret|vapid-key)$/;
const MOST_BYTES = 50 * 1024 * 1024;

/** Returns the secrets that occur in a text; `where` names the text. */
function secretsIn(text: string, where: string, secrets: readonly Secret[]): Found[] {
  return secrets.flatMap((secret) => {
    const forms = [
      secret.text,
      encodeURIComponent(secret.text),
      Buffer.from(secret.text).toString('base64').replace(/=+$/, ''),
    ];
    const at = forms.map((form) => text.indexOf(form)).find((found) => found >= 0);
    const near = at === undefined ? '' : text.slice(Math.max(0, at - 80), at + 12);
    return at === undefined ? [] : [{ kind: `${where} holds the ${secret.what}`, words: `…${near}…` }];
  });
}

/** Requests a password reset. Returns the secret parts of all mailed links. */
async function mailedSecrets(
  { url, dataDir }: { url: string; dataDir: string },
  email: string,
): Promise<Secret[]> {
  await createClient(url)('POST /auth/password/forgot', { body: { email } });
  const mails = globSync('outbox/*.eml', { cwd: dataDir }).map((file) =>
    readFileSync(path.join(dataDir, file), 'utf8'),
  );
  const joined = mails
    .join('\n')
    .replace(/=\r?\n/g, '')
    .replaceAll('=3D', '=');
  return [...joined.matchAll(/[?#&/]token=([\w.-]{16,})/g)].map(([, text = '']) => ({
    what: 'token of a mailed link',
    text,
  }));
}

/** Returns the signatures of links issued to the victim. */
async function signedSecrets(url: string, token: string): Promise<Secret[]> {
  const { text } = await callRaw(url, {
    method: 'GET',
    target: '/media/list',
    headers: { 'x-api-key': 'adda-web', authorization: `Bearer ${token}` },
  });
  return [...text.matchAll(/[?&](?:signature|sig|s)=([\w-]{16,})/g)].map(([, sig = '']) => ({
    what: 'signature of a link',
    text: sig,
  }));
}

type Options = {
  readonly program: {
    readonly url: string;
    readonly dataDir: string;
    readonly written: () => string;
    readonly settings: Readonly<Record<string, string>>;
  };
  readonly users: RunUsers;
};

/**
 * Runs last: no password, token, link, setting or private text of the run may occur in the `trace` log, in the metrics,
 * in the audit, or in files not intended for them (R-18, SV-104).
 */
export async function checkPlantedSecrets({ program, users }: Options): Promise<CheckResult> {
  const findings = collectFindings();
  const { url, dataDir } = program;
  const failing = await callRaw(url, {
    method: 'POST',
    target: `/auth/login?password=${users.victim.password}`,
    headers: {
      'x-api-key': 'adda-web',
      'content-type': 'application/json',
      authorization: `Bearer ${users.victim.token}`,
    },
    body: JSON.stringify({ username: users.victim.username, password: `${users.victim.password}x` }),
  });
  const mailed = await mailedSecrets(
    program,
    users.canaries.find(({ what }) => what === 'e-mail address')?.text ?? '',
  );
  const keyless = /_KEY_ID$|PUBLIC_KEY$|CLIENT_ID$|WEBHOOK_ID$|_URL$/;
  const secrets: Secret[] = [
    ...users.secrets.map((text) => ({ what: 'password or token', text })),
    ...users.canaries.filter(({ what }) => what !== 'birth date'),
    ...mailed,
    ...(await signedSecrets(url, users.victim.token)),
    ...Object.entries(program.settings)
      .filter(([name]) => !keyless.test(name))
      .map(([name, text]) => ({ what: `setting ${name}`, text })),
  ];
  const admin = users.playerOf('admin')?.token ?? '';
  const audit = await callRaw(url, {
    method: 'GET',
    target: '/admin/audit',
    headers: { 'x-api-key': 'adda-web', authorization: `Bearer ${admin}` },
  });
  const metrics = await callRaw(url, { method: 'GET', target: '/metrics', headers: {} });
  const texts: [string, string][] = [
    ['the log', program.written()],
    ['/metrics', metrics.text],
    ['the audit', audit.text],
    ['an answer to a failed login', failing.text],
  ];
  for (const file of globSync('**/*', { cwd: dataDir })) {
    const full = path.join(dataDir, file);
    const stat = statSync(full, { throwIfNoEntry: false });
    if (!stat?.isFile() || stat.size > MOST_BYTES || EXPECTED_PLACES.test(file)) continue;
    texts.push([`the file ${file}`, readFileSync(full, 'latin1')]);
  }
  for (const [where, text] of texts)
    for (const found of secretsIn(text, where, secrets)) findings.add(found.kind, found.words);
  return {
    name: 'planted secrets',
    tried: secrets.length,
    findings: findings.list(),
    notReached: [
      ...(mailed.length === 0 ? ['tokens of mailed links: no mail was found'] : []),
      ...(program.written().includes('"level":20')
        ? []
        : ['the log at the level debug: nothing was written']),
    ],
    figures: [
      `${secrets.length} secrets looked for in ${texts.length} places, ${program.written().length} characters of log`,
    ],
  };
}
