import type { CreatorRoomEvents } from '@adda/contract/profiles';
import type { ShellConnection } from '../../../platform/realtime.ts';

/** Names of the events about a creator's profile and posts (RT-29 to RT-36). */
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

/** An event with its name: `{event: 'media_deleted', payload: {media_id, creator}}`. */
export type CreatorEvent = {
  [Name in keyof CreatorRoomEvents]: { readonly event: Name; readonly payload: CreatorRoomEvents[Name] };
}[keyof CreatorRoomEvents];

/** The methods of the shell's connection that are used here. */
export type CreatorConnection = Pick<ShellConnection, 'on' | 'onState' | 'state' | 'emit'>;

/** Handlers of a connection's events. */
export type CreatorListener = {
  hear: (event: CreatorEvent) => void;
  /** Called after an interruption: missed changes have to be requested. */
  catchUp: () => void;
};

/** Number of mounted subscribers per room. */
const subscriberCounts = new Map<string, number>();
const watchers = new Set<() => void>();
let activeConnection: CreatorConnection | undefined;

/** Whether events are currently received, as an external store. */
export const roomConnection = {
  current: (): boolean => activeConnection?.state() === 'connected',
  subscribe(watcher: () => void): () => void {
    watchers.add(watcher);
    return () => void watchers.delete(watcher);
  },
};

function notifyWatchers(): void {
  for (const watcher of watchers) watcher();
}

/**
 * Subscribes to the events of a creator's profile and posts (RT-26, RT-28). The room is joined once for all subscribers,
 * again after every reconnect, and left with the last one. Returns the function that unsubscribes.
 */
export function subscribeToCreatorRoom(username: string): () => void {
  const count = subscriberCounts.get(username) ?? 0;
  subscriberCounts.set(username, count + 1);
  if (count === 0) activeConnection?.emit('join', { creator: username });
  let isSubscribed = true;
  return () => {
    if (!isSubscribed) return;
    isSubscribed = false;
    const left = (subscriberCounts.get(username) ?? 1) - 1;
    if (left > 0) {
      subscriberCounts.set(username, left);
      return;
    }
    subscriberCounts.delete(username);
    activeConnection?.emit('leave', { creator: username });
  };
}

/** Joins the subscribed rooms on a connection and passes its events on. Returns the function that stops it. */
export function connectCreatorRooms(
  connection: CreatorConnection,
  { hear, catchUp }: CreatorListener,
): () => void {
  const joinAll = () => {
    for (const username of subscriberCounts.keys()) connection.emit('join', { creator: username });
  };
  const stops = [
    ...eventNames.map((event) =>
      // Name and payload belong together; TypeScript can't infer that through the list.
      connection.on(event, (payload) => hear({ event, payload } as CreatorEvent)),
    ),
    connection.onState((state, isAgain) => {
      if (state === 'connected') joinAll();
      notifyWatchers();
      if (isAgain) catchUp();
    }),
  ];
  activeConnection = connection;
  joinAll();
  notifyWatchers();
  return () => {
    for (const stop of stops) stop();
    if (activeConnection === connection) activeConnection = undefined;
    notifyWatchers();
  };
}
