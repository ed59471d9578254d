import type { Page } from '@playwright/test';

/** What moved on a page without a press of the user: the sum that browsers report, and what it was. */
export type Shifts = { readonly total: number; readonly moved: readonly string[] };

/** Runs at the start of a page: records what moves on it; {@link shiftsOf} returns it. */
export function recordShifts(): void {
  type Shift = PerformanceEntry & {
    value: number;
    hadRecentInput: boolean;
    sources: { node: Node | null; previousRect: DOMRectReadOnly; currentRect: DOMRectReadOnly }[];
  };
  const shifts = { total: 0, moved: [] as string[] };
  Object.assign(globalThis, { shifts });
  const boxOf = ({ x, y, width, height }: DOMRectReadOnly) =>
    [x, y, width, height].map((each) => Math.round(each)).join(' ');
  new PerformanceObserver((list) => {
    for (const { value, hadRecentInput, sources, startTime } of list.getEntries() as Shift[]) {
      if (hadRecentInput) continue;
      shifts.total += value;
      for (const { node, previousRect, currentRect } of sources) {
        const what = node instanceof Element ? node.outerHTML : String(node?.textContent);
        shifts.moved.push(
          `${Math.round(startTime)} ms: ${boxOf(previousRect)} → ${boxOf(currentRect)}: ${what.slice(0, 200)}`,
        );
      }
    }
  }).observe({ type: 'layout-shift', buffered: true });
}

/** What has moved since the page's start. */
export const shiftsOf = (page: Page): Promise<Shifts> =>
  page.evaluate(() => Reflect.get(globalThis, 'shifts') as Shifts);

/**
 * Runs in the page: returns the HTML of the controls that can't be pressed: those that the edge of the window cuts sideways, and
 * those in sight that something else covers. Only those of the open dialog, if there is one. What a toast covers is free again soon.
 */
export function findHiddenControls(): string[] {
  const root = [...document.querySelectorAll('dialog[open]')].at(-1) ?? document.body;
  const scrollsSideways = (element: Element): boolean => element.closest('[class*="overflow-x-"]') !== null;
  const isFor = (control: Element, hit: Element | null): boolean =>
    hit !== null &&
    (control.contains(hit) ||
      hit.closest('.toasts') !== null ||
      hit.closest('label')?.contains(control) === true);
  /** The part of it that no scrolling box cuts. */
  const visibleBoxOf = (control: Element) => {
    let { left, right, top, bottom } = control.getBoundingClientRect();
    for (let box = control.parentElement; box; box = box.parentElement) {
      if (getComputedStyle(box).overflowY === 'visible') continue;
      const edge = box.getBoundingClientRect();
      [top, bottom] = [Math.max(top, edge.top), Math.min(bottom, edge.bottom)];
    }
    [top, bottom] = [Math.max(top, 0), Math.min(bottom, innerHeight)];
    return { left, right, top, bottom };
  };
  const found: string[] = [];
  for (const control of root.querySelectorAll(
    'a[href], button, input, select, textarea, summary, [role=tab]',
  )) {
    const { width, height } = control.getBoundingClientRect();
    // Rows with 'content-visibility: auto' are drawn a frame after they came into sight; until then their box is hit.
    const isShown = control.checkVisibility({
      opacityProperty: true,
      visibilityProperty: true,
      contentVisibilityAuto: true,
    });
    // Controls for screen readers have one pixel.
    if (!isShown || width < 2 || height < 2 || control.closest('[inert], .sr-only')) continue;
    const { left, right, top, bottom } = visibleBoxOf(control);
    const isCut = (left < -1 || right > innerWidth + 1) && !scrollsSideways(control);
    const isInSight = bottom - top > height / 2;
    const hit = document.elementFromPoint((left + right) / 2, (top + bottom) / 2);
    const isCovered = isInSight && !isCut && !scrollsSideways(control) && !isFor(control, hit);
    if (isCut) found.push(`cut: ${control.outerHTML.slice(0, 200)}`);
    if (isCovered)
      found.push(`covered by ${hit?.outerHTML.slice(0, 150)}: ${control.outerHTML.slice(0, 200)}`);
  }
  return found;
}
