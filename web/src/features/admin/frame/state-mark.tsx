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

/** A state label's tone and text, or none. */
export type Mark = readonly ['calm' | 'warm' | 'bad', string] | false | null | undefined;

/** The state labels that apply. */
export function StateMarks({ marks }: { marks: readonly Mark[] }) {
  return marks.map(
    (mark) =>
      mark && (
        <StateMark key={mark[1]} tone={mark[0]}>
          {mark[1]}
        </StateMark>
      ),
  );
}
