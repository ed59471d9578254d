import type { PrivateOutgoing, privateSocket } from '@adda/contract/direct';
import type { EventPayloads } from '@adda/contract/kernel';
import { createLine } from './test-line.ts';

/** The main screen's connection, whose server is the test. */
export function createShellLine() {
  const { move, ...line } = createLine<PrivateOutgoing, EventPayloads<(typeof privateSocket)['incoming']>>();
  return {
    ...line,
    /** It has connected, for the first time or again. */
    connect: (isAgain: boolean) => move('connected', isAgain),
    /** It is away and tries to come back. */
    drop: () => move('reconnecting'),
  };
}
