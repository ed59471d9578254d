import { displayedName } from '@adda/contract/accounts';
import { Trans } from '@lingui/react/macro';
import { useContext, useMemo, type ReactNode } from 'react';
import { TextMarker } from '../../../ui/linked-text.tsx';
import { TabIndex } from '../../../ui/tab-index.ts';
import { VisuallyHidden } from '../../../ui/visually-hidden.tsx';
import type { ChatMessage } from '../history/conversation.ts';

/** `@` and a name, not after a character that names contain. */
const NAMED = /(?<![\p{L}\p{N}._-])[@＠][\p{L}\p{N}._-]+/gu;

/** Marks the end of a sentence rather than a name, if the name with it is unknown. */
const ENDS = /[._-]$/u;

/** Returns who is named, and the part of the text that names them. */
function mentionIn(text: string, names: ReadonlyMap<string, string>) {
  for (let part = text; part.length > 1; part = part.slice(0, -1)) {
    const username = names.get(part.slice(1).toLowerCase());
    if (username !== undefined) return { username, part };
    if (!ENDS.test(part)) return undefined;
  }
  return undefined;
}

export type MentionsProps = {
  message: ChatMessage;
  account: string;
  /** Undefined: names are only marked. */
  onProfile: ((username: string) => void) | undefined;
  children: ReactNode;
};

/** Marks the members whom a message names: strongly the user, lightly the others, whose profile a press shows (MN-03). */
export function Mentions({ message, account, onProfile, children }: MentionsProps) {
  const { mentions = [] } = message;
  const tabIndex = useContext(TabIndex);
  const key = mentions.join(' ');
  const mark = useMemo(() => {
    const listed = key.split(' ');
    const names = new Map(
      listed.flatMap((name) => [name, displayedName(name)].map((each) => [each.toLowerCase(), name])),
    );
    return (text: string): ReactNode => {
      const parts: ReactNode[] = [];
      let end = 0;
      for (const { 0: found, index } of text.matchAll(NAMED)) {
        const { username, part = '' } = mentionIn(found, names) ?? {};
        if (username === undefined) continue;
        parts.push(text.slice(end, index));
        parts.push(
          username === account ? (
            <mark key={index} className="rounded bg-marigold px-0.5 font-semibold text-on-marigold">
              {part}
            </mark>
          ) : !onProfile ? (
            <strong key={index} className="font-semibold">
              {part}
            </strong>
          ) : (
            <button
              key={index}
              type="button"
              tabIndex={tabIndex}
              className="font-semibold hover:underline"
              onClick={() => onProfile(username)}
            >
              {part}
            </button>
          ),
        );
        end = index + part.length;
      }
      return parts.length === 0 ? text : [...parts, text.slice(end)];
    };
  }, [key, account, tabIndex, onProfile]);
  return (
    <TextMarker value={mark}>
      {mentions.includes(account) && (
        <VisuallyHidden>
          <Trans>Mentions you:</Trans>{' '}
        </VisuallyHidden>
      )}
      {children}
    </TextMarker>
  );
}
