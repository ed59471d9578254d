import { useRouter, type RouterHistory } from '@tanstack/react-router';
import { useEffect, useLayoutEffect, useState, type RefObject } from 'react';
import { scrollerOf } from './scroller-of.ts';

/**
 * What is remembered of the places of this tab's history, so that Back finds them as they were (HM-10), by the key of the step
 * and a name. A place that is opened anew remembers nothing.
 */
const texts = new Map<string, string>();
const offsets = new Map<string, number>();

const keyOf = ({ location }: RouterHistory, name: string): string =>
  `${location.state.__TSR_key ?? ''} ${name}`;

/** A text that belongs to a place, such as what is searched for in a list. */
export function usePlaceText(name: string): readonly [string, (text: string) => void] {
  const { history } = useRouter();
  const [text, setText] = useState(() => texts.get(keyOf(history, name)) ?? '');
  const change = (changed: string) => {
    texts.set(keyOf(history, name), changed);
    setText(changed);
  };
  return [text, change];
}

/**
 * Returns what `decided` was when it first was known at the open place, also after Back; undefined until it is known. While a
 * place with another pathname is loading, the result stays.
 */
export function useFirstHere(
  pathname: string,
  name: string,
  decided: string | undefined,
): string | undefined {
  const { history } = useRouter();
  const isHere = history.location.pathname === pathname;
  const key = keyOf(history, name);
  const [last, setLast] = useState<string>();
  const first = isHere ? (texts.get(key) ?? decided) : last;
  if (first !== last) setLast(first);
  useEffect(() => {
    if (isHere && first !== undefined) texts.set(key, first);
  }, [isHere, key, first]);
  return first;
}

/** Keeps the scroll offset of the box around an element for its place; a place that is opened anew starts at its top. */
export function useKeptScroll(inside: RefObject<HTMLElement | null>, name: string): void {
  const { history } = useRouter();
  useLayoutEffect(() => {
    const scroller = inside.current && scrollerOf(inside.current);
    if (!scroller) return undefined;
    scroller.scrollTo(0, offsets.get(keyOf(history, name)) ?? 0);
    const keep = () => void offsets.set(keyOf(history, name), scroller.scrollTop);
    scroller.addEventListener('scroll', keep, { passive: true });
    return () => scroller.removeEventListener('scroll', keep);
  }, [history, inside, name]);
}
