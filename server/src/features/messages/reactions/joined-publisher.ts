type Options<Subject> = {
  readonly intervalMs: number;
  readonly keyOf: (subject: Subject) => string;
  /** Publishes the current state; `changes` are all of one subject. */
  readonly publish: (changes: readonly Subject[]) => Promise<void>;
  readonly failed: (error: unknown) => void;
};

/**
 * Publishes changes of many subjects: the first change of a subject at once, later ones joined, at most one every
 * `intervalMs` milliseconds (RX-03).
 */
export function createJoinedPublisher<Subject>({ intervalMs, keyOf, publish, failed }: Options<Subject>) {
  /** Subjects that were published within the interval, with the changes that are due at its end. */
  const recent = new Map<string, { timer: NodeJS.Timeout; due: Subject[]; running: Promise<void> }>();

  const publishSafely = (changes: readonly Subject[]): Promise<void> => publish(changes).catch(failed);

  function begin(changes: readonly Subject[], key: string, earlier?: Promise<void>): void {
    const due: Subject[] = [];
    // After an earlier publication that takes longer than the interval, so that clients get the states in order.
    const running = earlier ? earlier.then(() => publishSafely(changes)) : publishSafely(changes);
    const timer = setTimeout(() => {
      recent.delete(key);
      if (due.length > 0) begin(due, key, running);
    }, intervalMs).unref();
    recent.set(key, { due, running, timer });
  }

  return {
    changed(change: Subject): void {
      const key = keyOf(change);
      const entry = recent.get(key);
      if (entry) entry.due.push(change);
      else begin([change], key);
    },

    /** Publishes what is due; resolves when nothing is under way. */
    async close(): Promise<void> {
      const entries = [...recent.values()];
      recent.clear();
      for (const { timer } of entries) clearTimeout(timer);
      await Promise.all(
        entries.map(({ due, running }) =>
          due.length > 0 ? running.then(() => publishSafely(due)) : running,
        ),
      );
    },
  };
}
