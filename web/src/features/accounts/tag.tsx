import type { ReactNode } from 'react';
import { classNames } from '../../ui/class-names.ts';

/** A short label that marks a user or a device. */
export function Tag({ tone = 'warm', children }: { tone?: 'warm' | 'calm'; children: ReactNode }) {
  return (
    <span
      className={classNames(
        'inline-flex min-h-6 items-center rounded-full px-2.5 text-xs font-bold',
        tone === 'warm' ? 'bg-marigold text-on-marigold' : 'bg-raised text-mute',
      )}
    >
      {children}
    </span>
  );
}
