import type { Logger } from './platform/logging/logger.ts';
import type { SealCounts, SealRenewal, SealState } from './platform/secrets/renew-seals.ts';

type Deps = {
  readonly renewals: readonly SealRenewal[];
  /** Whether the settings name former secrets. */
  readonly hasFormer: boolean;
  readonly logger: Logger;
};

/** Returns the number of values in a state, by kind, for the log; kinds without any are left out. */
const numbersOf = (counts: ReadonlyMap<string, SealCounts>, state: SealState): Record<string, number> =>
  Object.fromEntries([...counts].flatMap(([values, { [state]: n }]) => (n > 0 ? [[values, n]] : [])));

/** Says what was done, and what an operator has to do. */
function report(counts: ReadonlyMap<string, SealCounts>, { hasFormer, logger }: Deps): void {
  const [renewed, unreadable] = [numbersOf(counts, 'renewed'), numbersOf(counts, 'unreadable')];
  if (Object.keys(renewed).length > 0)
    logger.info({ renewed }, 'stored values were encrypted anew with JWT_SECRET');
  if (Object.keys(unreadable).length > 0)
    logger.error(
      { unreadable },
      'stored values open with no secret of the settings: name the secret that they were stored with in ' +
        'JWT_SECRET_PREVIOUS and start again. If it is lost, their owners have to enter payout details and set up ' +
        'authenticator apps again (docs/operating.md, Exchanging JWT_SECRET)',
    );
  else if (hasFormer)
    logger.info('every stored value opens with JWT_SECRET alone: none needs JWT_SECRET_PREVIOUS any more');
}

/**
 * Encrypts what former secrets have encrypted, in the background from `start` on, and says in the log what it found (ADR 61).
 * Several nodes may do it at once. `stop` resolves once nothing of it runs any more.
 */
export function createSealRenewals(deps: Deps) {
  const { renewals, logger } = deps;
  const stopping = new AbortController();
  let ended: Promise<void> | undefined;
  const work = async (): Promise<void> => {
    const counts = new Map<string, SealCounts>();
    for (const { values, run } of renewals) counts.set(values, await run(stopping.signal));
    if (!stopping.signal.aborted) report(counts, deps);
  };
  return {
    start(): void {
      ended = work().catch((error: unknown) => {
        logger.warn({ err: error }, 'stored values were not encrypted anew; the next start tries again');
      });
    },
    async stop(): Promise<void> {
      stopping.abort();
      await ended;
    },
  };
}
