import type { BenchOptions } from '../options.ts';
import { runGifts } from './run-gifts.ts';
import { runRanking } from './run-ranking.ts';

/** Measures gifts, then the leaderboard. */
export async function runWallet(options: BenchOptions, serverUrl: string) {
  const gifts = await runGifts(options, serverUrl);
  const ranking = await runRanking(options, serverUrl);
  return { gifts: gifts.gifts, ...ranking, verdicts: [...gifts.verdicts, ...ranking.verdicts] };
}
