import { Trans, useLingui } from '@lingui/react/macro';
import { displayedName } from '@adda/contract/accounts';
import { excerptOf, type Quote } from '@adda/contract/messages';
import { wordsOf } from '@adda/contract/rooms';
import { Pencil, Reply, TriangleAlert, X } from 'lucide-react';
import type { ReactNode } from 'react';
import { IconButton } from '../../../ui/icon-button.tsx';
import { QuoteSigns, quoteText } from '../list/quote-block.tsx';
import { senderColour } from '../../../ui/person-colour.ts';
import type { ChatMessage } from '../history/conversation.ts';
import type { ReplyTarget } from './attachments.ts';
import type { ComposerMode, RefusedEdit } from './composer-props.ts';

/** The quote of a reply to `message`, and who hears the reply if the message is a whisper (RY-01, RY-02). */
export function replyTargetOf(message: ChatMessage, account: string): ReplyTarget {
  const { is_private: isWhisper = false, recipient_usernames: recipients = [] } = message;
  const hearers = new Set([message.sender, ...recipients]);
  hearers.delete(account);
  return {
    quote: {
      message_id: message._id,
      sequence: message.sequence,
      sender: message.sender,
      excerpt: excerptOf(wordsOf(message.content, isWhisper)),
      has_image: message.image_url !== null || message.image_id !== null,
      has_voice: Boolean(message.audio_url),
      has_video: Boolean(message.youtube_url),
      is_deleted: message.is_deleted,
    },
    ...(isWhisper && { whisperTo: [...hearers] }),
  };
}

/** The beginning of a quoted message on one line, with a sign for what it has beside the text. */
const QuotedWords = ({ quote }: { quote: Quote }) => (
  <>
    <QuoteSigns quote={quote} className="size-4 shrink-0" />
    <span dir="auto" className={quote.is_deleted ? 'italic' : 'min-w-0 truncate'}>
      {quoteText(quote)}
    </span>
  </>
);

/** A line above the input: what it is open for, and the button that ends that. */
function Bar(props: { icon: ReactNode; title: ReactNode; children: ReactNode; buttons: ReactNode }) {
  return (
    <div className="mb-1.5 flex items-center gap-2.5 rounded-chip border-s-4 border-rani bg-raised ps-2.5">
      {props.icon}
      <div role="status" className="min-w-0 grow py-1 text-sm">
        <p className="truncate font-semibold text-rani-ink">{props.title}</p>
        <p className="flex min-w-0 items-center gap-1 text-mute">{props.children}</p>
      </div>
      {props.buttons}
    </div>
  );
}

function ReplyTitle({ sender, account }: { sender: string | null; account: string | undefined }) {
  if (sender === null) return <Trans>Reply</Trans>;
  if (sender === account) return <Trans>Reply to yourself</Trans>;
  const name = displayedName(sender);
  return (
    <Trans>
      Reply to <span style={{ color: senderColour(sender) }}>{name}</span>
    </Trans>
  );
}

/** The quote of an own reply that is not acknowledged yet. */
export function PendingQuote({ quote }: { quote: Quote }) {
  const { sender } = quote;
  return (
    <div className="mb-1 rounded-chip border-s-4 border-rani bg-surface px-2.5 py-1.5 text-sm text-ink">
      {sender !== null && (
        <p className="truncate font-semibold" style={{ color: senderColour(sender) }}>
          {displayedName(sender)}
        </p>
      )}
      <p className="flex min-w-0 items-center gap-1">
        <QuotedWords quote={quote} />
      </p>
    </div>
  );
}

const smallButton =
  'min-h-9 shrink-0 rounded-full px-2.5 text-sm font-semibold text-rani-ink hover:bg-rani-wash pointer-coarse:min-h-11';

export type ComposerBarsProps = {
  mode: ComposerMode | undefined;
  refused: RefusedEdit | undefined;
  onLeave: () => void;
};

/** The bars above the input: for a reply (RY-01), for an edit (ED-05), and for an edit that the server refused. */
export function ComposerBars({ mode, refused, onLeave }: ComposerBarsProps) {
  const { t } = useLingui();
  const close = (label: string) => (
    <IconButton label={label} icon={<X aria-hidden="true" className="size-5" />} onClick={onLeave} />
  );
  return (
    <>
      {refused && (
        <Bar
          icon={<TriangleAlert aria-hidden="true" className="size-5 shrink-0 text-danger" />}
          title={<Trans>Your edit was not saved</Trans>}
          buttons={
            <>
              <button type="button" className={smallButton} onClick={refused.onOpen}>
                <Trans>Edit again</Trans>
              </button>
              <button type="button" className={smallButton} onClick={refused.onDiscard}>
                <Trans>Discard</Trans>
              </button>
            </>
          }
        >
          {refused.detail}
        </Bar>
      )}
      {mode?.kind === 'reply' && (
        <Bar
          icon={<Reply aria-hidden="true" className="size-5 shrink-0 text-rani-ink rtl:-scale-x-100" />}
          title={<ReplyTitle sender={mode.target.quote.sender} account={mode.account} />}
          buttons={close(t`Don't reply`)}
        >
          <QuotedWords quote={mode.target.quote} />
        </Bar>
      )}
      {mode?.kind === 'edit' && (
        <Bar
          icon={<Pencil aria-hidden="true" className="size-5 shrink-0 text-rani-ink" />}
          title={<Trans>Edit message</Trans>}
          buttons={close(t`Don't change the message`)}
        >
          <span dir="auto" className="min-w-0 truncate">
            {mode.target.content}
          </span>
        </Bar>
      )}
    </>
  );
}
