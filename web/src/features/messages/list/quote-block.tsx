import { displayedName } from '@adda/contract/accounts';
import type { ForwardedFrom, Quote } from '@adda/contract/messages';
import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { Link } from '@tanstack/react-router';
import { Forward, Image, Mic, Video } from 'lucide-react';
import { useContext } from 'react';
import { previewText } from '../../../ui/formatted-spans.tsx';
import { senderColour } from '../../../ui/person-colour.ts';
import { TabIndex } from '../../../ui/tab-index.ts';
import { fullTime } from '../../../ui/time-format.ts';
import { VisuallyHidden } from '../../../ui/visually-hidden.tsx';

/** What a quoted message has beside its text, as a word. */
function attachmentText(quote: Quote): string {
  if (quote.has_video) return t`Video`;
  return quote.has_voice ? t`Voice message` : quote.has_image ? t`Photo` : '';
}

/** What a quoted message says, or is. */
export function quoteText(quote: Quote): string {
  if (quote.is_deleted) return t`This message was deleted`;
  return quote.excerpt === '' ? attachmentText(quote) : previewText(quote.excerpt);
}

/** Signs for what a quoted message has beside its text. */
export function QuoteSigns({ quote, className }: { quote: Quote; className: string }) {
  return (
    <>
      {quote.has_image && <Image aria-hidden="true" className={className} />}
      {quote.has_video && <Video aria-hidden="true" className={className} />}
      {quote.has_voice && <Mic aria-hidden="true" className={className} />}
    </>
  );
}

const look = 'mb-1 grid w-full rounded-chip border-s-4 bg-surface px-2.5 py-1.5 text-start text-sm text-ink';

/** The message that a message answers; a press goes there, if this user may see it (RY-01, RY-04). Without `onJump` only shown. */
export function QuoteBlock(props: { quote: Quote; onJump: ((sequence: number) => void) | undefined }) {
  const { quote, onJump } = props;
  const tabIndex = useContext(TabIndex);
  const { sender, sequence } = quote;
  if (sender === null) {
    return (
      <p className={`${look} border-s-line text-mute italic`}>
        <Trans>A message you can’t see</Trans>
      </p>
    );
  }
  const style = { borderInlineStartColor: senderColour(sender) };
  const said = (
    <>
      <span className="truncate font-semibold" style={{ color: senderColour(sender) }}>
        <VisuallyHidden>
          <Trans>In reply to</Trans>{' '}
        </VisuallyHidden>
        {displayedName(sender)}
      </span>
      <span
        dir="auto"
        className={`line-clamp-2 [overflow-wrap:anywhere] ${quote.is_deleted ? 'italic' : ''}`}
      >
        <QuoteSigns quote={quote} className="me-1 mb-0.5 inline size-4" />
        {quote.excerpt !== '' && <VisuallyHidden>{attachmentText(quote)} </VisuallyHidden>}
        {quoteText(quote)}
      </span>
    </>
  );
  if (!onJump) {
    return (
      <div className={look} style={style}>
        {said}
      </div>
    );
  }
  return (
    <button
      type="button"
      tabIndex={tabIndex}
      onClick={() => onJump(sequence)}
      className={`${look} min-h-11 hover:bg-raised`}
      style={style}
    >
      {said}
    </button>
  );
}

/** Names the author of the message that a message forwards; the name leads to the profile (FT-06). */
export function ForwardedLine({ username }: ForwardedFrom) {
  const name = displayedName(username);
  return (
    <p className="mb-0.5 flex items-center gap-1 text-xs font-semibold">
      <Forward aria-hidden="true" className="size-3.5 shrink-0 rtl:-scale-x-100" />
      <span className="min-w-0 wrap-anywhere">
        <Trans>
          Forwarded from{' '}
          <Link
            to="/profile/$username"
            params={{ username }}
            tabIndex={useContext(TabIndex)}
            className="underline underline-offset-2 pointer-coarse:py-2"
          >
            {name}
          </Link>
        </Trans>
      </span>
    </p>
  );
}

/** Says that a message was edited; the time is its tooltip, and part of its name (ED-02). */
export function EditedLabel({ at }: { at: string }) {
  const time = fullTime(at);
  return (
    // Keyboard users reach the time with the focus, as others do with the mouse.
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
    <span tabIndex={useContext(TabIndex)} title={time} className="group/edited">
      <Trans>edited</Trans>
      <span className="sr-only group-focus-visible/edited:not-sr-only"> {time}</span>
    </span>
  );
}
