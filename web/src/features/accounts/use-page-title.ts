import { useEffect, useRef } from 'react';
import { useDocumentTitle } from '../../ui/use-document-title.ts';

/** Names the browser's tab and gives the heading the focus, so that a new page is noticed by ear too. */
export function usePageTitle(title: string) {
  const heading = useRef<HTMLHeadingElement>(null);
  useDocumentTitle(title);
  useEffect(() => {
    // Another title is another page.
    if (title !== '') heading.current?.focus({ preventScroll: true });
  }, [title]);
  return heading;
}
