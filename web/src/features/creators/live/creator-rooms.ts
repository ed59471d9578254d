import type { CreatorRoomEvents } from '@adda/contract/profiles';
import type { ShellConnection } from '../../../platform/realtime.ts';

/** Names of what is told of somebody's profile and posts (RT-29 to RT-36). */
const eventNames = [
  'plan_created',
  'media_uploaded',
  'media_updated',
  'media_deleted',
  'media_preview_ready',
  'media_reactions',
  'profile_updated',
  'new_subscriber',
  'subscriber_removed',
] as const satisfies readonly (keyof CreatorRoomEvents)[];

/** Something that happened, with its name: `{event: 'media_deleted', payload: {media_id, creator}}`. */
export type CreatorEvent = {
  [Name in keyof CreatorRoomEvents]: { readonly event: Name; readonly payload: CreatorRoomEvents[Name] };
}[keyof CreatorRoomEvents];

/** The part of the main screen's connection that is needed here. */
export type CreatorConnection = Pick<ShellConnection, 'on' | 'onState' | 'state' | 'emit'>;

/** What is done about what the connection tells. */
export type CreatorListener = {
  hear: (event: CreatorEvent) => void;
  /** The connection was away for a while: what happened meanwhile is asked for. */
  catchUp: () => void;
};

/** How often each room is wanted on screen. */
const wanted = new Map<string, number>();
const watchers = new Set<() => void>();
let followed: CreatorConnection | undefined;

/** Whether rooms are heard now, as an external store. */
export const roomsAreHeard = {
  current: (): boolean => followed?.state() === 'connected',
  subscribe(watcher: () => void): () => void {
    watchers.add(watcher);
    return () => void watchers.delete(watcher);
  },
};

function changed(): void {
  for (const watcher of watchers) watcher();
}

/**
 * Wants to hear what happens to somebody's profile and posts (RT-26, RT-28): joined once however many want it, again
 * after every reconnect, and left with the last one. Returns how to want it no more.
 */
export function wantCreatorRoom(username: string): () => void {
  const count = wanted.get(username) ?? 0;
  wanted.set(username, count + 1);
  if (count === 0) followed?.emit('join', { creator: username });
  let isWanted = true;
  return () => {
    if (!isWanted) return;
    isWanted = false;
    const left = (wanted.get(username) ?? 1) - 1;
    if (left > 0) {
      wanted.set(username, left);
      return;
    }
    wanted.delete(username);
    followed?.emit('leave', { creator: username });
  };
}

/** Lets the wanted rooms be heard on a connection and hands on what it tells. Returns how to stop. */
export function followCreatorRooms(
  connection: CreatorConnection,
  { hear, catchUp }: CreatorListener,
): () => void {
  const joinAll = () => {
    for (const username of wanted.keys()) connection.emit('join', { creator: username });
  };
  const stops = [
    ...eventNames.map((event) =>
      // The name and its payload come as a pair; TypeScript does not follow that through the list.
      connection.on(event, (payload) => hear({ event, payload } as CreatorEvent)),
    ),
    connection.onState((state, isAgain) => {
      if (state === 'connected') joinAll();
      changed();
      if (isAgain) catchUp();
    }),
  ];
  followed = connection;
  joinAll();
  changed();
  return () => {
    for (const stop of stops) stop();
    if (followed === connection) followed = undefined;
    changed();
  };
}
