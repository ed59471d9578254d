/** Starts of typing that one connection may tell in a second; a keyboard makes one in two seconds (GC-52). */
const STARTS_PER_SECOND = 5;

type Typist = { isTyping: boolean; secondStartedAt: number; starts: number };

/** Who is typing on which connection; `tell` is called for each hint that passes. Too many are passed over. */
export function createTypists<C extends object>(tell: (connection: C, isTyping: boolean) => void) {
  const typists = new WeakMap<C, Typist>();
  return {
    start(connection: C): void {
      const now = performance.now(); // no setting of the clock moves it
      const typist = typists.get(connection) ?? { isTyping: false, secondStartedAt: now, starts: 0 };
      if (now - typist.secondStartedAt >= 1000) Object.assign(typist, { secondStartedAt: now, starts: 0 });
      typist.starts += 1;
      typists.set(connection, typist);
      if (typist.starts > STARTS_PER_SECOND) return;
      typist.isTyping = true;
      tell(connection, true);
    },
    /** Also to be called when a connection closes, so that nobody is seen typing for ever (GC-53). */
    stop(connection: C): void {
      const typist = typists.get(connection);
      if (!typist?.isTyping) return;
      typist.isTyping = false;
      tell(connection, false);
    },
  };
}
