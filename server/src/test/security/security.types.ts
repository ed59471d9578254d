/** What one check of the security run tried and found. */
export type CheckResult = {
  readonly name: string;
  /** How many things were tried; a check that tried nothing proves nothing. */
  readonly tried: number;
  /** What was found, in words that let somebody repeat it. */
  readonly findings: readonly string[];
  /** What could not be looked at here, and why; such a part has not passed. */
  readonly notReached: readonly string[];
  /** Figures worth keeping, in words. */
  readonly figures: readonly string[];
};

/** Something that runs under an address. */
export type Target = {
  readonly url: string;
  /** Its process, where its memory can be looked at. */
  readonly pid?: number;
};

/** How often a finding of one kind is told. */
const MOST_OF_A_KIND = 5;

/** Collects findings: each once, and a few of each kind, so that one fault does not bury the others. */
export function collectFindings() {
  const all = new Set<string>();
  const counts = new Map<string, number>();
  return {
    /** `kind` is what findings are counted by; `words` say what was seen. */
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

/** Where findings go. */
export type Findings = ReturnType<typeof collectFindings>;
