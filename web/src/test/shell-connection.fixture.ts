import type { PrivateOutgoing, privateSocket } from '@adda/contract/direct';
import type { EventPayloads } from '@adda/contract/kernel';
import { createConnectionFixture } from './connection.fixture.ts';

/** The main screen's connection, whose server is the test. */
export function createShellConnection() {
  const { move, ...connection } = createConnectionFixture<
    PrivateOutgoing,
    EventPayloads<(typeof privateSocket)['incoming']>
  >();
  return {
    ...connection,
    /** It has connected, for the first time or again. */
    connect: (isAgain: boolean) => move('connected', isAgain),
    /** It is away and tries to come back. */
    drop: () => move('reconnecting'),
  };
}
