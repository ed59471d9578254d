import { Trans } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';

/** Key of the user's drafts as the server has them. */
export const draftsKey = ['drafts'] as const;

/** A draft of the user in the cache; `text` is empty if it was removed. */
export type HeldDraft = {
  readonly text: string;
  /** The beginning of the text on one line, without signs of formatting. */
  readonly line: string;
  readonly replyTo: string | null;
  readonly updatedAt: string;
  /** Of this tab, and not stored by the server yet. */
  readonly isLocal: boolean;
};

/** The cached drafts by the id of their conversation. */
export type HeldDrafts = {
  readonly byConversation: Readonly<Record<string, HeldDraft>>;
  /** Whether a conversation that is missing has no draft: the server lists only the newest drafts. */
  readonly isComplete: boolean;
};

/**
 * 'Draft: …' in the row of a conversation in a list, unless it is open; `children` without a draft (FT-04). Shows what is
 * cached: the code that requests drafts loads later.
 */
export function DraftLine(props: { conversationId: string; isOpen: boolean; children: ReactNode }) {
  const { conversationId, isOpen, children } = props;
  const { data } = useQuery<HeldDrafts>({ queryKey: draftsKey, enabled: false });
  const line = data?.byConversation[conversationId]?.line ?? '';
  if (isOpen || line === '') return children;
  return (
    <span dir="auto" className="block min-w-0 truncate text-sm">
      <Trans>
        <span className="text-rani-ink">Draft:</span> {line}
      </Trans>
    </span>
  );
}
