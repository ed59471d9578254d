import type { Report, ReportAction, ReportStatus } from '@adda/contract/moderation';
import { t } from '@lingui/core/macro';

/** What a report is about. */
export function kindName(kind: Report['kind']): string {
  const names = { person: t`Person`, message: t`Message`, post: t`Post` };
  return names[kind];
}

/** How far a report is. */
export function statusName(status: ReportStatus): string {
  const names = { open: t`Open`, reviewing: t`In review`, resolved: t`Resolved`, dismissed: t`Dismissed` };
  return names[status];
}

/** What was decided about a report. */
export function outcomeName(status: ReportStatus, action: ReportAction | null): string {
  if (status === 'dismissed') return t`Dismissed`;
  const names: Record<ReportAction, string> = {
    none: t`No action`,
    warn: t`Warned`,
    delete_content: t`Content removed`,
    suspend: t`Suspended`,
    ban: t`Banned`,
  };
  return names[action ?? 'none'];
}

/** Whether somebody still has to decide it. */
export const isUndecided = ({ status }: Pick<Report, 'status'>): boolean =>
  status === 'open' || status === 'reviewing';
