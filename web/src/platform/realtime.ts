import type { privateSocket } from '@adda/contract/direct';
import type { EventPayloads } from '@adda/contract/kernel';
import type { groupSocket } from '@adda/contract/rooms';
import { openConnection, type Connection } from './connection.ts';
import { session } from './session.ts';

type Group = typeof groupSocket;
type Shell = typeof privateSocket;

/** The open room's connection: what the server sends, what a client sends. */
export type GroupConnection = Connection<EventPayloads<Group['outgoing']>, EventPayloads<Group['incoming']>>;

/** The main screen's own connection. */
export type ShellConnection = Connection<EventPayloads<Shell['outgoing']>, EventPayloads<Shell['incoming']>>;

const GROUP_PATH = '/group-socket.io' satisfies Group['path'];
const SHELL_PATH = '/socket.io' satisfies Shell['path'];

const self = (): string => session.current()?.username ?? '';

/** Connects to a room (RT-01). A dead session lands at /error. Close it when the room closes. */
export const connectGroup = ({ groupId }: { groupId: string }): GroupConnection =>
  openConnection({ path: GROUP_PATH, query: { group_id: groupId, self: self() }, landing: '/error' });

let shell: { readonly username: string; readonly connection: ShellConnection } | undefined;

/** The main screen's connection, one for this tab and person; opened when first asked for. */
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

/** Closes the main screen's connection, if there is one. */
export function closeShellConnection(): void {
  shell?.connection.close();
  shell = undefined;
}
