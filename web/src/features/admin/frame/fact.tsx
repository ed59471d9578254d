import type { ReactNode } from 'react';

/** A name and value, in a `dl`. */
export function Fact({ name, children }: { name: ReactNode; children: ReactNode }) {
  return (
    <div className="min-w-0 rounded-chip bg-raised px-3 py-2">
      <dt className="text-xs text-mute">{name}</dt>
      <dd className="text-sm font-semibold wrap-anywhere">{children}</dd>
    </div>
  );
}
