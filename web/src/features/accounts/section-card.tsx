import { useId, type ReactNode } from 'react';

export type SectionCardProps = {
  title: ReactNode;
  /** One or two sentences below the title. */
  text?: ReactNode;
  children?: ReactNode;
};

/** A section of the profile or security page, with its heading. */
export function SectionCard({ title, text, children }: SectionCardProps) {
  const id = useId();
  return (
    <section
      aria-labelledby={id}
      className="grid grid-cols-1 gap-4 rounded-card border border-line bg-surface p-5 shadow-card sm:p-6"
    >
      <div>
        <h2 id={id} className="text-lg">
          {title}
        </h2>
        {text && <p className="mt-1 text-mute">{text}</p>}
      </div>
      {children}
    </section>
  );
}
