import { setTimeout as delay } from 'node:timers/promises';
import type { RunUsers } from './run-users.fixture.ts';
import { frame, openRawConnection, openRawSocket, type RawConnection } from './raw-connections.ts';
import { collectFindings, type CheckResult, type Target } from './security.types.ts';
import { watchWellBehaved } from './well-behaved.ts';

type Options = {
  readonly target: Target;
  readonly users: RunUsers;
  /** Number of concurrent connections from one address. */
  readonly connections: number;
  /** Whether to wait for the slow clients: 45 seconds. */
  readonly isLongRun: boolean;
  /** Time limit for an immediate disconnection or refusal, in milliseconds. */
  readonly cutSoonMs?: number;
};

/** Default time limit for an immediate disconnection or refusal. */
const CUT_SOON_MS = 10_000;
/** Longer than the limits of headers, bodies and handshakes: 20, 30 and 20 s. */
const CUT_LATE_MS = 45_000;

const head = (url: string, lines: readonly string[]) =>
  `POST /auth/login HTTP/1.1\r\nhost: ${new URL(url).host}\r\nx-api-key: adda-web\r\n${lines.join('\r\n')}\r\n\r\n`;

/** Bytes that are no valid call; each must be refused, and the connection closed. */
function brokenCalls(url: string): Readonly<Record<string, string>> {
  const json = 'content-type: application/json';
  const second = `GET /metrics HTTP/1.1\r\nhost: x\r\n\r\n`;
  return {
    'no HTTP at all': 'hello there\r\n\r\n',
    'TLS on a plain port': '\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03',
    'headers of 100 KB': head(url, [`x-long: ${'a'.repeat(100_000)}`]),
    'twenty thousand headers': head(
      url,
      Array.from({ length: 20_000 }, (_x, at) => `a${at}: b`),
    ),
    'length and chunks (CL.TE)':
      head(url, [json, 'content-length: 6', 'transfer-encoding: chunked']) + `0\r\n\r\n${second}`,
    'chunks twice (TE.TE)':
      head(url, [json, 'transfer-encoding: chunked', 'transfer-encoding: identity']) + `0\r\n\r\n${second}`,
    'an odd coding': head(url, [json, 'transfer-encoding: xchunked']) + second,
    'two lengths': head(url, [json, 'content-length: 2', 'content-length: 80']) + `{}${second}`,
    'a negative length': head(url, [json, 'content-length: -1']) + second,
    'a length with a plus': head(url, [json, 'content-length: +2']) + `{}${second}`,
    'a space before the colon': head(url, [json, 'content-length : 2']) + `{}${second}`,
    'a folded header': head(url, [json, 'transfer-encoding:\r\n chunked', 'content-length: 2']) + `{}`,
    'a broken chunk': head(url, [json, 'transfer-encoding: chunked']) + 'zz\r\n{}\r\n',
    'a chunk that is too long':
      head(url, [json, 'transfer-encoding: chunked']) + 'fffffffffffffffff\r\n{}\r\n',
    'NUL in a header': head(url, ['x-a: b\0c']),
    'bare line feeds': `POST /auth/login HTTP/1.1\nhost: a\ncontent-length: 5\n\n{}\n\n${second}`,
    'no host': 'GET /health HTTP/1.1\r\n\r\n',
    'a version that is none': 'GET /health HTTP/9.9\r\nhost: a\r\n\r\n',
    'a method that is none': 'GETT /health HTTP/1.1\r\nhost: a\r\n\r\n',
  };
}

type Found = ReturnType<typeof collectFindings>;

async function sendBrokenBytes(url: string, cutSoonMs: number, findings: Found): Promise<number> {
  const calls = Object.entries(brokenCalls(url));
  const tryOne = async ([name, text]: [string, string]) => {
    const line = openRawConnection(url);
    line.say(Buffer.from(text, 'latin1'));
    const isClosed = await line.closedWithin(cutSoonMs);
    const answers = line.received().match(/HTTP\/1\.1 \d+/g) ?? [];
    if (!isClosed) findings.add('a broken call kept its line', name);
    if (/HTTP\/1\.1 [25]\d\d/.test(line.received()))
      findings.add('a broken call was taken', `${name}: ${answers.join()}`);
    if (answers.length > 1) findings.add('a call was smuggled in', `${name}: ${answers.join()}`);
    if (/ \d{3} [^]*\bat \S+ \(|node_modules|HPE_/.test(line.received()))
      findings.add('exposes internals', name);
    line.close();
  };
  await Promise.all(calls.map(tryOne));
  return calls.length;
}

/** Invalid frames on an open socket; each ends the connection. */
const badFrames: Readonly<Record<string, Buffer>> = {
  'an unmasked frame': frame('40', { masked: false }),
  'an opcode that is none': frame('40', { opcode: 11 }),
  'a control frame in pieces': frame('x', { opcode: 9, fin: false }),
  'a ping that is too long': frame('x'.repeat(200), { opcode: 9 }),
  'a continuation of nothing': frame('x', { opcode: 0 }),
  'bits that are reserved': Buffer.from([0xf1, 0x80, 0, 0, 0, 0]),
  'a frame of 1 MB': frame('x'.repeat(1_000_000)),
  'a frame that announces 4 GB': frame('', { announced: 2 ** 32 }),
  'pieces above the limit': Buffer.concat([
    frame('4', { fin: false }),
    ...Array.from({ length: 100 }, () => frame('x'.repeat(1000), { opcode: 0, fin: false })),
  ]),
  'text that is no UTF-8': frame(Buffer.from([0xff, 0xfe, 0xfd])),
  'a packet that is none': frame('9'),
  'a namespace that does not exist, repeatedly': Buffer.concat(
    Array.from({ length: 50 }, () => frame('40/nowhere,')),
  ),
};

/** Unusual packets on an authenticated socket; it may be closed or get an error, and the program continues. */
const oddPackets: readonly string[] = [
  '42',
  '42[',
  '42{}',
  '42[]',
  '42[1]',
  '42[null]',
  '42["disconnect"]',
  '42["connect"]',
  '42["error"]',
  '42["newListener"]',
  '42["__proto__",{}]',
  '42["constructor"]',
  '42999999999999999999["message",{}]',
  '421["heartbeat"]',
  '43999[]',
  '431[{}]',
  '451-["message",{"_placeholder":true,"num":0}]',
  '459999999999-["message"]',
  '451-["message",{"_placeholder":true,"num":"splice"}]',
  '451-["message",{"_placeholder":true,"num":-1}]',
  '42/nowhere,["message"]',
  '40{"token":{}}',
  '41/',
  '44{}',
  '2probe',
  '1',
  '5',
  '6',
  'b4AAAA',
  `42["message",${'['.repeat(5000)}${']'.repeat(5000)}]`,
];

async function sendBadFrames(
  url: string,
  { users, token, self, cutSoonMs }: { users: RunUsers; token: string; self: string; cutSoonMs: number },
  findings: Found,
) {
  const query = { token, self };
  for (const [name, bytes] of Object.entries(badFrames)) {
    const line = await openRawSocket(url, '/socket.io', query);
    line.say(bytes);
    // A socket that joins no namespace is closed after 20 s by Socket.IO; the others immediately.
    const isTolerated = name.startsWith('a namespace') || name.startsWith('a frame that announces');
    if (!isTolerated && !(await line.closedWithin(cutSoonMs)))
      findings.add('a broken frame kept its socket', name);
    line.close();
  }
  for (const path of ['/socket.io', '/group-socket.io']) {
    for (const packet of oddPackets) {
      const line = await openRawSocket(url, path, { ...query, group_id: users.groupId });
      line.say(frame('40'));
      await line.answerWithin(5000, /4[04][{]/);
      line.say(frame(packet));
      line.say(frame('42["heartbeat"]'));
      await delay(20);
      if (/"internal"|node_modules|TypeError/.test(line.received()))
        findings.add('an odd packet showed the inside', `${path} ${packet.slice(0, 60)}`);
      line.close();
    }
  }
  const flood = await openRawSocket(url, '/socket.io', query);
  for (let at = 0; at < 20_000; at += 1) flood.say(frame('x', { opcode: 9 }));
  await delay(500);
  flood.close();
  return Object.keys(badFrames).length + oddPackets.length * 2 + 1;
}

/** Clients that begin and then send next to nothing; each is disconnected in the end. */
async function sendSlowly(
  url: string,
  { token, self }: { token: string; self: string },
  findings: Found,
): Promise<number> {
  const begin: Readonly<Record<string, () => Promise<RawConnection>>> = {
    'headers byte by byte': async () => {
      const line = openRawConnection(url);
      line.say('GET /health HTTP/1.1\r\nhost: a\r\n');
      return line;
    },
    'nothing at all': async () => openRawConnection(url),
    'half an upgrade': async () => {
      const line = openRawConnection(url);
      line.say('GET /socket.io/?EIO=4&transport=websocket HTTP/1.1\r\nhost: a\r\nupgrade: websocket\r\n');
      return line;
    },
    'a body that does not come': async () => {
      const line = openRawConnection(url);
      line.say(head(url, ['content-type: application/json', 'content-length: 5000']));
      return line;
    },
    'chunks that do not end': async () => {
      const line = openRawConnection(url);
      line.say(head(url, ['content-type: application/json', 'transfer-encoding: chunked']));
      return line;
    },
    'a socket that never joins': () => openRawSocket(url, '/socket.io', { token, self }),
  };
  const tryOne = async ([name, make]: [string, () => Promise<RawConnection>]) => {
    const line = await make();
    const drip = setInterval(() => {
      if (name.startsWith('headers')) line.say('x-a: b\r\n');
      if (name.startsWith('a body')) line.say(' ');
      if (name.startsWith('chunks')) line.say('1\r\n \r\n');
    }, 1000);
    if (!(await line.closedWithin(CUT_LATE_MS))) findings.add('a slow client kept its line', name);
    clearInterval(drip);
    line.close();
  };
  await Promise.all(Object.entries(begin).map(tryOne));
  return Object.keys(begin).length;
}

/** Slow, broken and hostile clients; a well-behaved one is served throughout, and memory stays bounded. */
export async function checkRoughClients({
  target,
  users,
  connections,
  isLongRun,
  cutSoonMs = CUT_SOON_MS,
}: Options): Promise<CheckResult> {
  const findings = collectFindings();
  const { url } = target;
  const { token, username: self } = await users.register('rough');
  const endWatch = watchWellBehaved(target, findings);
  const crowd = Array.from({ length: connections }, () => openRawConnection(url));
  for (const line of crowd) line.say('GET /health HTTP/1.1\r\nhost: a\r\n');
  const slow = isLongRun ? sendSlowly(url, { token, self }, findings) : Promise.resolve(0);
  const broken = await sendBrokenBytes(url, cutSoonMs, findings);
  const frames = await sendBadFrames(url, { users, token, self, cutSoonMs }, findings);
  const slowly = await slow;
  for (const line of crowd) line.close();
  const watched = await endWatch();
  return {
    name: 'slow and malformed clients',
    tried: broken + frames + slowly + connections,
    findings: findings.list(),
    notReached: isLongRun ? [] : ['slow clients: they take 45 s'],
    figures: [`${connections} connections of one address at once`, watched],
  };
}
