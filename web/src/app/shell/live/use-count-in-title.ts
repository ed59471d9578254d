import { useEffect } from 'react';

const COUNT = /^\(\d+\) /;

/** Adds the unread count to the page title, so that the browser tab shows it: '(3) Adda'. */
export function useCountInTitle(count: number): void {
  useEffect(() => {
    const title = document.title.replace(COUNT, '');
    document.title = count > 0 ? `(${count}) ${title}` : title;
    return () => {
      document.title = document.title.replace(COUNT, '');
    };
  }, [count]);
}
