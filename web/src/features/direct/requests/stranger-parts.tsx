import { Plural, Trans, useLingui } from '@lingui/react/macro';
import { displayedName } from '@adda/contract/accounts';
import { cautionsIn, type Caution } from '@adda/contract/direct';
import { isLongRequest, REQUEST_TEXT_MAX } from '@adda/contract/messages';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { Ban, Flag, ShieldAlert } from 'lucide-react';
import { useEffect, useRef, useState, type ReactNode, type RefObject } from 'react';
import { ApiError } from '../../../platform/api-error.ts';
import { api } from '../../../platform/api.ts';
import { openChatUser } from '../../../platform/open-chat.ts';
import { Button } from '../../../ui/button.tsx';
import { toast } from '../../../ui/toast-store.ts';
import {
  changeStore,
  emptyDraft,
  staysInInput,
  type ComposerProps,
  type Conversation,
} from '../../messages/index.ts';
import { ReportDialog } from '../../moderation/index.ts';
import { useBlock } from '../../relations/index.ts';
import { requestsKey } from './live-requests.ts';
import { unreadKeys } from '../unread/unread-count.ts';

/** The frame of what stands in the place of the input. */
function Bar({ children, label }: { children: ReactNode; label: string }) {
  return (
    <section
      aria-label={label}
      className="shrink-0 border-t border-line bg-surface px-3 pt-3 pb-[max(.75rem,env(safe-area-inset-bottom))]"
    >
      <div className="mx-auto grid max-w-190 gap-3">{children}</div>
    </section>
  );
}

type Answer = 'accept' | 'decline';

/** Accepts or declines a request; the lists, the counts and the chat follow. */
function useAnswer(conversation: Conversation, username: string) {
  const { t } = useLingui();
  const client = useQueryClient();
  const navigate = useNavigate();
  const name = displayedName(username);
  return useMutation({
    mutationFn: (answer: Answer) =>
      answer === 'accept'
        ? api('POST /chat/requests/accept', { body: { username } })
        : api('POST /chat/requests/decline', { body: { username } }),
    onSuccess: (_response, answer) => {
      for (const queryKey of [requestsKey, unreadKeys.all]) void client.invalidateQueries({ queryKey });
      changeStore(client, conversation, (store) => ({
        ...store,
        strangers: undefined,
        hasPlainLinks: false,
      }));
      if (answer === 'accept') return;
      toast.success(t`You declined the request of ${name}. They aren’t told.`);
      openChatUser.clear();
      void navigate({ to: '/v1', replace: true, ignoreBlocker: true });
    },
    onError: (error) =>
      toast.problem((error instanceof ApiError && error.detail) || t`That didn’t work. Try again.`),
  });
}

export type RequestBarProps = {
  conversation: Conversation;
  username: string;
  /** Opens the input; an answer accepts the request. */
  onAnswer: () => void;
};

/** What a user can do with a stranger's request, in the place of the input (MR-02). */
export function RequestBar({ conversation, username, onAnswer }: RequestBarProps) {
  const { t } = useLingui();
  const { mutate, isPending, variables } = useAnswer(conversation, username);
  const [isReporting, setReporting] = useState(false);
  const { isBusy, block, dialogs } = useBlock(username);
  const name = displayedName(username);
  return (
    <Bar label={t`Request of ${name}`}>
      <p className="text-sm text-mute">
        <Trans>
          {name} would like to talk with you. They don’t see that you read this until you accept or answer.
        </Trans>
      </p>
      <div className="flex flex-wrap gap-2">
        <div className="flex grow gap-2 *:grow sm:grow-0">
          <Button size="small" isBusy={isPending && variables === 'accept'} onClick={() => mutate('accept')}>
            <Trans>Accept</Trans>
          </Button>
          <Button size="small" tone="quiet" onClick={onAnswer}>
            <Trans>Answer</Trans>
          </Button>
          <Button
            size="small"
            tone="quiet"
            isBusy={isPending && variables === 'decline'}
            onClick={() => mutate('decline')}
          >
            <Trans>Decline</Trans>
          </Button>
        </div>
        <div className="flex grow gap-2 *:grow sm:grow-0">
          <Button
            size="small"
            tone="plain"
            isBusy={isBusy}
            icon={<Ban aria-hidden="true" className="size-4" />}
            onClick={block}
          >
            <Trans>Block</Trans>
          </Button>
          <Button
            size="small"
            tone="plain"
            icon={<Flag aria-hidden="true" className="size-4" />}
            onClick={() => setReporting(true)}
          >
            <Trans>Report</Trans>
          </Button>
        </div>
      </div>
      {isReporting && <ReportDialog username={username} isOpen onClose={() => setReporting(false)} />}
      {dialogs}
    </Bar>
  );
}

const warnings: Record<Caution, () => ReactNode> = {
  phone: () => <Trans>a phone number</Trans>,
  messenger: () => <Trans>another app</Trans>,
  payment: () => <Trans>a way to pay</Trans>,
  link: () => <Trans>a link</Trans>,
};

type AskProps = { cautions: readonly Caution[]; onSend: () => void; onBack: () => void };

/** Asks before a first text goes out that would warn its reader (MR-04). */
function AskFirst({ cautions, onSend, onBack }: AskProps) {
  const { t } = useLingui();
  const changeRef = useRef<HTMLButtonElement>(null);
  useEffect(() => changeRef.current?.focus(), []);
  return (
    <div
      role="alertdialog"
      aria-label={t`Send this?`}
      className="mx-3 mb-2 grid gap-2 rounded-chip bg-marigold-wash p-3"
    >
      <div className="flex gap-2 text-sm">
        <ShieldAlert aria-hidden="true" className="mt-0.5 size-4 shrink-0" />
        <div>
          <p>
            <Trans>Your text names something that often begins a fraud, so they’ll see a warning:</Trans>
          </p>
          <ul className="list-inside list-disc">
            {cautions.map((caution) => (
              <li key={caution}>{warnings[caution]()}</li>
            ))}
          </ul>
        </div>
      </div>
      <div className="flex gap-2">
        <Button size="small" tone="quiet" ref={changeRef} onClick={onBack}>
          <Trans>Change it</Trans>
        </Button>
        <Button size="small" tone="plain" onClick={onSend}>
          <Trans>Send anyway</Trans>
        </Button>
      </div>
    </div>
  );
}

type Draft = ComposerProps['draft'];
type Send = NonNullable<ComposerProps['onSend']>;

/** Sends a draft, or returns why it stays in the input, as `onSend` does. */
export type SendGuard = ((draft: Draft, send: Send) => string | undefined) | undefined;

export type FirstTextsProps = Pick<ComposerProps, 'draft' | 'onDraft' | 'onSend' | 'mode' | 'input'> & {
  textsLeft: number;
  /** The displayed name of the other user. */
  name: string;
  /** Receives the guard of the input, which asks before a text goes out that names what may begin a fraud. */
  guardRef: RefObject<SendGuard>;
  hasInput: boolean;
};

/** Above the input of a stranger: how many texts are left; in its place after the last one: nothing but waiting (MR-01). */
export function FirstTexts({ textsLeft, name, guardRef, hasInput, ...given }: FirstTextsProps) {
  const { t } = useLingui();
  const { draft, onDraft, onSend, mode, input } = given;
  const [asked, setAsked] = useState<{ readonly text: string; readonly cautions: readonly Caution[] }>();
  useEffect(() => {
    guardRef.current = (message, send) => {
      if (isLongRequest(message.text))
        return t`Keep it under ${REQUEST_TEXT_MAX} characters until they answer`;
      const cautions = cautionsIn(message.text);
      if (!cautions) return send(message);
      setAsked({ text: message.text, cautions });
      return staysInInput;
    };
  }, [guardRef, t]);
  if (!hasInput)
    return (
      <Bar label={t`Message`}>
        <p role="status" className="text-center font-semibold">
          <Trans>Wait for an answer before you write more</Trans>
        </p>
        {draft.text !== '' && (
          <p className="text-center text-sm text-mute">
            <Trans>What you typed is kept until then.</Trans>
          </p>
        )}
      </Bar>
    );
  const back = () => {
    setAsked(undefined);
    input.current?.focus();
  };
  const sendAnyway = () => {
    const refusal = onSend?.(draft);
    if (onSend && refusal === undefined) onDraft(emptyDraft);
    else if (refusal) toast.problem(refusal);
    back();
  };
  if (mode?.kind === 'edit') return null;
  if (asked?.text === draft.text)
    return <AskFirst cautions={asked.cautions} onSend={sendAnyway} onBack={back} />;
  return (
    <p role="status" className="px-4 pb-1 text-sm text-mute">
      <Plural
        value={textsLeft}
        one={`You can send # more text until ${name} answers.`}
        other={`You can send # more texts until ${name} answers.`}
      />
    </p>
  );
}
