import type { ReportAction } from '@adda/contract/moderation';
import { SUSPENSION_DAYS } from '@adda/contract/moderation';
import { useState } from 'react';
import { useSession } from '../../../../platform/use-session.ts';
import { userStorageKey } from '../../../../platform/user-storage.ts';
import type { DecisionRequest } from '../reports.queries.ts';

/** The possible decisions, in the order of the keys 1 to 6. */
export const choices = ['dismiss', 'none', 'warn', 'delete_content', 'suspend', 'ban'] as const;

/** One of {@link choices}. */
export type Choice = (typeof choices)[number];

/** An administrator's unsent decision of a report. */
export type DecisionDraft = {
  readonly choice: Choice | undefined;
  /** Duration of a suspension, in days. */
  readonly days: number;
  /** Shown to the user. */
  readonly reason: string;
  /** Shown to other administrators. */
  readonly note: string;
  /** Removed content is rejected if it is uploaded again. */
  readonly keepsOut: boolean;
};

/** The empty draft. */
export const emptyDraft: DecisionDraft = {
  choice: undefined,
  days: SUSPENSION_DAYS[0] ?? 1,
  reason: '',
  note: '',
  keepsOut: true,
};

const keyOf = (account: string, reportId: string): string =>
  userStorageKey('draft', account, `report/${reportId}`);

function stored(text: string | null): Partial<DecisionDraft> {
  if (text === null) return {};
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' && value !== null ? value : {};
  } catch {
    return {}; // invalid content: start with no drafts
  }
}

/** Drafts of decisions, kept for the lifetime of the tab, so that leaving the report loses nothing. */
export const decisionDrafts = {
  get: (account: string, reportId: string): DecisionDraft => ({
    ...emptyDraft,
    ...stored(sessionStorage.getItem(keyOf(account, reportId))),
  }),
  set: (account: string, reportId: string, draft: DecisionDraft): void =>
    sessionStorage.setItem(keyOf(account, reportId), JSON.stringify(draft)),
  forget: (account: string, reportId: string): void => sessionStorage.removeItem(keyOf(account, reportId)),
};

/** Returns the draft of a report's decision; it survives unmounting. */
export function useDecisionDraft(reportId: string) {
  const account = useSession()?.username ?? '';
  const [draft, setDraft] = useState(() => decisionDrafts.get(account, reportId));
  return {
    draft,
    change(changes: Partial<DecisionDraft>) {
      const next = { ...draft, ...changes };
      setDraft(next);
      decisionDrafts.set(account, reportId, next);
    },
    forget: () => decisionDrafts.forget(account, reportId),
  };
}

/** Whether a choice is a sanction, whose reason is shown to the user. */
export const isSanction = (choice: Choice | undefined): boolean =>
  choice !== undefined && choice !== 'dismiss' && choice !== 'none';

const DAY_MS = 86_400_000;

/** Converts a draft to the request; `now` in ms. */
export function decisionRequest(
  draft: DecisionDraft & { readonly choice: Choice },
  now: number,
): DecisionRequest {
  const { choice, days, keepsOut } = draft;
  const note = draft.note.trim() || undefined;
  if (choice === 'dismiss') return { status: 'dismissed', note };
  const action: ReportAction = choice;
  if (action === 'none') return { status: 'resolved', action, note };
  return {
    status: 'resolved',
    action,
    note,
    reason: draft.reason.trim(),
    ...(action === 'suspend' && { until: new Date(now + days * DAY_MS).toISOString() }),
    ...(action === 'delete_content' && { keep_out: keepsOut }),
  };
}
