import { plural } from '@lingui/core/macro';
import { Trans, useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { ArrowLeft, Menu as MenuIcon } from 'lucide-react';
import { useState } from 'react';
import { useSessionEnd } from '../../../platform/use-session-end.ts';
import { Badge } from '../../../ui/badge.tsx';
import { classNames } from '../../../ui/class-names.ts';
import { Drawer } from '../../../ui/drawer.tsx';
import { IconButton } from '../../../ui/icon-button.tsx';
import { LazyComponent } from '../../../ui/lazy-component.tsx';
import { PublicSandboxNote } from '../../../ui/public-sandbox-note.tsx';
import { ListSkeleton } from '../../../ui/skeletons.tsx';
import { useIsDesktop } from '../../../ui/use-media-query.ts';
import { ErrorState } from '../../../ui/view-states.tsx';
import { Mark } from '../../../ui/wordmark.tsx';
import { nowQuery } from './now.queries.ts';
import { adminSections, homeSection, type AdminSection } from './sections.ts';
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
function BackToAdda() {
  return (
    <Link to="/v1" className={classNames(rowClasses, 'text-mute')}>
      <ArrowLeft aria-hidden="true" className="size-5 shrink-0 rtl:rotate-180" />
      <Trans>Back to Adda</Trans>
    </Link>
  );
}

/** The console's sections with their pending counts. */
function SectionNav({ onChosen }: { onChosen?: () => void }) {
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

function Sidebar() {
  return (
    <aside className="flex w-60 shrink-0 flex-col gap-4 overflow-y-auto border-e border-line bg-surface p-3">
      <p className="flex items-center gap-2.5 px-2 pt-1 font-display text-lg font-bold">
        <Mark className="size-8" />
        <Trans>Administration</Trans>
      </p>
      <SectionNav />
      <div className="mt-auto">
        <BackToAdda />
      </div>
    </aside>
  );
}

function TopBar({ section }: { section: AdminSection }) {
  const { t } = useLingui();
  const [isOpen, setOpen] = useState(false);
  const close = () => setOpen(false);
  return (
    <header className="flex shrink-0 items-center gap-2 border-b border-line bg-surface px-2 py-1.5">
      <IconButton
        label={t`Sections`}
        aria-expanded={isOpen}
        icon={<MenuIcon aria-hidden="true" className="size-5" />}
        onClick={() => setOpen(true)}
      />
      <p className="min-w-0 grow truncate font-display text-lg font-bold">{section.label()}</p>
      <Drawer isOpen={isOpen} onClose={close} title={t`Administration`} side="start">
        <div className="grid gap-3 p-3">
          <SectionNav onChosen={close} />
          <hr className="border-line" />
          <BackToAdda />
        </div>
      </Drawer>
    </header>
  );
}

const failed = (retry: () => void) => <ErrorState onRetry={retry} />;

/** Layout of the console: sections in a sidebar, or in a menu on small screens, and the open section. */
export function AdminFrame() {
  useSessionEnd();
  const isDesktop = useIsDesktop();
  const { view } = useAdminPlace();
  const section = adminSections.find((known) => known.view === view) ?? homeSection;
  return (
    <div className="flex h-dvh flex-col lg:flex-row">
      {isDesktop ? <Sidebar /> : <TopBar section={section} />}
      <main key={section.view} className="relative min-h-0 min-w-0 grow overflow-y-auto">
        <div className="px-4 pt-4 empty:hidden lg:px-6">
          <PublicSandboxNote />
        </div>
        <LazyComponent
          component={section.component}
          fallback={
            <div className="p-4 lg:p-6">
              <ListSkeleton />
            </div>
          }
          failed={failed}
        >
          {(Section) => <Section />}
        </LazyComponent>
      </main>
    </div>
  );
}
