import { useLingui } from '@lingui/react/macro';
import { displayedName } from '@adda/contract/accounts';
import type { GroupMember } from '@adda/contract/rooms';
import { useInfiniteQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useId, useState, type KeyboardEvent } from 'react';
import { Avatar } from '../../../ui/avatar.tsx';
import { classNames } from '../../../ui/class-names.ts';
import { GuestTag } from '../../accounts/index.ts';
import { membersOf, roomMembers } from '../members/members.queries.ts';
import { whisperName } from './start-whisper.ts';
import { TYPED_NAME } from './whisper.ts';
import { useDebouncedValue } from '../../../ui/use-debounced-value.ts';

/** Maximum number of suggestions. */
const MOST = 6;

/** Handles a key press of the input; returns true if the list used it. */
export type KeyHandler = (event: KeyboardEvent) => boolean;

/** Connects the list with the input: ARIA attributes and key presses. */
export type SuggestionsHandle = {
  /** Registers the key handler of the list; undefined while there is no list. */
  readonly onKeys: (handler: KeyHandler | undefined) => void;
  /** Reports the ids of the list and of the active option; undefined while there is no list. */
  readonly onMarked: (ids: { list: string; option: string } | undefined) => void;
};

/** A text with a completed name, and the caret after it. */
export type CompletedText = { readonly text: string; readonly caret: number };

/** Returns `text` with the partial name before the caret completed, and the new caret position. */
function completeName(text: string, caret: number, name: string): CompletedText {
  const typed = TYPED_NAME.exec(text.slice(0, caret))?.[1] ?? '';
  const start = `${text.slice(0, caret - typed.length - 1)}@${name} `;
  return { text: start + text.slice(caret).replace(/^[^\S\n]+/, ''), caret: start.length };
}

export type MentionSuggestionsProps = SuggestionsHandle & {
  groupId: string;
  account: string;
  /** The prefix of a name, in lower case; may be empty. */
  typed: string;
  /** The text of the input, and where the caret is in it. */
  text: string;
  caret: number;
  onPick: (completed: CompletedText) => void;
  onDismiss: () => void;
};

const begins = (member: GroupMember, typed: string): boolean =>
  member.username.startsWith(typed) || displayedName(member.username).startsWith(typed);

/** Members whose name starts with the prefix: loaded ones immediately, others after a debounce. */
function useNames(groupId: string, account: string, typed: string): readonly GroupMember[] {
  const settled = useDebouncedValue(typed);
  const loaded = useInfiniteQuery({ ...roomMembers(groupId), enabled: typed === '' });
  const found = useInfiniteQuery({ ...roomMembers(groupId, settled), enabled: settled !== '' });
  const all = [...membersOf(loaded.data), ...membersOf(found.data)];
  const byName = new Map(all.map((member) => [member.username, member]));
  return [...byName.values()]
    .filter((member) => member.username !== account && begins(member, typed))
    .slice(0, MOST);
}

/** Suggested members for a whisper or a mention, above the input; handles its arrow keys, Enter, Tab and Escape (GC-03). */
export function MentionSuggestions(props: MentionSuggestionsProps) {
  const { groupId, account, text, caret, typed, onPick, onDismiss, onKeys, onMarked } = props;
  const { t } = useLingui();
  const client = useQueryClient();
  const id = useId();
  const members = useNames(groupId, account, typed);
  const [marked, setMarked] = useState({ typed, index: 0 });
  const index = marked.typed === typed ? Math.min(marked.index, members.length - 1) : 0;
  const option = members[index] && `${id}-${members[index].username}`;
  const pick = (member: GroupMember) =>
    onPick(completeName(text, caret, whisperName(client, groupId, member.username)));

  useEffect(() => {
    onMarked(option === undefined ? undefined : { list: id, option });
    return () => onMarked(undefined);
  }, [onMarked, id, option]);
  useEffect(() => {
    onKeys((event) => {
      const current = members[index];
      if (!current || event.shiftKey || event.nativeEvent.isComposing) return false;
      const steps: Record<string, number> = { ArrowDown: 1, ArrowUp: members.length - 1 };
      const step = steps[event.key];
      if (step !== undefined) setMarked({ typed, index: (index + step) % members.length });
      else if (event.key === 'Enter' || event.key === 'Tab') pick(current);
      else if (event.key === 'Escape') onDismiss();
      else return false;
      event.preventDefault();
      return true;
    });
    return () => onKeys(undefined);
  });

  if (members.length === 0) return null;
  return (
    <div
      id={id}
      role="listbox"
      aria-label={t`Members`}
      className="absolute inset-x-0 bottom-full z-10 mb-1 max-h-72 overflow-y-auto rounded-card border border-line bg-surface p-1.5 shadow-float"
    >
      {members.map((member, at) => (
        // The keys of the input move the selection: an option of a listbox is never focused itself.
        // oxlint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/interactive-supports-focus
        <div
          key={member.username}
          id={`${id}-${member.username}`}
          role="option"
          aria-selected={at === index}
          className={classNames(
            'flex min-h-11 cursor-pointer items-center gap-2.5 rounded-chip px-2.5 hover:bg-raised',
            at === index && 'bg-raised',
          )}
          onPointerDown={(event) => event.preventDefault()}
          onClick={() => pick(member)}
        >
          <Avatar
            name={member.username}
            displayedName={displayedName(member.username)}
            src={member.profile_image_url}
            size="small"
          />
          <span className="min-w-0 truncate font-medium">{displayedName(member.username)}</span>
          <GuestTag username={member.username} />
        </div>
      ))}
    </div>
  );
}
