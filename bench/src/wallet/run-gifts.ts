import { randomInt } from 'node:crypto';
import type { Verdict } from '../fan-out/judge.ts';
import { median } from '../measure/median.ts';
import type { BenchOptions } from '../options.ts';
import { ourGifts, plainGifts, type GiftContender, type PlannedGift } from './gift-contenders.ts';
import { openGiftHouse, type GiftHouse } from './gift-house.ts';

/** So many people give at once, each the next gift when the last one is given. */
const LANES = 16;
const WARM_UP_SECONDS = 1;

/** To whom gifts go, and how many times more of ours have to fit into a second. */
const PLANS = [
  { what: 'to anybody', popular: 0, goal: 3 },
  { what: 'half to one person', popular: 0.5, goal: 4 },
] as const;

type Plan = (typeof PLANS)[number];
/** Gifts a second. */
export type GiftRound = { readonly ours: number; readonly plain: number };
export type GiftOutcome = { readonly gifts: Readonly<Record<string, readonly GiftRound[]>>; readonly verdicts: Verdict[] };

/** Measures how many gifts are given in a second, beside the same transfers in five round trips each. */
export async function runGifts({ rounds, seconds }: BenchOptions, serverUrl: string): Promise<GiftOutcome> {
  const house = await openGiftHouse(serverUrl, LANES);
  try {
    const [ours, plain] = [ourGifts(house), await plainGifts(house, LANES)];
    const gifts: Record<string, GiftRound[]> = {};
    const verdicts: Verdict[] = [];
    for (const plan of PLANS) {
      const done: GiftRound[] = [];
      // The first round warms up and is not counted.
      for (let round = 0; round <= rounds; round += 1) {
        const long = round === 0 ? Math.min(WARM_UP_SECONDS, seconds) : seconds;
        const of = (contender: GiftContender) => giftsASecond(contender, house, { plan, seconds: long });
        // Each goes first as often as the other.
        const first = round % 2 === 0 ? await of(ours) : await of(plain);
        const second = round % 2 === 0 ? await of(plain) : await of(ours);
        if (round > 0) done.push(round % 2 === 0 ? { ours: first, plain: second } : { ours: second, plain: first });
      }
      gifts[plan.what] = done;
      verdicts.push(...verdictsOf(plan, done));
    }
    await plain.close();
    return { gifts, verdicts };
  } finally {
    await house.dispose();
  }
}

async function giftsASecond(
  { give }: GiftContender,
  house: GiftHouse,
  { plan, seconds }: { plan: Plan; seconds: number },
): Promise<number> {
  const end = performance.now() + seconds * 1000;
  let given = 0;
  const lane = async (_: unknown, index: number) => {
    while (performance.now() < end) {
      await give(planGift(house, plan), index);
      given += 1;
    }
  };
  const started = performance.now();
  await Promise.all(Array.from({ length: LANES }, lane));
  return given / ((performance.now() - started) / 1000);
}

/** The popular one is the first member of the first room. */
function planGift({ rooms }: GiftHouse, { popular }: Plan): PlannedGift {
  const isPopular = Math.random() < popular;
  const { groupId, members } = (isPopular ? rooms[0] : anyOf(rooms)) ?? { groupId: '', members: [] };
  const to = isPopular ? members[0] : anyOf(members);
  const from = anyOf(members.filter((member) => member !== to));
  if (!from || !to) throw new Error('there is nobody who could give');
  return { groupId, from, to };
}

const anyOf = <T>(list: readonly T[]): T | undefined => list[randomInt(list.length)];

function verdictsOf({ what, goal }: Plan, rounds: readonly GiftRound[]): Verdict[] {
  const verdict = (name: string, value: number, aim: number, unit: string): Verdict => ({
    what: `gifts ${what}: ${name}`,
    contender: 'postgres',
    value,
    goal: aim,
    unit,
    isReached: value >= aim,
  });
  return [
    verdict('against five round trips', median(rounds.map(({ ours, plain }) => ours / plain)), goal, 'x'),
    verdict('a second', median(rounds.map(({ ours }) => ours)), 0, '/s'),
    verdict('in five round trips', median(rounds.map(({ plain }) => plain)), 0, '/s'),
  ];
}
