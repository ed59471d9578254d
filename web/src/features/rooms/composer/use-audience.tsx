import { useQueryClient } from '@tanstack/react-query';
import { useState, type KeyboardEvent, type ReactNode } from 'react';
import { LazyComponent } from '../../../ui/lazy-component.tsx';
import { userStorageKey } from '../../../platform/user-storage.ts';
import { staysInInput, type Audience, type ComposerProps } from '../../messages/index.ts';
import { prefetchedRoomComponents } from '../room-prefetch.ts';
import type { Question } from './audience-chip.tsx';
import { hearersOf, namesAtStart } from './whisper.ts';

/** What {@link useAudience} adds to the input of a room. */
export type RoomAudience = Pick<ComposerProps, 'onSend' | 'problem'> & {
  readonly audience: ReactNode;
  readonly readNames: () => readonly string[];
  /** Handles Alt+W; returns true if there was something to switch. */
  readonly takesKey: (event: KeyboardEvent) => boolean;
};

const nothing = () => null;

/**
 * Who hears the message in the input (MN-02): names at its beginning make a whisper or, if the user so chose in this room,
 * a message to all. A whisper to a user who is not a member asks first, and the text stays in the input until then.
 */
export function useAudience(props: ComposerProps & { groupId: string; account: string }): RoomAudience {
  const { groupId, account, draft, onDraft, onSend, mode } = props;
  const client = useQueryClient();
  const key = userStorageKey('audience', account, groupId);
  const [choice, setChoice] = useState<Audience>(() =>
    localStorage.getItem(key) === 'room' ? 'room' : 'whisper',
  );
  const [asked, setAsked] = useState<Question>();
  const { parts } = prefetchedRoomComponents;
  const isEdit = mode?.kind === 'edit';
  const names = isEdit || draft.replyTo?.whisperTo ? [] : namesAtStart(draft);
  const audience = names.length > 0 ? (draft.audience ?? choice) : undefined;
  const hearers = isEdit ? mode.target.recipients : hearersOf({ ...draft, audience });
  const question = asked?.draft === draft ? asked : undefined;
  const onSwitch = () => {
    const next = audience === 'room' ? 'whisper' : 'room';
    localStorage.setItem(key, next);
    setChoice(next);
    onDraft((now) => ({ ...now, audience: undefined }));
  };
  const view = { ...props, hearers, names, onSwitch, question, onQuestion: setAsked };
  return {
    onSend:
      onSend &&
      ((written) => {
        if (audience !== 'whisper' || !parts.code?.mustLookUp(client, view)) {
          return onSend(isEdit ? written : { ...written, audience });
        }
        setAsked({ draft: written });
        return staysInInput;
      }),
    problem: question?.problem ?? props.problem,
    readNames: () => hearers,
    takesKey(event) {
      const isSwitch = event.altKey && event.code === 'KeyW' && names.length > 0;
      if (isSwitch) event.preventDefault();
      if (isSwitch) onSwitch();
      return isSwitch;
    },
    audience: (
      <LazyComponent component={parts} failed={nothing}>
        {({ AudienceChip }) => <AudienceChip {...view} />}
      </LazyComponent>
    ),
  };
}
