import type { ReactNode } from 'react';
import { classNames } from './class-names.ts';

/** A quiet surface for things that belong together. */
export function Card({ children, className }: { children: ReactNode; className?: string }) {
  return (
    <div className={classNames('rounded-card border border-line bg-surface p-5 shadow-card', className)}>
      {children}
    </div>
  );
}
