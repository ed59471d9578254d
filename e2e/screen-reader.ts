import type { Locator } from '@playwright/test';
import { expect } from './journey.ts';

/** An entry of the tree that screen readers read. */
type Entry = { readonly role: string; readonly name: string; readonly level: number; readonly line: string };

/** Roles that say nothing without a name. */
const NAMED = new Set(
  'alertdialog button checkbox combobox dialog heading img link listbox menuitem navigation option progressbar radio searchbox slider spinbutton switch tab tablist tabpanel textbox'.split(
    ' ',
  ),
);

/** Parts of a screen to which screen readers jump; their order is the order of reading. */
const LANDMARKS = new Set(['banner', 'navigation', 'main', 'complementary', 'contentinfo']);

/** Reads a tree in its order. */
function entriesOf(tree: string): Entry[] {
  return tree.split('\n').flatMap((line) => {
    const [, role = '', name = '', rest = ''] =
      /^\s*- '?([a-z]+)(?: "((?:[^"\\]|\\.)*)")?(.*)$/.exec(line) ?? [];
    if (role === '' || role === 'text') return [];
    return [{ role, name, level: Number(/level=(\d)/.exec(rest)?.[1] ?? 0), line: line.trim() }];
  });
}

/**
 * Reads everything in an element aloud, in its order: fails where a control has no name, where a level of headings is missing, or
 * where there is not exactly one heading of the first level (`isWhole`: of a screen, not of a dialog). Returns the landmarks.
 */
export async function readAloud(root: Locator, where: string, isWhole: boolean): Promise<string[]> {
  const entries = entriesOf(await root.ariaSnapshot());
  const nameless = entries.filter(({ role, name }) => NAMED.has(role) && name.trim() === '');
  expect(
    nameless.map(({ line }) => line),
    `without a name: ${where}`,
  ).toEqual([]);
  const headings = entries.filter(({ role }) => role === 'heading');
  const gaps = headings.filter(({ level }, index) => level > (headings[index - 1]?.level ?? 2) + 1);
  expect(
    gaps.map(({ line }) => line),
    `headings after a gap: ${where}`,
  ).toEqual([]);
  const titles = headings.filter(({ level }) => level === 1).map(({ name }) => name);
  expect(titles, `the title of ${where}`).toHaveLength(isWhole ? 1 : 0);
  return entries
    .filter(({ role }) => LANDMARKS.has(role))
    .map(({ role, name }) => (name === '' ? role : `${role} ${name}`));
}

/**
 * Runs at the start of a page: records what screen readers say without being asked: what is added to a live region, and alerts. A
 * region that comes together with its text is not read out, apart from alerts. The global `said` lists it.
 */
export function recordSpeech(): void {
  const LIVE = '[role=status], [role=log], [role=alert], [aria-live]';
  const said: string[] = [];
  const known = new WeakSet<Element>();
  Object.assign(globalThis, { said });
  const isHeard = (region: Element): boolean =>
    region.getAttribute('aria-live') !== 'off' &&
    region.checkVisibility() &&
    (known.has(region) || region.matches('[role=alert]'));
  const isAtomic = (region: Element): boolean =>
    region.matches('[role=status], [role=alert], [aria-atomic=true]');
  new MutationObserver((changes) => {
    const heard = new Map<Element, Set<string>>();
    const hear = (region: Element, node: Node) => {
      const text = (isAtomic(region) ? region : node).textContent?.trim() ?? '';
      if (text !== '' && isHeard(region)) heard.set(region, (heard.get(region) ?? new Set()).add(text));
    };
    for (const { type, target, addedNodes } of changes) {
      for (const node of type === 'characterData' ? [target] : addedNodes) {
        const element = node instanceof Element ? node : node.parentElement;
        const region = element?.closest(LIVE);
        if (region) hear(region, node);
        if (node instanceof Element)
          for (const alert of node.querySelectorAll('[role=alert]')) hear(alert, alert);
      }
    }
    for (const texts of heard.values()) said.push(...texts);
    for (const region of document.querySelectorAll(LIVE)) known.add(region);
  }).observe(document, { subtree: true, childList: true, characterData: true });
}
