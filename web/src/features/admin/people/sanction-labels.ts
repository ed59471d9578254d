import type { OwnSanction, SanctionKind } from '@adda/contract/moderation';
import { t } from '@lingui/core/macro';
import { fullDay, fullTime } from '../../../ui/time-format.ts';

/** Returns a short label of a sanction kind. */
export function sanctionName(kind: SanctionKind): string {
  const names: Record<SanctionKind, string> = {
    warning: t`Warning`,
    content_removed: t`Content removed`,
    suspension: t`Suspension`,
    ban: t`Ban`,
  };
  return names[kind];
}

/** Returns a sanction's state label; undefined for a kind without a duration. */
export function sanctionState(
  sanction: Pick<OwnSanction, 'kind' | 'until' | 'ended_at' | 'end'>,
): string | undefined {
  const { kind, until, ended_at: endedAt, end } = sanction;
  if (endedAt !== null) {
    const day = fullDay(endedAt);
    if (end === 'reversed') return t`Reversed on ${day}`;
    return end === 'lifted' ? t`Lifted on ${day}` : t`Over since ${day}`;
  }
  if (kind !== 'suspension' && kind !== 'ban') return undefined;
  if (until === null) return t`Without an end`;
  const moment = fullTime(until);
  return t`Until ${moment}`;
}
