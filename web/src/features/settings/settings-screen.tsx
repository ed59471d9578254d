import { Trans, useLingui } from '@lingui/react/macro';
import { Link, useRouter } from '@tanstack/react-router';
import {
  ArrowLeft,
  Bell,
  ChevronRight,
  Languages,
  Lock,
  ShieldCheck,
  SunMoon,
  UserRound,
  Wallet,
  type LucideIcon,
} from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { classNames } from '../../ui/class-names.ts';
import { isPlainPress } from '../../ui/plain-press.ts';
import { useDocumentTitle } from '../../ui/use-document-title.ts';
import { useIsDesktop } from '../../ui/use-media-query.ts';
import { linkClasses } from '../accounts/index.ts';
import { AccountSection, SecuritySection } from '../accounts/settings/index.ts';
import {
  AppearanceSection,
  LanguagesSection,
  NotificationsSection,
  WalletSection,
} from './other-sections.tsx';
import { PrivacySection } from './privacy-section.tsx';

/** The sections of the settings, in display order (HM-08). */
const sectionNames = [
  'account',
  'privacy',
  'notifications',
  'appearance',
  'languages',
  'wallet',
  'security',
] as const;
type SectionName = (typeof sectionNames)[number];

const icons: Readonly<Record<SectionName, LucideIcon>> = {
  account: UserRound,
  privacy: Lock,
  notifications: Bell,
  appearance: SunMoon,
  languages: Languages,
  wallet: Wallet,
  security: ShieldCheck,
};

/** The names of the sections and what is in them. */
function useSectionTexts(): Readonly<Record<SectionName, { name: string; about: string }>> {
  const { t } = useLingui();
  return {
    account: { name: t`Account`, about: t`E-mail, your data, the end of the account` },
    privacy: { name: t`Privacy`, about: t`Who can write, who sees what, blocked people` },
    notifications: { name: t`Notifications`, about: t`What you are told, sound and vibration` },
    appearance: { name: t`Appearance`, about: t`Light or dark` },
    languages: { name: t`Languages`, about: t`English, times of India` },
    wallet: { name: t`Wallet`, about: t`Currency and coins` },
    security: { name: t`Security`, about: t`Passkeys, password and devices` },
  };
}

/** Address of the settings, with the section as an optional part. */
const PATH = '/v1/settings/{-$section}';

/** The sections beside the open one. Another one takes the place of the open one in the history: Back leaves the settings. */
function SideList({ open }: { open: SectionName }) {
  const { t } = useLingui();
  const texts = useSectionTexts();
  return (
    <nav aria-label={t`Settings`} className="self-start lg:sticky lg:top-6">
      <p aria-hidden="true" className="px-4 pb-3 font-display text-xl font-bold">
        {t`Settings`}
      </p>
      <ul className="grid gap-1">
        {sectionNames.map((section) => {
          const Icon = icons[section];
          return (
            <li key={section}>
              <Link
                to={PATH}
                params={{ section }}
                replace
                aria-current={section === open ? 'page' : undefined}
                className={classNames(
                  'flex min-h-11 items-center gap-3 rounded-full px-4 transition-colors',
                  section === open ? 'bg-rani-wash font-semibold text-rani-ink' : 'hover:bg-raised',
                )}
              >
                <Icon aria-hidden="true" className="size-5 shrink-0" />
                {texts[section].name}
              </Link>
            </li>
          );
        })}
      </ul>
    </nav>
  );
}

/** The list of sections on phones; the focus is on the section that was open. */
function PhoneList({ left }: { left: SectionName | undefined }) {
  const { t } = useLingui();
  const texts = useSectionTexts();
  const list = useRef<HTMLDivElement>(null);
  useDocumentTitle(t`Settings`);
  useEffect(() => {
    const find = (selector: string) => list.current?.querySelector<HTMLElement>(selector);
    (find('[data-left]') ?? find('h1'))?.focus();
  }, []);
  return (
    <div ref={list} className="grid grid-cols-1 gap-4">
      <h1 tabIndex={left === undefined ? -1 : undefined} className="text-2xl outline-none">
        {t`Settings`}
      </h1>
      <ul className="divide-y divide-line rounded-card border border-line bg-surface shadow-card">
        {sectionNames.map((section) => {
          const Icon = icons[section];
          return (
            <li key={section}>
              <Link
                to={PATH}
                params={{ section }}
                data-left={section === left || undefined}
                className="flex min-h-16 items-center gap-4 rounded-chip px-4 py-2.5"
              >
                <Icon aria-hidden="true" className="size-5 shrink-0 text-rani-ink" />
                <span className="min-w-0 grow">
                  <span className="block font-semibold">{texts[section].name}</span>
                  <span className="block text-sm text-mute">{texts[section].about}</span>
                </span>
                <ChevronRight aria-hidden="true" className="size-5 shrink-0 text-mute rtl:-scale-x-100" />
              </Link>
            </li>
          );
        })}
      </ul>
    </div>
  );
}

/** The way from a section to the list on phones: the step back where the list was before, otherwise the list in this place. */
function BackToList({ wasList }: { wasList: boolean }) {
  const { history } = useRouter();
  return (
    <Link
      to={PATH}
      params={{ section: undefined }}
      replace
      onClick={(event) => {
        if (!wasList || !isPlainPress(event)) return;
        event.preventDefault();
        history.back();
      }}
      className={`${linkClasses} -my-3 justify-self-start gap-1.5`}
    >
      <ArrowLeft aria-hidden="true" className="size-4 rtl:-scale-x-100" />
      <Trans>Settings</Trans>
    </Link>
  );
}

function SectionBody({ section, onBlocked }: { section: SectionName; onBlocked: () => void }) {
  switch (section) {
    case 'account':
      return <AccountSection />;
    case 'privacy':
      return <PrivacySection onBlocked={onBlocked} />;
    case 'notifications':
      return <NotificationsSection />;
    case 'appearance':
      return <AppearanceSection />;
    case 'languages':
      return <LanguagesSection />;
    case 'wallet':
      return <WalletSection />;
    case 'security':
      return <SecuritySection />;
  }
}

type SectionProps = { section: SectionName; onBlocked: () => void; wasList: boolean | undefined };

/** A section; its heading has the focus, so that screen readers announce it. `wasList` is undefined beside the list. */
function Section({ section, onBlocked, wasList }: SectionProps) {
  const { name } = useSectionTexts()[section];
  const { t } = useLingui();
  const top = useRef<HTMLElement>(null);
  useDocumentTitle(t`${name} · Settings`);
  useEffect(() => {
    top.current?.scrollIntoView?.();
    top.current?.querySelector('h1')?.focus({ preventScroll: true });
  }, []);
  return (
    <section ref={top} className="grid min-w-0 scroll-mt-6 grid-cols-1 content-start gap-5">
      {wasList !== undefined && <BackToList wasList={wasList} />}
      <h1 tabIndex={-1} className="text-2xl outline-none">
        {name}
      </h1>
      <SectionBody section={section} onBlocked={onBlocked} />
    </section>
  );
}

export type SettingsScreenProps = {
  /** The last part of the address; the list, and beside it the first section, if it names none. */
  address: string | undefined;
  onBlocked: () => void;
};

/**
 * The one place for all settings (HM-08, SH-16, SH-34, SE-01): the sections at the left and the open one at the right; on phones
 * the list, then a section with Back.
 */
export function SettingsScreen({ address, onBlocked }: SettingsScreenProps) {
  const isDesktop = useIsDesktop();
  const section = sectionNames.find((name) => name === address);
  const [left, setLeft] = useState(section);
  const [wasList, setWasList] = useState(false);
  if (section !== undefined && section !== left) setLeft(section);
  if (section === undefined && !isDesktop && !wasList) setWasList(true);
  const shown = section ?? (isDesktop ? sectionNames[0] : undefined);
  if (shown === undefined) return <PhoneList left={left} />;
  return (
    <div className="grid grid-cols-1 gap-8 lg:grid-cols-[14rem_minmax(0,1fr)]">
      {isDesktop && <SideList open={shown} />}
      <Section key={shown} section={shown} onBlocked={onBlocked} wasList={isDesktop ? undefined : wasList} />
    </div>
  );
}
