import { useEffect, useRef } from 'react';
import { useDocumentTitle } from '../../ui/use-document-title.ts';

/** Sets the tab's title and focuses the heading, so that screen readers announce the new page. */
export function usePageTitle(title: string) {
  const heading = useRef<HTMLHeadingElement>(null);
  useDocumentTitle(title);
  useEffect(() => {
    // Another title means another page.
    if (title !== '') heading.current?.focus({ preventScroll: true });
  }, [title]);
  return heading;
}
