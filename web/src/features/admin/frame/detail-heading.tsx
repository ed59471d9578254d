import { useEffect, useRef, type ReactNode } from 'react';

/** What the open thing is called. It has the focus when it opens, unless somebody goes through the rows of the list. */
export function DetailHeading({ children }: { children: ReactNode }) {
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    if (!document.activeElement?.closest('[data-row]')) heading.current?.focus();
  }, []);
  return (
    <h2 ref={heading} tabIndex={-1} className="text-xl outline-none wrap-anywhere">
      {children}
    </h2>
  );
}
