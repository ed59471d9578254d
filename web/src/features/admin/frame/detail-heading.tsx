import { useEffect, useRef, type ReactNode } from 'react';

/** Heading of a detail view. Focused when the view opens, unless the user is navigating the list's rows. */
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
