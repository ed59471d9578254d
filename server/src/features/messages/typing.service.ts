/** Typing hints that one connection may publish in a second; a client sends one in two seconds (GC-52). */
const STARTS_PER_SECOND = 5;

type TypingUser = { isTyping: boolean; secondStartedAt: number; starts: number };

/** Tracks which connections are typing; `publish` is called for each hint within the rate limit. Others are dropped. */
export function createTypingUsers<C extends object>(publish: (connection: C, isTyping: boolean) => void) {
  const typingUsers = new WeakMap<C, TypingUser>();
  return {
    start(connection: C): void {
      const now = performance.now(); // monotonic: not affected by changes of the system clock
      const typingUser = typingUsers.get(connection) ?? { isTyping: false, secondStartedAt: now, starts: 0 };
      if (now - typingUser.secondStartedAt >= 1000)
        Object.assign(typingUser, { secondStartedAt: now, starts: 0 });
      typingUser.starts += 1;
      typingUsers.set(connection, typingUser);
      if (typingUser.starts > STARTS_PER_SECOND) return;
      typingUser.isTyping = true;
      publish(connection, true);
    },
    /** Also called when a connection closes, so that no user is shown as typing permanently (GC-53). */
    stop(connection: C): void {
      const typingUser = typingUsers.get(connection);
      if (!typingUser?.isTyping) return;
      typingUser.isTyping = false;
      publish(connection, false);
    },
  };
}
