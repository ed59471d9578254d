import type { ReactNode } from 'react';

/** A state label: `bad` stands out, `calm` does not. */
export function StateMark({
  tone = 'calm',
  children,
}: {
  tone?: 'calm' | 'warm' | 'bad';
  children: ReactNode;
}) {
  const tones = {
    calm: 'bg-raised text-mute',
    warm: 'bg-marigold-wash text-ink',
    bad: 'bg-danger-wash text-danger',
  };
  return (
    <span
      className={`inline-flex min-h-6 shrink-0 items-center rounded-full px-2.5 text-xs font-bold ${tones[tone]}`}
    >
      {children}
    </span>
  );
}
