import { privateSocket } from '@adda/contract/direct';
import { groupSocket } from '@adda/contract/rooms';
import { connectTo, type Connection } from './connection.fixture.ts';
import type { MatrixUser } from './people.fixture.ts';
import type { Caller, Stage } from './stage.fixture.ts';
import { makeKnown } from '../known-people.fixture.ts';

/** Emits an event on an accepted connection. Returns the result. */
type EmitAction = (
  stage: Stage,
  me: Connection,
  caller: Caller & { readonly person: MatrixUser },
) => Promise<string>;

/** Connects; throws if the connection is refused. */
async function admitted(...given: Parameters<typeof connectTo>): Promise<Connection> {
  const connection = await connectTo(...given);
  if (typeof connection === 'string') throw new Error(`was refused: ${connection}`);
  return connection;
}

const handshakeOf = (person: MatrixUser | undefined): Readonly<Record<string, string>> =>
  person ? { token: person.token, self: person.username } : { self: 'nobody' };

const inGroup = async (stage: Stage, person: MatrixUser | undefined) =>
  connectTo(stage.url, groupSocket.path, { ...handshakeOf(person), group_id: await stage.room() });

/** Whether the owner (or the member, if the owner acts) receives an event in the room before a later message. */
async function deliveredInRoom(stage: Stage, caller: Caller, act: () => Promise<unknown>, event: string) {
  const groupId = await stage.room();
  const listener = await admitted(stage.url, groupSocket.path, {
    ...handshakeOf(stage.peerOf(caller)),
    group_id: groupId,
  });
  await act();
  const mark = `after ${event} of ${caller.role}`;
  await stage.sendInRoom(groupId, await stage.newcomer(groupId), mark);
  await listener.until(({ payload }) => Object(payload).content === mark);
  const isDelivered = listener.received.some((each) => {
    const { username, sender } = Object(each.payload);
    return each.event === event && [username, sender].includes(caller.person?.username);
  });
  listener.close();
  return isDelivered ? 'ok, delivered' : 'ok, not delivered';
}

/** A hint has no response; once a later message is confirmed, the hint has been processed. */
const groupHint =
  (event: 'typing_start' | 'typing_stop'): EmitAction =>
  async (stage, me, caller) => {
    const group = { group_id: await stage.room() };
    const act = async () => {
      me.emit('typing_start', group);
      if (event === 'typing_stop') me.emit(event, group);
      await me.send('group_message', group);
    };
    return deliveredInRoom(stage, caller, act, event);
  };

/** All client events of a room connection; a missing event does not compile. */
export const groupEvents: Readonly<Record<keyof typeof groupSocket.incoming, EmitAction>> = {
  typing_start: groupHint('typing_start'),
  typing_stop: groupHint('typing_stop'),
  async group_message(stage, me, caller) {
    let answer = '';
    const group = { group_id: await stage.room() };
    const act = async () => void (answer = await me.send('group_message', group));
    const delivered = await deliveredInRoom(stage, caller, act, 'group_message');
    return answer === 'ok' ? delivered : answer;
  },
};

/** Whether the other user of the chat receives the hint. */
const privateHint =
  (event: 'typing_start' | 'typing_stop'): EmitAction =>
  async (stage, me, caller) => {
    const peer = stage.peerOf(caller);
    const recipient = caller.person.username;
    const listener = await admitted(stage.url, privateSocket.path, { ...handshakeOf(peer), recipient });
    me.emit('typing_start', { recipient: peer.username });
    if (event === 'typing_stop') me.emit(event, { recipient: peer.username });
    await me.send('message', { recipient: peer.username });
    // The event of the hint precedes the response to this.
    await listener.settled();
    const isDelivered = listener.received.some((each) => each.event === event);
    listener.close();
    return isDelivered ? 'ok, delivered' : 'ok, not delivered';
  };

/** Whether the shell receives the owner's post after it has joined and (if requested) left again. */
const follow =
  (leaves: boolean): EmitAction =>
  async (stage, me) => {
    const { owner, client, url } = stage;
    const mediaId = await stage.post();
    const listener = await admitted(url, privateSocket.path, handshakeOf(owner));
    for (const shell of [listener, me]) shell.emit('join', { creator: owner.username });
    for (const shell of [listener, me]) await shell.settled();
    if (leaves) me.emit('leave', { creator: owner.username });
    await me.settled();
    await client('POST /media/share', { body: { media_id: mediaId } }, owner);
    await listener.until(({ event }) => event === 'media_reactions');
    await me.settled();
    listener.close();
    const isDelivered = me.received.some(({ event }) => event === 'media_reactions');
    return me.refusal() ?? (isDelivered ? 'ok, receives events of the owner' : 'ok, receives nothing');
  };

/** All client events of a private connection; a missing event does not compile. */
export const privateEvents: Readonly<Record<keyof typeof privateSocket.incoming, EmitAction>> = {
  async heartbeat(_stage, me) {
    me.emit('heartbeat');
    await me.settled();
    return me.refusal() ?? 'ok';
  },
  async rejoin_rooms(_stage, me) {
    await me.settled();
    return me.refusal() ?? 'ok';
  },
  message: (stage, me, caller) => me.send('message', { recipient: stage.peerOf(caller).username }),
  typing_start: privateHint('typing_start'),
  typing_stop: privateHint('typing_stop'),
  join: follow(false),
  leave: follow(true),
};

/** A shell connection has no recipient; all other connections belong to a chat. */
const ON_SHELLS: readonly string[] = ['join', 'leave'];

async function inChat(stage: Stage, caller: Caller, event: string) {
  const peer = stage.peerOf(caller);
  // Strangers receive no hints, which is decided when a connection opens (MR-01).
  if (caller.person && event.startsWith('typing_')) await makeKnown(stage.database.db, [caller.person, peer]);
  return connectTo(stage.url, privateSocket.path, {
    ...handshakeOf(caller.person),
    ...(!ON_SHELLS.includes(event) && { recipient: peer.username }),
  });
}

async function resultOf(
  action: EmitAction,
  stage: Stage,
  caller: Caller,
  me: Connection | string,
): Promise<string> {
  if (typeof me === 'string') return `refused: ${me}`;
  const { person } = caller;
  if (!person) return 'ok, without a token';
  const answer = await action(stage, me, { ...caller, person });
  me.close();
  return answer;
}

/** Returns the result of an event emitted in the owner's room. */
export const emitInGroup = async (
  stage: Stage,
  event: keyof typeof groupEvents,
  caller: Caller,
): Promise<string> => resultOf(groupEvents[event], stage, caller, await inGroup(stage, caller.person));

/** Returns the result of an event emitted on a private connection. */
export const emitInPrivate = async (
  stage: Stage,
  event: keyof typeof privateEvents,
  caller: Caller,
): Promise<string> => resultOf(privateEvents[event], stage, caller, await inChat(stage, caller, event));

/** Returns the result of a handshake with the caller's token and the owner's name. */
export async function connectAsOwner(
  stage: Stage,
  path: '/group-socket.io' | '/socket.io',
  { person }: Caller,
): Promise<string> {
  const query = { ...handshakeOf(person), self: stage.owner.username };
  const isGroup = path === groupSocket.path;
  const connection = await connectTo(stage.url, path, {
    ...query,
    ...(isGroup && { group_id: await stage.room() }),
  });
  if (typeof connection === 'string') return `refused: ${connection}`;
  connection.close();
  return 'ok';
}
