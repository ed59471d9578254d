/** Name of the lock under which the session is renewed: the tabs of a browser and its service worker share it. */
export const SESSION_LOCK = 'adda-session-refresh';
