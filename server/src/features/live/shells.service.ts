import type { PrivateOutgoing } from '@adda/contract/direct';
import type { LiveConnection } from './live.types.ts';

/** The main screens that are connected to this node, by user. */
export type Shells = ReturnType<typeof createShells>;

/** Creates the table. */
export function createShells() {
  const byUser = new Map<number, Set<LiveConnection>>();
  return {
    arrive(connection: LiveConnection): void {
      const { userId } = connection.identity;
      byUser.set(userId, (byUser.get(userId) ?? new Set()).add(connection));
    },
    leave(connection: LiveConnection): void {
      const { userId } = connection.identity;
      const shells = byUser.get(userId);
      if (shells?.delete(connection) && shells.size === 0) byUser.delete(userId);
    },
    has: (userId: number): boolean => byUser.has(userId),
    userIds: (): number[] => [...byUser.keys()],
    /** Sends an event to the main screens of a user on this node alone. */
    emit<E extends Extract<keyof PrivateOutgoing, string>>(
      userId: number,
      event: E,
      payload: PrivateOutgoing[E],
    ): void {
      for (const connection of byUser.get(userId) ?? []) connection.emit(event, payload);
    },
  };
}
