import { CREATOR_ROOMS_MAX } from '@adda/contract/profiles';

/** One requested join; `creatorId` is set once the join is complete. */
type Place = { creatorId: number | undefined };

/**
 * Tracks which creators each connection has joined, by the names that it used, oldest first. Calls `leaveRoom` for a
 * creator when the last name for them is left.
 */
export function createJoinedRooms<C extends object>(leaveRoom: (connection: C, creatorId: number) => void) {
  const byConnection = new WeakMap<C, Map<string, Place>>();

  const placesOf = (connection: C): Map<string, Place> => {
    const known = byConnection.get(connection) ?? new Map<string, Place>();
    byConnection.set(connection, known);
    return known;
  };

  function end(connection: C, creator: string, only?: Place): void {
    const places = placesOf(connection);
    const place = places.get(creator);
    if (!place || (only && place !== only)) return;
    places.delete(creator);
    const { creatorId } = place;
    if (creatorId === undefined || places.values().some((other) => other.creatorId === creatorId)) return;
    leaveRoom(connection, creatorId);
  }

  return {
    /** Records a requested join; repeating it makes it the newest. */
    begin(connection: C, creator: string): Place {
      const places = placesOf(connection);
      const place = { creatorId: places.get(creator)?.creatorId };
      places.delete(creator);
      places.set(creator, place);
      return place;
    },
    /**
     * Completes a join, leaving the oldest room if the maximum is reached. Returns false if the join was cancelled in
     * the meantime.
     */
    settle(connection: C, place: Place, creatorId: number): boolean {
      const places = placesOf(connection);
      if (!places.values().some((known) => known === place)) return false;
      place.creatorId = creatorId;
      const granted = [...places].filter(([, known]) => known.creatorId !== undefined);
      const [oldest] = granted;
      if (granted.length > CREATOR_ROOMS_MAX && oldest) end(connection, oldest[0]);
      return true;
    },
    /** Cancels a join; with `only`, unless a newer join has replaced it. */
    end,
  };
}
