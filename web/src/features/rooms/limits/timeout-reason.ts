import { roomKeys } from '../rooms.queries.ts';

/** The key of the reason that a moderator gave for the user's timeout in a room; only its event has it (GR-06). */
export const timeoutReasonKey = (groupId: string) => [...roomKeys.messages(groupId), 'timeout'];
