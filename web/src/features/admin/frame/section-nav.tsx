import { plural } from '@lingui/core/macro';
import { Trans, useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { ArrowLeft } from 'lucide-react';
import { Badge } from '../../../ui/badge.tsx';
import { classNames } from '../../../ui/class-names.ts';
import { nowQuery } from './now.queries.ts';
import { adminSections, type AdminSection } from './sections.ts';
import { adminSearch, useAdminPlace } from './use-admin-place.ts';

const rowClasses =
  'flex min-h-11 items-center gap-3 rounded-chip px-3 text-[.95rem] font-medium transition-colors hover:bg-raised ' +
  'focus-visible:outline-offset-[-3px]';

type SectionLinkProps = { section: AdminSection; waiting: number; onChosen: (() => void) | undefined };

function SectionLink({ section, waiting, onChosen }: SectionLinkProps) {
  const { view } = useAdminPlace();
  const isOpen = view === section.view;
  const Icon = section.icon;
  return (
    <Link
      to="/admin"
      search={adminSearch({ view: section.view })}
      onClick={onChosen}
      aria-current={isOpen ? 'page' : undefined}
      className={classNames(rowClasses, isOpen && 'bg-rani-wash font-semibold text-rani-ink')}
    >
      <Icon aria-hidden="true" className="size-5 shrink-0" />
      <span className="min-w-0 grow truncate">{section.label()}</span>
      <Badge count={waiting} label={plural(waiting, { one: '# waiting', other: '# waiting' })} />
    </Link>
  );
}

/** Link back to the main screen. */
export function BackToAdda() {
  return (
    <Link to="/v1" className={classNames(rowClasses, 'text-mute')}>
      <ArrowLeft aria-hidden="true" className="size-5 shrink-0 rtl:rotate-180" />
      <Trans>Back to Adda</Trans>
    </Link>
  );
}

/** The console's sections with their pending counts. */
export function SectionNav({ onChosen }: { onChosen?: () => void }) {
  const { t } = useLingui();
  const { data: now } = useQuery(nowQuery);
  return (
    <nav aria-label={t`Administration`}>
      <ul className="grid gap-0.5">
        {adminSections.map((section) => (
          <li key={section.view}>
            <SectionLink
              section={section}
              waiting={now ? (section.waiting?.(now) ?? 0) : 0}
              onChosen={onChosen}
            />
          </li>
        ))}
      </ul>
    </nav>
  );
}
