import { useEffect, useRef } from 'react';

const SITE = 'Adda';

/** Names the browser's tab and gives the heading the focus, so that a new page is noticed by ear too. */
export function usePageTitle(title: string) {
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    document.title = `${title} · ${SITE}`;
    heading.current?.focus({ preventScroll: true });
    return () => {
      document.title = SITE;
    };
  }, [title]);
  return heading;
}
