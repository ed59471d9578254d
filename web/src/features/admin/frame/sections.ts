import type { DashboardNow } from '@adda/contract/operations';
import { t } from '@lingui/core/macro';
import {
  Banknote,
  Fingerprint,
  Flag,
  Gauge,
  Megaphone,
  Scale,
  ScrollText,
  ShieldAlert,
  Sparkles,
  UserPlus,
  Users,
  type LucideIcon,
} from 'lucide-react';
import type { ComponentType } from 'react';
import { lazyComponent, type LazyComponentCode } from '../../../ui/lazy-component.tsx';
import { HOME_VIEW } from './use-admin-place.ts';

/** A section of the console; `view` is its name in the address. */
export type AdminSection = {
  readonly view: string;
  readonly label: () => string;
  readonly icon: LucideIcon;
  readonly component: LazyComponentCode<ComponentType>;
  /** Returns the number of pending items. */
  readonly waiting?: (now: DashboardNow) => number;
};

/** Shown if the address names no section. */
export const homeSection: AdminSection = {
  view: HOME_VIEW,
  label: () => t`Dashboard`,
  icon: Gauge,
  component: lazyComponent(async () => (await import('../dashboard/dashboard-section.tsx')).DashboardSection),
};

/** All sections, in sidebar order; each is loaded when it opens. */
export const adminSections: readonly AdminSection[] = [
  homeSection,
  {
    view: 'reports',
    label: () => t`Reports`,
    icon: Flag,
    component: lazyComponent(async () => (await import('../reports/reports-section.tsx')).ReportsSection),
    waiting: (now) => now.open_reports,
  },
  {
    view: 'appeals',
    label: () => t`Appeals`,
    icon: Scale,
    component: lazyComponent(async () => (await import('../appeals/appeals-section.tsx')).AppealsSection),
    waiting: (now) => now.open_appeals,
  },
  {
    view: 'people',
    label: () => t`People`,
    icon: Users,
    component: lazyComponent(async () => (await import('../people/people-section.tsx')).PeopleSection),
  },
  {
    view: 'hints',
    label: () => t`Hints`,
    icon: Fingerprint,
    component: lazyComponent(async () => (await import('../people/hints-section.tsx')).HintsSection),
    waiting: (now) => now.open_flags,
  },
  {
    view: 'payouts',
    label: () => t`Payouts`,
    icon: Banknote,
    component: lazyComponent(async () => (await import('../payouts/payouts-section.tsx')).PayoutsSection),
    waiting: (now) => now.waiting_payouts,
  },
  {
    view: 'referrals',
    label: () => t`Referrals`,
    icon: UserPlus,
    component: lazyComponent(
      async () => (await import('../referrals/referrals-section.tsx')).ReferralsSection,
    ),
    waiting: (now) => now.waiting_referrals,
  },
  {
    view: 'ads',
    label: () => t`Ads`,
    icon: Sparkles,
    component: lazyComponent(async () => (await import('../ads/ads-section.tsx')).AdsSection),
  },
  {
    view: 'safety',
    label: () => t`Safety`,
    icon: ShieldAlert,
    component: lazyComponent(async () => (await import('../safety/safety-section.tsx')).SafetySection),
  },
  {
    view: 'announcements',
    label: () => t`Announcements`,
    icon: Megaphone,
    component: lazyComponent(
      async () => (await import('../announcements/announcements-section.tsx')).AnnouncementsSection,
    ),
  },
  {
    view: 'audit',
    label: () => t`Audit`,
    icon: ScrollText,
    component: lazyComponent(async () => (await import('../audit/audit-section.tsx')).AuditSection),
  },
];
