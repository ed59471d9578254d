/** Starts of typing that one connection may tell in a second; a keyboard makes one in two seconds (GC-52). */
const STARTS_PER_SECOND = 5;

type TypingUser = { isTyping: boolean; secondStartedAt: number; starts: number };

/** Who is typing on which connection; `tell` is called for each hint that passes. Too many are passed over. */
export function createTypingUsers<C extends object>(tell: (connection: C, isTyping: boolean) => void) {
  const typingUsers = new WeakMap<C, TypingUser>();
  return {
    start(connection: C): void {
      const now = performance.now(); // no setting of the clock moves it
      const typingUser = typingUsers.get(connection) ?? { isTyping: false, secondStartedAt: now, starts: 0 };
      if (now - typingUser.secondStartedAt >= 1000)
        Object.assign(typingUser, { secondStartedAt: now, starts: 0 });
      typingUser.starts += 1;
      typingUsers.set(connection, typingUser);
      if (typingUser.starts > STARTS_PER_SECOND) return;
      typingUser.isTyping = true;
      tell(connection, true);
    },
    /** Also called when a connection closes, so that no user is shown as typing forever (GC-53). */
    stop(connection: C): void {
      const typingUser = typingUsers.get(connection);
      if (!typingUser?.isTyping) return;
      typingUser.isTyping = false;
      tell(connection, false);
    },
  };
}
