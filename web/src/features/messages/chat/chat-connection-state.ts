import type { ConnectionState } from '../../../platform/connection.ts';

/** What a person is told about a conversation's connection (GC-42, PC-19); rooms have no 'error'. */
export type ChatConnectionState = ConnectionState | 'error';
