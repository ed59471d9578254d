import { Trans, useLingui } from '@lingui/react/macro';
import { displayedName } from '@adda/contract/accounts';
import type { ChatMessage } from '../history/conversation.ts';
import { Check, Ellipsis } from 'lucide-react';
import { useContext, useRef, type ReactNode } from 'react';
import { classNames } from '../../../ui/class-names.ts';
import { IconButton } from '../../../ui/icon-button.tsx';
import { LazyComponent } from '../../../ui/lazy-component.tsx';
import { senderColour } from '../../../ui/person-colour.ts';
import { TabIndex } from '../../../ui/tab-index.ts';
import { Time } from '../../../ui/time.tsx';
import { VisuallyHidden } from '../../../ui/visually-hidden.tsx';
import { Bubble, DeletedBubble, Line, WhisperLine } from './bubble.tsx';
import { GuestTag, PersonAvatar } from '../../accounts/index.ts';
import { prefetchedComponents } from '../prefetch.ts';
import type { ListActions } from './message-actions.ts';
import { MessageAttachments, sentFromThisPage } from './message-attachments.tsx';

type Parts = NonNullable<typeof prefetchedComponents.parts.code>;

export type MessageBubbleProps = {
  message: ChatMessage;
  account: string;
  isOwn: boolean;
  isFirst: boolean;
  actions: ListActions;
};

const quietButton =
  '-my-0.5 h-9! self-end text-mute opacity-0 transition-opacity group-hover/line:opacity-100 focus-visible:opacity-100 group-focus-visible/row:opacity-100 aria-expanded:opacity-100 pointer-coarse:h-11! pointer-coarse:opacity-100';

/** The button of a message's menu: always visible for touch and keyboard, on hover for a mouse. */
function MenuButton({ message, actions }: MessageBubbleProps) {
  const { t } = useLingui();
  const name = displayedName(message.sender);
  const isOpen = actions.menuOf === message._id;
  // Pressing the open menu's button closes the menu before the click arrives, which must not open it again.
  const wasOpen = useRef(false);
  return (
    <IconButton
      label={t`Options of the message from ${name}`}
      title={t`Options`}
      aria-haspopup="menu"
      aria-expanded={isOpen}
      data-anchor=""
      tabIndex={useContext(TabIndex)}
      icon={<Ellipsis aria-hidden="true" className="size-5" />}
      className={quietButton}
      onPointerDown={() => {
        wasOpen.current = isOpen;
      }}
      onClick={(event) => {
        if (!wasOpen.current) actions.onMenu(message, event.currentTarget);
        wasOpen.current = false;
      }}
    />
  );
}

/** The actions next to a message: its menu, and the buttons of the conversation (PC-13). */
function Buttons(props: MessageBubbleProps) {
  const { message, actions } = props;
  const tabIndex = useContext(TabIndex);
  return (
    <span className="flex shrink-0 self-end">
      <MenuButton {...props} />
      {actions.buttonsOf?.(message).map(({ id, label, name = label, icon, needsPointer, run }) => (
        <IconButton
          key={id}
          label={name}
          title={label}
          tabIndex={tabIndex}
          icon={icon}
          className={classNames(quietButton, needsPointer ? 'pointer-coarse:hidden' : 'pointer-coarse:-mx-1')}
          onClick={(event) => run(event.currentTarget)}
        />
      ))}
    </span>
  );
}

/** What belongs to the text of some messages, once its code has loaded. */
function WithParts({ children, fallback }: { children: (code: Parts) => ReactNode; fallback?: ReactNode }) {
  return (
    <LazyComponent component={prefetchedComponents.parts} fallback={fallback} failed={() => fallback}>
      {children}
    </LazyComponent>
  );
}

/** The ticks of an own message: sent, and in private chats delivered or read (FT-03). */
function SentState({ message }: Pick<MessageBubbleProps, 'message'>) {
  const { t } = useLingui();
  const sent = <Check aria-label={t`Sent`} role="img" className="size-3.5" />;
  if (!message.is_read && !message.delivered_at) return sent;
  return <WithParts fallback={sent}>{({ Ticks }) => <Ticks message={message} />}</WithParts>;
}

function Said({ message, account, isOwn, actions }: MessageBubbleProps) {
  const { t } = useLingui();
  const { edited_at: editedAt, reply_to: quote, forwarded_from: from, mentions = [] } = message;
  const { sender, timestamp, image_url: url, is_private: isWhisper = false } = message;
  const name = displayedName(sender);
  const { recipient_usernames: recipients = [], youtube_url: videoUrl = null } = message;
  const others = isOwn ? recipients : [sender, ...recipients];
  const picture =
    url === null
      ? undefined
      : { url, width: message.image_width, height: message.image_height, alt: t`Image from ${name}` };
  const bubble = (
    <Bubble
      isOwn={isOwn}
      isWhisper={isWhisper}
      author={sender}
      text={message.content}
      attachments={
        actions.filesOf?.(message) ??
        ((picture || videoUrl !== null || message.audio_url) && (
          <MessageAttachments
            picture={picture}
            videoUrl={videoUrl}
            voice={message.audio_url ? { message, conversation: actions.conversation, account } : undefined}
            isOwn={isOwn}
            isWhisper={isWhisper}
            isUncovered={isOwn && (!actions.coversOwnImages || sentFromThisPage.has(message.clientMessageId))}
            onOpen={actions.onOpenImage}
            onRefresh={() => actions.onRefreshImage(message._id)}
          />
        ))
      }
      isMentioned={mentions.includes(account)}
      card={
        message.preview && (
          <WithParts fallback={<div className="h-20.5 w-80 max-w-full" />}>
            {({ PreviewCard }) => <PreviewCard {...{ message, isOwn }} conversation={actions.conversation} />}
          </WithParts>
        )
      }
      whisper={
        <>
          {isWhisper && <WhisperLine names={others.filter((each) => each !== account)} isOwn={isOwn} />}
          {from && (
            <WithParts fallback={<div className="h-5" />}>
              {({ ForwardedLine }) => <ForwardedLine {...from} />}
            </WithParts>
          )}
          {!isOwn && message.caution && (
            <WithParts>{({ CautionLine }) => <CautionLine cautions={message.caution} />}</WithParts>
          )}
          {quote && (
            <WithParts fallback={<div className="h-13" />}>
              {({ QuoteBlock }) => <QuoteBlock quote={quote} onJump={actions.onJump} />}
            </WithParts>
          )}
        </>
      }
      foot={
        <>
          {message.isSaving && <Trans>saving…</Trans>}
          {editedAt && <WithParts>{({ EditedLabel }) => <EditedLabel at={editedAt} />}</WithParts>}
          <Time value={timestamp} />
          {isOwn && !message.isSaving && <SentState message={message} />}
        </>
      }
    />
  );
  if (mentions.length === 0) return bubble;
  const given = { message, account, onProfile: actions.onProfile };
  return (
    <WithParts fallback={bubble}>{({ Mentions }) => <Mentions {...given}>{bubble}</Mentions>}</WithParts>
  );
}

/** Name of the sender; a press opens the profile, as the menu does for the keyboard. */
function Sender({ sender, onProfile }: { sender: string } & Pick<ListActions, 'onProfile'>) {
  const name = displayedName(sender);
  const style = { color: senderColour(sender) };
  return (
    <p className="mb-0.5 flex max-w-full items-center gap-1.5 text-sm font-semibold">
      {onProfile ? (
        <button
          type="button"
          tabIndex={-1}
          // For touch the target includes the padding of the line and of the bubble; the menu is next to the bubble.
          className="relative min-w-0 rounded-chip hover:underline pointer-coarse:after:absolute pointer-coarse:after:start-0 pointer-coarse:after:-top-3 pointer-coarse:after:h-11 pointer-coarse:after:w-full pointer-coarse:after:min-w-11"
          style={style}
          onClick={() => onProfile(sender)}
        >
          <span className="block truncate">{name}</span>
        </button>
      ) : (
        <span className="min-w-0 truncate" style={style}>
          {name}
        </span>
      )}
      <GuestTag username={sender} />
    </p>
  );
}

/** A message of another user, or an own one once it is acknowledged. */
export function MessageBubble(props: MessageBubbleProps) {
  const { message, isOwn, isFirst, actions } = props;
  const { selected } = actions;
  const { sender } = message;
  const name = displayedName(sender);
  const bubble = message.is_deleted ? <DeletedBubble /> : <Said {...props} />;
  // Without actions their space stays, so that no text breaks in another place once there are some (HM-06).
  const buttons = actions.filesOf ? (
    <span className="w-11 shrink-0 pointer-fine:w-33" />
  ) : (
    <Buttons {...props} />
  );
  const menu = !message.is_deleted && buttons;
  const chips = !message.is_deleted && message.reactions && message.reactions.length > 0 && (
    <WithParts fallback={<div className="h-9" />}>{({ Reactions }) => <Reactions {...props} />}</WithParts>
  );
  const mark = selected && !message.is_deleted && (
    <WithParts>
      {({ SelectMark }) => (
        <SelectMark message={message} isOn={selected.some(({ _id: id }) => id === message._id)} />
      )}
    </WithParts>
  );
  if (isOwn) {
    return (
      <Line isOwn isFirst={isFirst}>
        {mark}
        <div className="flex min-w-0 flex-col items-end">
          <div className="flex max-w-full">
            {menu}
            <VisuallyHidden>
              <Trans>You:</Trans>{' '}
            </VisuallyHidden>
            {bubble}
          </div>
          {chips}
        </div>
      </Line>
    );
  }
  return (
    <Line isOwn={false} isFirst={isFirst}>
      {mark}
      {isFirst ? (
        // Only for the mouse: the name next to it is the button.
        // oxlint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/no-static-element-interactions
        <span
          className={classNames('me-2.5 self-start', actions.onProfile && 'cursor-pointer')}
          onClick={() => actions.onProfile?.(sender)}
        >
          <PersonAvatar username={sender} size="small" className="mt-0.5" />
        </span>
      ) : (
        <span className="me-2.5 w-8 shrink-0" />
      )}
      <div className="flex min-w-0 flex-col items-start">
        {isFirst ? (
          <Sender sender={sender} onProfile={actions.onProfile} />
        ) : (
          <VisuallyHidden>{name}:</VisuallyHidden>
        )}
        <div className="flex max-w-full">
          {bubble}
          {menu}
        </div>
        {chips}
      </div>
    </Line>
  );
}
