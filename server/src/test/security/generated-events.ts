import { privateSocket } from '@adda/contract/direct';
import { groupSocket } from '@adda/contract/rooms';
import { io, type Socket } from 'socket.io-client';
import type { Caller, RunUsers } from './run-users.fixture.ts';
import { createRandom } from './random.ts';
import { leaksIn } from './check-response.ts';
import { collectFindings, type CheckResult, type Findings, type Target } from './security.types.ts';
import { validValue, HOSTILE_TEXTS, hostileValue, shapeOf, corrupt, type Making } from './values.ts';
import { watchWellBehaved } from './well-behaved.ts';

type Options = {
  readonly target: Target;
  readonly users: RunUsers;
  readonly count: number;
  readonly seed: number;
};

const ROLES = ['guest', 'member', 'moderator', 'admin'] as const;
const WAIT_MS = 30_000;
/** Reserved names of Socket.IO; its client refuses to emit them. */
const KEPT = /^(connect|connect_error|disconnect|disconnecting|newListener|removeListener)$/;

const sockets = { '/group-socket.io': groupSocket, '/socket.io': privateSocket };

type Path = keyof typeof sockets;

function payloadFor(path: Path, event: string, making: Making): unknown {
  const { random } = making;
  const schema = Object.entries(sockets[path].incoming).find(([name]) => name === event)?.[1];
  if (!schema || random.happens(0.2)) return hostileValue(random);
  const value = validValue(shapeOf(schema), making);
  return random.happens(0.5) ? corrupt(value, making) : value;
}

async function connectAs(caller: Exclude<Caller, 'unauthenticated'>, path: Path, { target, users }: Options) {
  const open = () => {
    const { username = '', token = '' } = users.playerOf(caller) ?? {};
    const query = { token, self: username, ...(path === '/group-socket.io' && { group_id: users.groupId }) };
    const socket = io(target.url, {
      path,
      query,
      transports: ['websocket'],
      forceNew: true,
      reconnection: false,
    });
    return new Promise<typeof socket>((connected, failed) => {
      socket.once('connect', () => connected(socket));
      socket.once('connect_error', failed);
    });
  };
  try {
    return await open();
  } catch {
    // Generated requests may have ended this session, or removed the user from the room.
    await users.replaceCallerOf(caller, users.playerOf(caller)?.token ?? '');
    const token = users.playerOf(caller)?.token ?? '';
    await users.client('POST /groupchat/groups/join', { body: { group_id: users.groupId } }, { token });
    return open();
  }
}

async function emitAs(
  caller: Exclude<Caller, 'unauthenticated'>,
  path: Path,
  {
    options,
    count,
    making,
    findings,
  }: { options: Options; count: number; making: Making; findings: Findings },
): Promise<number> {
  const { random } = making;
  const socket = await connectAs(caller, path, options);
  let refusals = 0;
  let last = '';
  socket.onAny((event: string, payload: unknown) => {
    const text = JSON.stringify(payload) ?? '';
    for (const leak of leaksIn(text, caller, options.users.canaries))
      findings.add(`${path} ${leak}`, text.slice(0, 200));
    if (event !== 'error') return;
    refusals += 1;
    if (/"internal"|node_modules|\.ts:\d+/.test(text))
      findings.add(`${path} fails inside`, `${last} → ${text.slice(0, 200)}`);
  });
  const names = [...Object.keys(sockets[path].incoming), ...HOSTILE_TEXTS.filter((name) => !KEPT.test(name))];
  for (let at = 0; at < count && socket.connected; at += 1) {
    const isKnown = random.happens(0.8);
    const event = isKnown ? random.one(Object.keys(sockets[path].incoming)) : random.one(names);
    const payload = payloadFor(path, event, making);
    last = `${event} ${JSON.stringify(payload)?.slice(0, 200)}`;
    socket.emit(event, payload);
    // Events are processed in order, and only a limited number may be queued: this response follows theirs.
    if (at % 20 === 0) await answerTo(socket, `round ${at}`);
  }
  const isHeard = await answerTo(socket, 'the last one');
  if (!socket.connected) findings.add(`${path} lost its connection`, `${caller} after ${last}`);
  else if (!isHeard) findings.add(`${path} says nothing more`, `${caller} after ${last}`);
  socket.disconnect();
  return refusals;
}

/** Sends an invalid payload and waits for the error that names it, up to the time limit. */
async function answerTo(socket: Socket, clientMessageId: string): Promise<boolean> {
  const { promise, resolve } = Promise.withResolvers<boolean>();
  const onError = (error: { clientMessageId?: string } | undefined) => {
    if (error?.clientMessageId === clientMessageId) resolve(true);
  };
  const giveUp = () => resolve(false);
  const timer = setTimeout(giveUp, WAIT_MS);
  socket.on('error', onError);
  socket.once('disconnect', giveUp);
  socket.emit('typing_start', { clientMessageId });
  const isHeard = await promise;
  clearTimeout(timer);
  socket.off('error', onError);
  socket.off('disconnect', giveUp);
  return isHeard;
}

/**
 * Emits every event of both sockets as every authenticated caller, with valid, nearly valid and invalid payloads
 * (SV-101).
 */
export async function checkGeneratedEvents(options: Options): Promise<CheckResult> {
  const findings = collectFindings();
  const endWatch = watchWellBehaved(options.target, findings);
  const making = { random: createRandom(options.seed), pool: options.users.pool };
  const paths = ['/group-socket.io', '/socket.io'] as const;
  const count = Math.ceil(options.count / (ROLES.length * paths.length));
  let refusals = 0;
  for (const caller of ROLES)
    for (const path of paths) refusals += await emitAs(caller, path, { options, count, making, findings });
  const watched = await endWatch();
  return {
    name: 'generated events',
    tried: count * ROLES.length * paths.length,
    findings: findings.list(),
    notReached: [],
    figures: [`${refusals} refusals received`, watched],
  };
}
