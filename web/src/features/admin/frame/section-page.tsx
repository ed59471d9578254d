import { useEffect, useRef, type ReactNode } from 'react';
import { classNames } from '../../../ui/class-names.ts';
import { useDocumentTitle } from '../../../ui/use-document-title.ts';

export type SectionPageProps = {
  /** The section's heading, also the tab's title. */
  title: string;
  /** One sentence about the section. */
  lead?: ReactNode;
  /** Buttons at the end of the heading row. */
  actions?: ReactNode;
  /** On wide screens the content fills the height and scrolls on its own, as `ListSection` does. */
  isFilled?: boolean;
  children: ReactNode;
};

/** A section of the console: heading, actions, content. The heading is focused when the section opens. */
export function SectionPage({ title, lead, actions, isFilled = false, children }: SectionPageProps) {
  const heading = useRef<HTMLHeadingElement>(null);
  useDocumentTitle(title);
  useEffect(() => heading.current?.focus({ preventScroll: true }), []);
  return (
    <div
      className={classNames(
        'flex flex-col gap-5 p-4 lg:p-6',
        isFilled ? 'lg:h-full lg:min-h-0 lg:pb-0' : 'mx-auto w-full max-w-6xl',
      )}
    >
      <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
        <div className="min-w-0">
          <h1 ref={heading} tabIndex={-1} className="text-2xl outline-none wrap-anywhere max-lg:sr-only">
            {title}
          </h1>
          {lead && <p className="mt-1 max-w-prose text-sm text-pretty text-mute">{lead}</p>}
        </div>
        {actions && <div className="flex flex-wrap gap-2">{actions}</div>}
      </div>
      {children}
    </div>
  );
}
