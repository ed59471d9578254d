import { useSyncExternalStore } from 'react';
import { session, type Session } from './session.ts';

/** The session as a hook: rerenders when it changes in this or another tab. */
export const useSession = (): Session | null => useSyncExternalStore(session.subscribe, session.current);
