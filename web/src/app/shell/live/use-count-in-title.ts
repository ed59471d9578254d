import { useEffect } from 'react';

const COUNT = /^\(\d+\) /;

/** Shows how much is unread in the title of the page, so that its tab in the browser does: '(3) Adda'. */
export function useCountInTitle(count: number): void {
  useEffect(() => {
    const title = document.title.replace(COUNT, '');
    document.title = count > 0 ? `(${count}) ${title}` : title;
    return () => {
      document.title = document.title.replace(COUNT, '');
    };
  }, [count]);
}
