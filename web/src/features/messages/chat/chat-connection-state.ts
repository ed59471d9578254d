import type { ConnectionState } from '../../../platform/connection.ts';

/** Connection state of a conversation as the user sees it (GC-42, PC-19); rooms never have 'error'. */
export type ChatConnectionState = ConnectionState | 'error';
