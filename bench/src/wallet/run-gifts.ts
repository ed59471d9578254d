import { randomInt } from 'node:crypto';
import type { Verdict } from '../fan-out/judge.ts';
import { median } from '../measure/median.ts';
import type { BenchOptions } from '../options.ts';
import { addaGifts, plainGifts, type GiftContender, type PlannedGift } from './gift-contenders.ts';
import { openGiftServer, type GiftServer } from './gift-server.ts';

/** Database connections of each side. */
const CONNECTIONS = 16;
const WARM_UP_SECONDS = 1;

/**
 * Number of concurrent senders, each giving the next gift after the last one; the share of gifts to one recipient; the
 * minimum throughput ratio, 0 for no goal.
 */
const PLANS = [
  { what: '256 givers', givers: 256, popular: 0, goal: 3 },
  { what: '256 givers, half to one person', givers: 256, popular: 0.5, goal: 4 },
  { what: '16 givers', givers: 16, popular: 0, goal: 0 },
  { what: '16 givers, half to one person', givers: 16, popular: 0.5, goal: 0 },
] as const;

type Plan = (typeof PLANS)[number];

/** Gifts per second. */
export type GiftRound = { readonly ours: number; readonly plain: number };

export type GiftOutcome = {
  readonly gifts: Readonly<Record<string, readonly GiftRound[]>>;
  readonly verdicts: readonly Verdict[];
};

type Sides = { readonly ours: GiftContender; readonly plain: GiftContender };

/** Measures the throughput of gifts, compared with the same gifts in five round trips each. */
export async function runGifts(options: BenchOptions, serverUrl: string): Promise<GiftOutcome> {
  const server = await openGiftServer(serverUrl, CONNECTIONS);
  try {
    const sides = { ours: addaGifts(server), plain: plainGifts(server, CONNECTIONS) };
    const gifts: Record<string, readonly GiftRound[]> = {};
    const verdicts: Verdict[] = [];
    for (const plan of PLANS) {
      if (!`gifts: ${plan.what}`.includes(options.only)) continue;
      const rounds = await measurePlan(plan, sides, server, options);
      gifts[plan.what] = rounds;
      verdicts.push(...verdictsOf(plan, rounds));
    }
    await sides.plain.close();
    return { gifts, verdicts };
  } finally {
    await server.dispose();
  }
}

async function measurePlan(
  plan: Plan,
  { ours, plain }: Sides,
  server: GiftServer,
  { rounds, seconds }: BenchOptions,
): Promise<GiftRound[]> {
  const measure = (side: GiftContender, long: number) => giftsPerSecond(side, plan, server, long);
  for (const side of [ours, plain]) await measure(side, Math.min(WARM_UP_SECONDS, seconds));
  // Simulates a database in use: with statistics.
  await server.database.pool.query('VACUUM ANALYZE');
  const done: GiftRound[] = [];
  for (let round = 0; round < rounds; round += 1) {
    // Each side goes first equally often.
    const [first, second] = round % 2 === 0 ? [ours, plain] : [plain, ours];
    const figures = [await measure(first, seconds), await measure(second, seconds)] as const;
    const [one, other] = round % 2 === 0 ? figures : figures.toReversed();
    done.push({ ours: one ?? 0, plain: other ?? 0 });
  }
  return done;
}

async function giftsPerSecond(
  { give }: GiftContender,
  plan: Plan,
  server: GiftServer,
  seconds: number,
): Promise<number> {
  const started = performance.now();
  const end = started + seconds * 1000;
  let given = 0;
  const giver = async () => {
    while (performance.now() < end) {
      await give(planGift(server, plan));
      given += 1;
    }
  };
  await Promise.all(Array.from({ length: plan.givers }, giver));
  return given / ((performance.now() - started) / 1000);
}

/** The popular recipient is the first member of the first room. */
function planGift({ rooms }: GiftServer, { popular }: Plan): PlannedGift {
  const isPopular = Math.random() < popular;
  const { groupId, members } = (isPopular ? rooms[0] : randomElement(rooms)) ?? { groupId: '', members: [] };
  const to = isPopular ? members[0] : randomElement(members);
  const from = randomElement(members.filter((member) => member !== to));
  if (!from || !to) throw new Error('no sender or recipient for a gift');
  return { groupId, from, to };
}

const randomElement = <T>(list: readonly T[]): T | undefined => list[randomInt(list.length)];

function verdictsOf({ what, goal }: Plan, rounds: readonly GiftRound[]): Verdict[] {
  const verdict = (figure: string, value: number, aim: number, unit: string): Verdict => ({
    what: `gifts: ${what}: ${figure}`,
    contender: 'postgres',
    value,
    goal: aim,
    unit,
    isReached: value >= aim,
  });
  const across = (figure: (round: GiftRound) => number) => median(rounds.map(figure));
  return [
    verdict(
      'ratio',
      across(({ ours, plain }) => ours / plain),
      goal,
      'x',
    ),
    verdict(
      'ours',
      across(({ ours }) => ours),
      0,
      '/s',
    ),
    verdict(
      'five round trips',
      across(({ plain }) => plain),
      0,
      '/s',
    ),
  ];
}
