import type { Report, ReportAction, ReportCategory, ReportStatus } from '@adda/contract/moderation';
import { t } from '@lingui/core/macro';

/** Returns the label of a report's kind. */
export function kindName(kind: Report['kind']): string {
  const names = { person: t`Person`, message: t`Message`, post: t`Post` };
  return names[kind];
}

/** Returns the label of what a report is about, as the reporter chose it. */
export function categoryName(category: ReportCategory): string {
  const names = { threat: t`Threat`, intimate_image: t`Intimate picture`, scam: t`Scam`, other: t`Other` };
  return names[category];
}

/** Returns the label of a report's status. */
export function statusName(status: ReportStatus): string {
  const names = { open: t`Open`, reviewing: t`In review`, resolved: t`Resolved`, dismissed: t`Dismissed` };
  return names[status];
}

/** Returns the label of a report's result. */
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

/** Whether a report still needs a decision. */
export const isUndecided = ({ status }: Pick<Report, 'status'>): boolean =>
  status === 'open' || status === 'reviewing';
