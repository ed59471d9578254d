import { CREATOR_ROOMS_MAX } from '@adda/contract/profiles';

/** One wish to hear of somebody; `creatorId` once they are found and the wish was granted. */
type Place = { creatorId: number | undefined };

/**
 * Which creators each connection has asked for, by the names that it used, the oldest first. `leaveRoom` is called for
 * a creator as soon as no name stands for them any more.
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
    /** Notes the wish to hear of a creator; asked again, they count as the newest. */
    begin(connection: C, creator: string): Place {
      const places = placesOf(connection);
      const place = { creatorId: places.get(creator)?.creatorId };
      places.delete(creator);
      places.set(creator, place);
      return place;
    },
    /** Grants a wish, the oldest one's place where all are taken; false where it was taken back in the meantime. */
    settle(connection: C, place: Place, creatorId: number): boolean {
      const places = placesOf(connection);
      if (!places.values().some((known) => known === place)) return false;
      place.creatorId = creatorId;
      const granted = [...places].filter(([, known]) => known.creatorId !== undefined);
      const [oldest] = granted;
      if (granted.length > CREATOR_ROOMS_MAX && oldest) end(connection, oldest[0]);
      return true;
    },
    /** Takes a wish back; with `only`, unless another one has come in its place. */
    end,
  };
}
