import { chromium, expect, type Page } from '@playwright/test';
import { loggedInBrowser } from '../../../server/src/test/logged-in-browser.fixture.ts';
import { findChromium } from '../../../scripts/chromium.ts';
import { startAdda } from '../contenders/adda.ts';
import type { AddContent } from '../dataset/dataset.types.ts';
import type { Verdict } from '../fan-out/judge.ts';
import type { BenchOptions } from '../options.ts';

const MEMBERS = 5000;
const MESSAGES = 10_000;
/** How many times slower than the machine the browser's CPU is. */
const CPU_SLOWDOWN = 4;
/** The longest time from an interaction to the next paint, in ms: what browsers call good. */
const GOAL_MS = 200;
const REPEATS = 10;

/** Fills the large room, and a small one with the same first members, with texts by all of their members in turn. */
const addContent: AddContent = async ({ pool }, scenarios) => {
  for (const { groupId } of scenarios.flat()) {
    await pool.query(
      `WITH room AS (
         SELECT rooms.conversation_id AS id, array_agg(member.user_id ORDER BY member.user_id) AS members
         FROM rooms JOIN conversation_members member ON member.conversation_id = rooms.conversation_id
         WHERE rooms.group_id = $1 GROUP BY 1
       ), head AS (
         UPDATE conversations SET last_sequence = $2, last_message_at = now() FROM room WHERE conversations.id = room.id
       ), behind AS (
         UPDATE conversation_members own SET read_sequence = $2 FROM room WHERE own.conversation_id = room.id
       )
       INSERT INTO messages (conversation_id, sequence, sender_id, client_message_id, content, created_at)
       SELECT id, n, members[1 + (n * 7919) % cardinality(members)], gen_random_uuid()::text,
         'line ' || n || repeat(' and then some more of it', n % 5), now() - ($2 - n) * interval '20 seconds'
       FROM room, generate_series(1, $2::integer) AS n`,
      [groupId, MESSAGES],
    );
  }
};

/**
 * Collects in the page how long each interaction takes until the frame after it is painted. The browser's own figure (Event Timing)
 * is the same with a GPU; without one it waits for the next frame that changes much on screen, which may be seconds later. Text,
 * because it runs in the browser.
 */
const OBSERVE = `
  globalThis.interactionDurations = [];
  for (const type of ['pointerdown', 'click', 'keydown', 'keyup'])
    addEventListener(type, ({ timeStamp }) =>
      requestAnimationFrame(() => {
        const painted = new MessageChannel();
        painted.port1.onmessage = () => interactionDurations.push(performance.now() - timeStamp);
        painted.port2.postMessage(null);
      }), { capture: true });`;

/** Resolves with the durations since the last call; the last of them is known with the frame after the paint. */
const COLLECT = `new Promise((done) =>
  requestAnimationFrame(() =>
    requestAnimationFrame(() => setTimeout(() => done(interactionDurations.splice(0)), 100))))`;

/** Returns the longest interaction since the last call, in ms. */
const longestSince = async (page: Page): Promise<number> =>
  Math.max(0, ...(await page.evaluate<number[]>(COLLECT)));

type Step = {
  readonly what: string;
  readonly act: (page: Page) => Promise<void>;
  readonly back?: (page: Page) => Promise<void>;
};

const input = (page: Page) => page.getByLabel('Message', { exact: true });

const steps = (large: string, small: string): readonly Step[] => {
  const open = async (page: Page, groupId: string) => {
    await page.locator(`a[href^="/v1/group/${groupId}"]`).first().click();
    await input(page).waitFor();
  };
  const tab = (page: Page, name: string) =>
    page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name });
  return [
    {
      what: `open a room of ${MEMBERS}`,
      act: (page) => open(page, large),
      back: (page) => open(page, small),
    },
    {
      what: 'switch the tab',
      act: (page) => tab(page, 'Feed').click(),
      back: async (page) => {
        await tab(page, 'Chats').click();
        await open(page, large);
      },
    },
    { what: `type in a room of ${MEMBERS}`, act: (page) => input(page).press('a') },
    {
      what: `scroll ${MESSAGES} messages`,
      act: async (page) => {
        const messages = page.getByRole('region', { name: 'Messages' });
        const scrollHeightAbove = () => messages.evaluate(({ scrollTop }) => scrollTop);
        await messages.focus();
        const before = await scrollHeightAbove();
        await page.keyboard.press('PageUp');
        if (before > 0) await expect.poll(scrollHeightAbove).not.toBe(before);
      },
    },
    {
      what: 'open the emoji picker',
      act: (page) => page.getByRole('button', { name: /emoji/i }).click(),
      back: async (page) => page.keyboard.press('Escape'),
    },
  ];
};

/** Measures on a slowed CPU how long the heaviest interactions of the web app take to the next paint. */
export async function runInteractions({ only, databaseUrl }: Pick<BenchOptions, 'only' | 'databaseUrl'>) {
  const adda = await startAdda({
    scenarios: [
      { rooms: 1, membersPerRoom: MEMBERS },
      { rooms: 1, membersPerRoom: 10 },
    ],
    withInspector: false,
    serverUrl: databaseUrl,
    addContent,
  });
  const browser = await chromium.launch({
    executablePath: findChromium(),
    args: ['--no-sandbox', '--disable-gpu'],
  });
  try {
    const [large, small] = adda.scenarios.map(([room]) => room);
    const reader = large?.members[0];
    if (!large || !small || !reader) throw new Error('the rooms were not made');
    const baseURL = `http://127.0.0.1:${adda.port}`;
    const page = await browser.newPage({
      baseURL,
      viewport: { width: 1280, height: 800 },
      storageState: loggedInBrowser(baseURL, reader),
    });
    await page.addInitScript(OBSERVE);
    const devtools = await page.context().newCDPSession(page);
    await devtools.send('Emulation.setCPUThrottlingRate', { rate: CPU_SLOWDOWN });
    await page.goto(`/v1/group/${small.groupId}`);
    await input(page).waitFor();
    const verdicts: Verdict[] = [];
    for (const { what, act, back } of steps(large.groupId, small.groupId)) {
      const isMeasured = what.includes(only);
      let longest = 0;
      for (let time = 0; time < (isMeasured ? REPEATS : 1); time += 1) {
        await longestSince(page);
        await act(page);
        longest = Math.max(longest, await longestSince(page));
        const isLast = time === REPEATS - 1;
        if (back && (!isLast || what !== `open a room of ${MEMBERS}`)) await back(page);
      }
      if (!isMeasured) continue;
      verdicts.push({
        what: `${what}: longest of ${REPEATS} to the next paint`,
        contender: adda.name,
        value: longest,
        goal: GOAL_MS,
        unit: 'ms',
        isReached: longest <= GOAL_MS,
      });
    }
    return { verdicts };
  } finally {
    await browser.close();
    await adda.dispose();
  }
}
