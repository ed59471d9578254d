import type { privateSocket } from '@adda/contract/direct';
import type { EventPayloads } from '@adda/contract/kernel';
import type { groupSocket } from '@adda/contract/rooms';
import { openConnection, type Connection } from './connection.ts';
import { session } from './session.ts';

type Group = typeof groupSocket;
type Shell = typeof privateSocket;

/** Connection of the open room, typed by the events of server and client. */
export type GroupConnection = Connection<EventPayloads<Group['outgoing']>, EventPayloads<Group['incoming']>>;

/** The main screen's own connection. */
export type ShellConnection = Connection<EventPayloads<Shell['outgoing']>, EventPayloads<Shell['incoming']>>;

const GROUP_PATH = '/group-socket.io' satisfies Group['path'];
const SHELL_PATH = '/socket.io' satisfies Shell['path'];

const self = (): string => session.current()?.username ?? '';

/** Connects to a room (RT-01). An ended session lands at /error. Close the connection with the room. */
export const connectGroup = ({ groupId }: { groupId: string }): GroupConnection =>
  openConnection({ path: GROUP_PATH, query: { group_id: groupId, self: self() }, landing: '/error' });

let shell: { readonly username: string; readonly connection: ShellConnection } | undefined;

/** Returns the main screen's connection, one per tab and user; opens it on first use. */
export function shellConnection(): ShellConnection {
  if (shell?.username !== self()) {
    shell?.connection.close();
    shell = {
      username: self(),
      connection: openConnection({ path: SHELL_PATH, query: { self: self() }, landing: '/' }),
    };
  }
  return shell.connection;
}

/** Closes the main screen's connection, if it is open. */
export function closeShellConnection(): void {
  shell?.connection.close();
  shell = undefined;
}
