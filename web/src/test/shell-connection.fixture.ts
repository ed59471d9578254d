import type { PrivateOutgoing, privateSocket } from '@adda/contract/direct';
import type { EventPayloads } from '@adda/contract/kernel';
import { createConnectionFixture } from './connection.fixture.ts';

/** Creates the main screen's connection, whose server is the test. */
export function createShellConnection() {
  const { move, ...connection } = createConnectionFixture<
    PrivateOutgoing,
    EventPayloads<(typeof privateSocket)['incoming']>
  >();
  return {
    ...connection,
    /** Simulates a connect or, with `isAgain`, a reconnect. */
    connect: (isAgain: boolean) => move('connected', isAgain),
    /** Simulates a lost connection that is reconnecting. */
    drop: () => move('reconnecting'),
  };
}
