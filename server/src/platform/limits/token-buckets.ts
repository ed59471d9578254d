/** A burst of `calls`, refilled within `seconds`. */
type Budget = { readonly calls: number; readonly seconds: number };

const SWEEP_EVERY_MS = 30_000;

/** A budget that refills continuously. */
export class TokenBucket {
  readonly #budget: Budget;
  #left: number;
  #at = performance.now();

  constructor(budget: Budget) {
    this.#budget = budget;
    this.#left = budget.calls;
  }

  /** Uses one call. Returns 0 when allowed, otherwise the seconds until the next one is available. */
  take(): number {
    const { calls, seconds } = this.#budget;
    this.#refill();
    if (this.#left < 1) return ((1 - this.#left) * seconds) / calls;
    this.#left -= 1;
    return 0;
  }

  isFull(): boolean {
    this.#refill();
    return this.#left >= this.#budget.calls;
  }

  #refill(): void {
    const { calls, seconds } = this.#budget;
    const now = performance.now();
    this.#left = Math.min(calls, this.#left + ((now - this.#at) / 1000) * (calls / seconds));
    this.#at = now;
  }
}

/** Budgets by key in this process. A use costs one map lookup. */
export type TokenBuckets = {
  /**
   * Uses one call of the key's budget. Returns 0 when allowed, otherwise the seconds until the next one is available.
   */
  readonly take: (key: string, budget: Budget) => number;
  readonly close: () => void;
};

/** Creates an empty set of buckets. Full buckets are removed periodically. */
export function createTokenBuckets(): TokenBuckets {
  const buckets = new Map<string, TokenBucket>();
  const timer = setInterval(() => {
    for (const [key, bucket] of buckets) if (bucket.isFull()) buckets.delete(key);
  }, SWEEP_EVERY_MS).unref();
  return {
    take: (key, budget) => {
      let bucket = buckets.get(key);
      if (!bucket) buckets.set(key, (bucket = new TokenBucket(budget)));
      return bucket.take();
    },
    close: () => clearInterval(timer),
  };
}
