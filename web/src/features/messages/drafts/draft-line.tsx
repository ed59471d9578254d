import { Trans } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { usePreviewText } from '../../../ui/preview-text.ts';

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

export type DraftLineProps = {
  conversationId: string;
  isOpen: boolean;
  /** The draft as a list of conversations has it; shown until the drafts themselves are cached. */
  listed?: string | undefined;
  children: ReactNode;
};

/**
 * 'Draft: …' in the row of a conversation in a list, unless it is open; `children` without a draft (FT-04). Shows what is
 * cached: the code that requests drafts loads later.
 */
export function DraftLine({ conversationId, isOpen, listed = '', children }: DraftLineProps) {
  const { data } = useQuery<HeldDrafts>({ queryKey: draftsKey, enabled: false });
  const fromList = usePreviewText(listed) ?? '';
  const held = data?.byConversation[conversationId];
  const line = held?.line ?? (data?.isComplete ? '' : fromList);
  if (isOpen || line === '') return children;
  return (
    <span dir="auto" className="block min-w-0 truncate text-sm">
      <Trans>
        <span className="text-rani-ink">Draft:</span> {line}
      </Trans>
    </span>
  );
}
