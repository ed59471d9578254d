import { useId, type ReactNode } from 'react';

/** A section of a detail view, with its heading. */
export function DetailBlock({ title, children }: { title: ReactNode; children: ReactNode }) {
  const id = useId();
  return (
    <section aria-labelledby={id} className="grid grid-cols-1 gap-2">
      <h3 id={id} className="text-base">
        {title}
      </h3>
      {children}
    </section>
  );
}
