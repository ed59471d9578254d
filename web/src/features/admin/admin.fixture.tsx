import type { ManagedPerson, Report, ReportDetail, ReportPerson, Sanction } from '@adda/contract/moderation';
import type { DashboardNow } from '@adda/contract/operations';
import { cleanup } from '@testing-library/react';
import { expect, onTestFinished, vi } from 'vitest';
import { Toasts } from '../../ui/toasts.tsx';
import { openScreen, type TestResponses } from '../accounts/accounts.fixture.tsx';
import { AdminScreen } from './admin-screen.tsx';

const HOUR_MS = 3_600_000;

/** Returns the time this many hours ago as an ISO string; in the future for a negative number. */
export const hoursAgo = (hours: number): string => new Date(Date.now() - hours * HOUR_MS).toISOString();

/** Returns a user in a report. */
export const personOf = (username: string, overrides: Partial<ReportPerson> = {}): ReportPerson => ({
  username,
  is_guest: false,
  is_suspended: false,
  is_deleted: false,
  ...overrides,
});

/** Returns a report about `reported`, made by ben. `id` is a small number. */
export const reportOf = (id: number, reported: string, overrides: Partial<Report> = {}): Report => ({
  report_id: id.toString(16).padStart(24, 'a'),
  status: 'open',
  kind: 'message',
  category: 'other',
  is_threatened: false,
  reason: `They said something bad, number ${id}`,
  reporter: personOf('ben'),
  reported: personOf(reported),
  message_id: 'c-1',
  media_id: null,
  group_id: null,
  created_at: hoursAgo(3),
  updated_at: hoursAgo(3),
  due_at: hoursAgo(-21),
  is_overdue: false,
  assigned_to: null,
  action: null,
  decided_at: null,
  decided_by: null,
  note: null,
  asked_again: null,
  evidence: { messages: [], post: null, profile: null },
  ...overrides,
});

/** Returns the report's details. */
export const detailOf = (report: Report, overrides: Partial<ReportDetail> = {}): ReportDetail => ({
  ...report,
  other_reports: 0,
  other_reporters: 0,
  reporter_reports: 4,
  reporter_dismissed: 1,
  sanctions: [],
  flags: 0,
  may_decide: true,
  ...overrides,
});

/** Returns a warning issued by rani. */
export const sanctionOf = (overrides: Partial<Sanction> = {}): Sanction => ({
  sanction_id: 'b'.repeat(24),
  kind: 'warning',
  reason: 'Please be kind',
  created_at: hoursAgo(48),
  until: null,
  ended_at: null,
  end: null,
  appeal: null,
  issued_by: 'rani',
  ended_by: null,
  report_id: null,
  ...overrides,
});

/** Returns a user in the people list. */
export const managedOf = (username: string, overrides: Partial<ManagedPerson> = {}): ManagedPerson => ({
  ...personOf(username),
  display_name: username,
  role: 'user',
  created_at: hoursAgo(1000),
  last_active: hoursAgo(1),
  open_reports: 0,
  open_flags: 0,
  ...overrides,
});

/** Returns the server's current figures. */
export const nowOf = (overrides: Partial<DashboardNow> = {}): DashboardNow => ({
  people: 1200,
  guests: 34,
  online: 56,
  rooms: 7,
  open_reports: 0,
  overdue_reports: 0,
  overdue_by_category: { threat: 0, intimate_image: 0, scam: 0, other: 0 },
  open_appeals: 0,
  open_flags: 0,
  waiting_payouts: 0,
  waiting_referrals: 0,
  suspended_people: 2,
  database_bytes: 5_368_709_120,
  waiting_jobs: 0,
  failed_jobs: 0,
  connections: 80,
  memory_bytes: 268_435_456,
  uptime_seconds: 90_000,
  ...overrides,
});

const meOf = (role: 'user' | 'admin') => ({
  username: 'asha',
  display_name: 'Asha',
  email: null,
  role,
  is_guest: false,
  following: [],
  email_verified: true,
  is_available: true,
  referral_code: null,
  bio: null,
  links: [],
  profile_image_url: null,
  profile_picture: null,
  sex: 'female',
  age: 30,
  country: 'India',
  state: 'Punjab',
  created_at: hoursAgo(1000),
});

/** Sets the window to phone or desktop width. */
export const setViewport = (screen: 'phone' | 'desktop') =>
  vi.spyOn(globalThis, 'matchMedia').mockImplementation((media) =>
    Object.assign(new EventTarget(), {
      media,
      matches: media.includes('width >=') && screen === 'desktop',
      onchange: null,
      addListener: () => undefined,
      removeListener: () => undefined,
    }),
  );

/** Renders the console as asha, an administrator by default, at a place such as `view=reports`. */
export async function openConsole(
  search: string,
  answers: TestResponses = {},
  role: 'user' | 'admin' = 'admin',
) {
  const page = await openScreen({
    at: `/admin?${search}`,
    as: 'asha',
    screen: () => (
      <>
        <AdminScreen />
        <Toasts />
      </>
    ),
    answers: {
      'GET /users/me': { body: meOf(role) },
      'GET /admin/wallet/bonuses': { body: { bonuses: [], page: 1, total_pages: 0, total_count: 0 } },
      'GET /admin/dashboard': { body: { days: [], now: nowOf() } },
      'GET /config/client': { body: { features: {}, payments: [], sandbox: 'off' } },
      ...answers,
    },
  });
  onTestFinished(async () => {
    // A refetch at the end of the test would otherwise find no server.
    cleanup();
    await vi.waitFor(() => expect(page.client.isFetching()).toBe(0));
  });
  return page;
}
