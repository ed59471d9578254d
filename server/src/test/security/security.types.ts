/** The result of one check of the security run. */
export type CheckResult = {
  readonly name: string;
  /** Number of attempts; a check without attempts proves nothing. */
  readonly tried: number;
  /** Findings with enough detail to reproduce them. */
  readonly findings: readonly string[];
  /** Skipped parts and the reasons; they do not count as passed. */
  readonly notReached: readonly string[];
  /** Measurements to keep, as text. */
  readonly figures: readonly string[];
};

/** A running server. */
export type Target = {
  readonly url: string;
  /** Its process id, if its memory can be read. */
  readonly pid?: number;
};

/** Maximum number of reported findings of one kind. */
const MOST_OF_A_KIND = 5;

/** Collects findings: each once, and a few per kind, so that one fault does not hide the others. */
export function collectFindings() {
  const all = new Set<string>();
  const counts = new Map<string, number>();
  return {
    /** `kind` groups findings; `words` describes the observation. */
    add(kind: string, words: string): void {
      const count = (counts.get(kind) ?? 0) + 1;
      counts.set(kind, count);
      if (count <= MOST_OF_A_KIND) all.add(`${kind}: ${words}`);
    },
    list: (): string[] => [
      ...all,
      ...[...counts]
        .filter(([, count]) => count > MOST_OF_A_KIND)
        .map(([kind, count]) => `${kind}: ${count} times in all`),
    ],
  };
}

/** The sink for findings. */
export type Findings = ReturnType<typeof collectFindings>;
