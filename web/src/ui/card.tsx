import type { ReactNode } from 'react';
import { classNames } from './class-names.ts';

/** A plain surface that groups related content. */
export function Card({ children, className }: { children: ReactNode; className?: string }) {
  return (
    <div className={classNames('rounded-card border border-line bg-surface p-5 shadow-card', className)}>
      {children}
    </div>
  );
}
