import { randomBytes } from 'node:crypto';
import { io } from 'socket.io-client';
import { groupSocket } from '@adda/contract/rooms';
import { privateSocket } from '@adda/contract/direct';
import { createClient } from '../client.ts';
import { collectPool, type Pool } from './pool.ts';
import type { Program } from './program.fixture.ts';

/** The callers of the security run. */
export const CALLERS = ['unauthenticated', 'guest', 'member', 'moderator', 'admin'] as const;
export type Caller = (typeof CALLERS)[number];

/** A user with a token. */
export type Player = { readonly username: string; readonly token: string; readonly password?: string };

/** A text that only its owner may read; `admin`: whether a global admin may as well. */
export type Canary = { readonly what: string; readonly text: string; readonly admin: boolean };

const word = (of: string) => `canary${of}${randomBytes(6).toString('hex')}`;
const WAIT_MS = 30_000;

/** Sends a message over a socket and waits for the confirmation. */
async function sendOnce(
  url: string,
  { path, query, event, message }: { path: string; query: object; event: string; message: object },
): Promise<string> {
  const socket = io(url, { path, query, transports: ['websocket'], forceNew: true, reconnection: false });
  try {
    return await new Promise((said, failed) => {
      const timer = setTimeout(() => failed(new Error(`${event} was not confirmed`)), WAIT_MS);
      socket.once('connect_error', failed);
      socket.once('error', (refusal: { code: string }) => failed(new Error(refusal.code)));
      socket.once('connect', () => socket.emit(event, { clientMessageId: 'once', ...message }));
      socket.once('message_confirmation', (confirmed: { _id: string }) => {
        clearTimeout(timer);
        said(confirmed._id);
      });
    });
  } finally {
    socket.disconnect();
  }
}

/** A different address each time, for a program behind a proxy: consecutive runs share Redis and its rate limits. */
const fromAnywhere = () => ({ 'x-forwarded-for': `10.${[...randomBytes(3)].join('.')}` });

/** Returns functions that create permanent accounts and guests with unique addresses and passwords. */
export function makersOf(url: string, secrets: string[]) {
  const client = createClient(url);
  const about = { sex: 'female', country: 'India', state: 'Kerala' } as const;
  return {
    client,
    async register(
      name: string,
      birthDate = '1999-05-17',
    ): Promise<Player & { password: string; email: string }> {
      const username = `${name}${randomBytes(4).toString('hex')}`;
      const password = word('password');
      const email = `${word('mail')}@example.org`;
      const body = { username, email, password, birth_date: birthDate, ...about };
      const { data } = await client('POST /auth/register', { body }, { headers: fromAnywhere() });
      secrets.push(password, data.access_token);
      return { username, token: data.access_token, password, email };
    },
    async guest(): Promise<Player> {
      const body = { age: 25, ...about };
      const { data } = await client('POST /auth/guest', { body }, { headers: fromAnywhere() });
      secrets.push(data.access_token);
      return { username: data.username, token: data.access_token };
    },
  };
}

type Makers = ReturnType<typeof makersOf>;

/** Creates private data of the victim: a private chat, a payee, a private post, an address, a token. */
async function plantCanaries(url: string, { client, register }: Makers, pool: Pool): Promise<Victim> {
  const victim = await register('victim', '1987-11-23');
  const confidant = await register('confidant');
  const { token, username } = victim;
  const canary = { chat: word('chat'), room: word('room'), post: word('post'), account: word('account') };
  const chat = { path: privateSocket.path, query: { token, self: username, recipient: confidant.username } };
  pool.add(
    'message_id',
    await sendOnce(url, {
      ...chat,
      event: 'message',
      message: { recipient: confidant.username, content: canary.chat },
    }),
  );
  const body = { name: `Kept ${randomBytes(3).toString('hex')}` };
  const { group_id: groupId } = (await client('POST /groupchat/groups/create', { body }, { token })).data;
  const room = { path: groupSocket.path, query: { token, self: username, group_id: groupId } };
  const said = { ...room, event: 'group_message', message: { group_id: groupId, content: canary.room } };
  pool.add('message_id', await sendOnce(url, said));
  const payee = { kind: 'bank', name: 'A Victim', account: canary.account } as const;
  await client('POST /wallet/payee', { body: payee }, { token });
  const form = new FormData();
  form.set('caption', canary.post);
  form.set('visibility', 'private');
  const posted = await fetch(new URL('/media/upload', url), {
    method: 'POST',
    headers: { 'x-api-key': 'adda-web', authorization: `Bearer ${token}` },
    body: form,
  });
  if (!posted.ok) throw new Error(`The private post was refused: ${await posted.text()}`);
  const post: { media_id?: string } = JSON.parse(await posted.text());
  if (post.media_id !== undefined) pool.add('media_id', post.media_id);
  pool.add('username', username);
  pool.add('username', confidant.username);
  return {
    victim,
    confidant,
    canaries: [
      { what: 'password', text: victim.password, admin: false },
      { what: 'token', text: token, admin: false },
      { what: 'private message', text: canary.chat, admin: false },
      { what: 'private post', text: canary.post, admin: true },
      { what: 'account of the payee', text: canary.account, admin: true },
      { what: 'e-mail address', text: victim.email, admin: true },
      { what: 'birth date', text: '1987-11-23', admin: true },
    ],
  };
}

type Victim = { readonly victim: Player; readonly confidant: Player; readonly canaries: readonly Canary[] };

/** Creates the users of a run: callers of every role, and a victim with private data that no caller may see. */
export async function createRunUsers(program: Pick<Program, 'url' | 'grantAdmin'>) {
  const { url } = program;
  /** Texts that must never appear in a log. */
  const secrets: string[] = [];
  const makers = makersOf(url, secrets);
  const { client, register, guest } = makers;
  const pool = collectPool();
  const planted = await plantCanaries(url, makers, pool);
  const players = new Map<Caller, Player>();

  const group = async (): Promise<string> => {
    const someone = players.get('member') ?? (await register('member'));
    players.set('member', someone);
    const body = { name: `Open ${randomBytes(3).toString('hex')}` };
    return (await client('POST /groupchat/groups/create', { body }, { token: someone.token })).data.group_id;
  };
  const groupId = await group();
  pool.add('group_id', groupId);

  /** Creates the user of a role, after the previous one lost the session or the account. */
  async function makePlayer(caller: Exclude<Caller, 'unauthenticated'>): Promise<Player> {
    const player = caller === 'guest' ? await guest() : await register(caller);
    if (caller === 'admin') await program.grantAdmin(player.username);
    await client('POST /groupchat/groups/join', { body: { group_id: groupId } }, { token: player.token });
    pool.add('username', player.username);
    players.set(caller, player);
    return player;
  }
  for (const caller of ['guest', 'moderator', 'admin'] as const) await makePlayer(caller);

  let replacing: Promise<void> = Promise.resolve();

  async function replaceCaller(caller: Exclude<Caller, 'unauthenticated'>, token: string): Promise<void> {
    const now = players.get(caller);
    if (now && now.token !== token) return;
    if (now && (await client('GET /users/me', {}, { token: now.token })).status === 200) return;
    if (now?.password !== undefined) {
      const body = { username: now.username, password: now.password };
      const repeat = await fetch(new URL('/auth/login', url), {
        method: 'POST',
        headers: { 'x-api-key': 'adda-web', 'content-type': 'application/json' },
        body: JSON.stringify(body),
      });
      if (repeat.ok) {
        const data: { access_token: string } = JSON.parse(await repeat.text());
        secrets.push(data.access_token);
        players.set(caller, { ...now, token: data.access_token });
        return;
      }
    }
    await makePlayer(caller);
  }

  return {
    ...planted,
    pool,
    secrets,
    groupId,
    client,
    register,
    playerOf: (caller: Caller) => players.get(caller),
    /**
     * Replaces the user of a role if they can no longer call; serialized, because callers are replaced concurrently.
     */
    replaceCallerOf(caller: Exclude<Caller, 'unauthenticated'>, token: string): Promise<void> {
      replacing = replacing.then(() => replaceCaller(caller, token));
      return replacing;
    },
  };
}

/** The users of a run. */
export type RunUsers = Awaited<ReturnType<typeof createRunUsers>>;
