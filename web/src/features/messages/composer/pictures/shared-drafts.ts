import { isBlankText } from '@adda/contract/messages';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useRef, type RefObject } from 'react';
import { session } from '../../../../platform/session.ts';
import { toast } from '../../../../ui/toast-store.ts';
import { draftsQuery } from '../../drafts/drafts.queries.ts';
import type { Draft } from '../attachments.ts';
import type { ComposerProps } from '../composer-props.ts';
import { chosenFiles } from './chosen-files.ts';

/** What another app shared, on its way to an input (PN-01). */
type SharedDraft = {
  /** Empty without one, and once it is in the input. */
  readonly text: string;
  readonly files: readonly File[];
  /** Called once all of it is in the input. */
  readonly onTaken: () => void;
};

const waiting = new Map<string, SharedDraft>();

// Nothing of an account is left for the next one.
session.subscribe(() => {
  const account = session.current()?.username;
  for (const key of waiting.keys()) if (!key.startsWith(`${account}/`)) waiting.delete(key);
});

/** What waits for an input that opens, by the key of the input: account and conversation. Nothing is sent by it. */
export const sharedDrafts = {
  put: (key: string, shared: SharedDraft): void => void waiting.set(key, shared),
  get: (key: string): SharedDraft | undefined => waiting.get(key),
  /** Notes that a part is in the input. */
  took(key: string, part: Partial<SharedDraft>): void {
    const shared = waiting.get(key);
    if (!shared) return;
    const rest = { ...shared, ...part };
    waiting.set(key, rest);
    if (rest.text !== '' || rest.files.length > 0) return;
    waiting.delete(key);
    rest.onTaken();
  },
};

const withText =
  (text: string) =>
  (draft: Draft): Draft => ({ ...draft, text: draft.text === '' ? text : `${draft.text}\n${text}` });

/** Whether the input has the draft that the server holds, so that what is appended doesn't take its place. */
function useIsDraftThere(key: string, text: string): boolean {
  const { data, isError } = useQuery({ ...draftsQuery, enabled: sharedDrafts.get(key) !== undefined });
  const held = data?.byConversation[key.slice(key.indexOf('/') + 1)];
  if (held) return text !== '' || isBlankText(held.text);
  return isError || data?.isComplete === true;
}

type Input = Pick<ComposerProps, 'draft' | 'onDraft' | 'input' | 'mode' | 'recordingKey'> & {
  isDisabled: boolean;
};

/**
 * Puts what was shared into the input, after what is there already, once the input can take it: the draft has arrived, no message
 * is being changed, and pictures can be added. `refusalAt` returns why they can't; it is said once.
 */
export function useSharedDraft(
  { draft, onDraft, input, mode, isDisabled, recordingKey: key }: Input,
  place: RefObject<HTMLElement | null>,
  refusalAt: (place: HTMLElement | null) => string | undefined,
): void {
  const isDraftThere = useIsDraftThere(key, draft.text);
  const said = useRef<string>(undefined);
  useEffect(() => {
    const shared = sharedDrafts.get(key);
    if (!shared || mode?.kind === 'edit') return;
    if (shared.text !== '' && isDraftThere) {
      onDraft(withText(shared.text));
      sharedDrafts.took(key, { text: '' });
      input.current?.focus();
    }
    if (shared.files.length === 0 || isDisabled) return;
    const refusal = refusalAt(place.current);
    if (refusal === undefined) {
      chosenFiles.add(key, shared.files);
      sharedDrafts.took(key, { files: [] });
      input.current?.focus();
    } else if (refusal !== said.current) toast.problem(refusal);
    said.current = refusal;
  });
}
