/**
 * `node e2e/scrolling.ts`: measures how smoothly a feed of 500 posts scrolls from top to end, on a desktop and on a phone
 * with a processor slowed down by four: frames per second, the longest frame, and layout shifts. A measurement, not a test:
 * run it on an idle machine.
 */
import { chromium, type BrowserContextOptions } from '@playwright/test';
import { findChromium } from '../scripts/chromium.ts';
import { desktop, openAs, phone } from './journey.ts';
import { startSeededServer } from './seeded-server.ts';

const POSTS = 500;
/** Fast scrolling, in pixels per second. */
const SPEED = 3000;
const MAX_SHIFT = 0.02;

const runs = [
  { name: 'desktop', options: desktop, slowdown: 1, goal: 60 },
  { name: 'desktop, a quarter of the speed', options: desktop, slowdown: 4, goal: 50 },
  { name: 'phone, a quarter of the speed', options: phone, slowdown: 4, goal: 50 },
] as const satisfies readonly {
  name: string;
  options: BrowserContextOptions;
  slowdown: number;
  goal: number;
}[];

/** Pixels of one swipe; several reach the end. */
const SWIPE = 30_000;

/** Runs in the page: records the time between frames in ms, and layout shifts; the global `recorded()` returns both. */
function startRecording(): void {
  const deltas: number[] = [];
  let shift = 0;
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries()) shift += 'value' in entry ? Number(entry.value) : 0;
  }).observe({ type: 'layout-shift' });
  let before = performance.now();
  const record = (now: number) => {
    deltas.push(now - before);
    before = now;
    requestAnimationFrame(record);
  };
  requestAnimationFrame(record);
  Object.assign(globalThis, { recorded: () => ({ deltas, shift }) });
}

/** The recorded values of {@link startRecording}. */
type Recorded = { readonly deltas: readonly number[]; readonly shift: number };

const { server, visitor } = await startSeededServer(POSTS);
const browser = await chromium.launch({ executablePath: findChromium(), args: ['--no-sandbox'] });
for (const { name, options, slowdown, goal } of runs) {
  const page = await openAs(browser, server, visitor, options);
  await page.goto('/v1?tab=feed');
  await page.locator('article').first().waitFor();
  await page.waitForLoadState('networkidle');
  const devtools = await page.context().newCDPSession(page);
  await devtools.send('Emulation.setCPUThrottlingRate', { rate: slowdown });
  const end = page.getByText("You've reached the end of the feed");
  await page.evaluate(startRecording);
  while (!(await end.isVisible())) {
    await devtools.send('Input.synthesizeScrollGesture', {
      x: 195,
      y: 400,
      yDistance: -SWIPE,
      speed: SPEED,
      gestureSourceType: 'mouse',
    });
  }
  const { deltas, shift } = await page.evaluate<Recorded>('recorded()');
  const total = deltas.reduce((sum, delta) => sum + delta, 0);
  const perSecond = (1000 * deltas.length) / total;
  const slow = deltas.filter((delta) => delta > 50).length;
  const isReached = Math.round(perSecond) >= goal && shift < MAX_SHIFT;
  console.log(
    `${isReached ? '✓' : '✗'} ${name}: ${perSecond.toFixed(1)} frames a second of ${goal}, ` +
      `longest ${Math.max(...deltas).toFixed(0)} ms, ${slow} of ${deltas.length} over 50 ms, layout shift ${shift.toFixed(4)}`,
  );
  await page.context().close();
}
await browser.close();
await server.dispose();
