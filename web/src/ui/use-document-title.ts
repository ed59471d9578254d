import { useEffect } from 'react';

const SITE = 'Adda';

/** How much is unread may stand before the title: '(3) Adda'. */
const COUNT = /^\(\d+\) /;

function setTitle(title: string): void {
  document.title = (COUNT.exec(document.title)?.[0] ?? '') + title;
}

/** Names the browser's tab while this is mounted; undefined leaves it as it is. */
export function useDocumentTitle(title: string | undefined): void {
  useEffect(() => {
    if (title === undefined) return undefined;
    setTitle(`${title} · ${SITE}`);
    return () => setTitle(SITE);
  }, [title]);
}
