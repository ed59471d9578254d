import { useEffect } from 'react';

const SITE = 'Adda';

/** An unread count may precede the title: '(3) Adda'. */
const COUNT = /^\(\d+\) /;

function setTitle(title: string): void {
  document.title = (COUNT.exec(document.title)?.[0] ?? '') + title;
}

/** Sets the browser tab's title while this is mounted; undefined leaves it unchanged. */
export function useDocumentTitle(title: string | undefined): void {
  useEffect(() => {
    if (title === undefined) return undefined;
    setTitle(`${title} · ${SITE}`);
    return () => setTitle(SITE);
  }, [title]);
}
