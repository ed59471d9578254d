import { API_KEY_HEADER, DEFAULT_API_KEY } from '@adda/contract/platform';
import type { RunUsers } from './run-users.fixture.ts';
import { isAdmitted } from './forged-tokens.ts';
import { callRaw } from './raw-call.ts';
import { collectFindings, type CheckResult, type Target } from './security.types.ts';

/** Returns foreign origins, most of which resemble the server's own. */
export function foreignOriginsOf(url: string): string[] {
  const { host, hostname, port, protocol } = new URL(url);
  return [
    'null',
    '',
    'https://evil.example',
    `${protocol}//${host}.evil.example`,
    `${protocol}//evil.${host}`,
    `${protocol}//${hostname}`,
    `${protocol}//${hostname}:${Number(port) + 1}`,
    `${protocol}//${host}@evil.example`,
    `${protocol}//evil.example/${host}`,
    `${protocol}//evil.example?${host}`,
    `${protocol}//evil.example#${host}`,
    // The same machine under another name.
    `${protocol}//127.0.0.1:${port}`,
    `${protocol}//127.0.0.2:${port}`,
    `${protocol}//[::1]:${port}`,
    `file://${host}`,
    `chrome-extension://${host}`,
    `ftp://${host}`,
    host,
    `//${host}`,
    `${protocol}//evil.example, ${protocol}//${host}`,
    '*',
    'undefined',
  ];
}

type Options = { readonly target: Target; readonly users: RunUsers };

/** Pages of other origins may open no socket, read no response, and cause no change. */
export async function checkForeignOrigins({ target: { url }, users }: Options): Promise<CheckResult> {
  const findings = collectFindings();
  const { token, username } = await users.register('browser');
  const sockets: { path: string; query: Record<string, string> }[] = [
    { path: '/socket.io', query: { token, self: username } },
    { path: '/socket.io', query: { token, self: username, recipient: users.confidant.username } },
  ];
  const origins = foreignOriginsOf(url);
  let tried = 0;
  for (const origin of origins) {
    for (const socket of sockets) {
      tried += 1;
      if (await isAdmitted(url, { ...socket, headers: { origin } }))
        findings.add('a foreign origin opened a socket', `"${origin}" ${socket.path}`);
    }
    for (const method of ['OPTIONS', 'GET', 'POST']) {
      tried += 1;
      const headers = {
        origin,
        [API_KEY_HEADER]: DEFAULT_API_KEY,
        authorization: `Bearer ${token}`,
        'access-control-request-method': 'POST',
        'access-control-request-headers': `authorization, ${API_KEY_HEADER}`,
      };
      const answer = await callRaw(url, { method, target: '/users/me', headers });
      const allowed = Object.keys(answer.headers).filter((name) => name.startsWith('access-control-'));
      if (allowed.length > 0)
        findings.add('a foreign origin may read', `"${origin}" ${method} ${allowed.join()}`);
    }
  }
  for (const socket of sockets.slice(0, 1)) {
    if (!(await isAdmitted(url, { ...socket, headers: { origin: new URL(url).origin } })))
      findings.add('our own origin was refused', socket.path);
    if (!(await isAdmitted(url, socket))) findings.add('a client without an origin was refused', socket.path);
  }
  // Requests that a form of another page can send without a preflight: no custom header, three content types, the
  // browser's cookies.
  for (const type of ['text/plain', 'application/x-www-form-urlencoded', 'multipart/form-data; boundary=a']) {
    for (const path of [
      '/auth/logout',
      '/wallet/spin',
      '/users/block',
      '/media/upload',
      '/groupchat/groups/create',
    ]) {
      tried += 1;
      const headers = {
        'content-type': type,
        origin: 'https://evil.example',
        cookie: `token=${token}; adda=${token}`,
      };
      const { status } = await callRaw(url, { method: 'POST', target: path, headers, body: '{"name":"x"}' });
      if (status < 400) findings.add('a form of another page counted', `${path} ${type} ${status}`);
    }
  }
  const { headers } = await callRaw(url, {
    method: 'GET',
    target: '/users/me',
    headers: { [API_KEY_HEADER]: DEFAULT_API_KEY, authorization: `Bearer ${token}` },
  });
  for (const cookie of [headers['set-cookie'] ?? []].flat()) {
    tried += 1;
    if (!/; HttpOnly/.test(cookie) || !/; SameSite=Strict/.test(cookie))
      findings.add('a cookie goes where it should not', cookie.replace(/=[^;]*/, '=…'));
  }
  return {
    name: 'foreign origins',
    tried,
    findings: findings.list(),
    notReached: [],
    figures: [`${origins.length} origins`],
  };
}
