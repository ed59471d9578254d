/**
 * The chat kernel that rooms and private chats share: the message store and its synchronization (history), the list,
 * the input (composer), unacknowledged messages (outbox), and the view that combines them (chat). It knows neither
 * rooms nor private chats: each implements `Conversation`.
 */
export { openChatSession, type ChatSession, type MessageReply, type OpenChat } from './chat/chat-session.ts';
export { ChatView } from './chat/chat-view.tsx';
export { useReadHere } from './chat/use-read-position.ts';
export type { ChatConnectionState } from './chat/chat-connection-state.ts';
export type { TypingUsers } from './chat/typing.ts';
export { useChatSession, useConnectionState } from './chat/use-chat-session.ts';
export { emptyDraft, type Audience, type Draft } from './composer/attachments.ts';
export { Composer, useText } from './composer/composer.tsx';
export { staysInInput, type ComposerProps } from './composer/composer-props.ts';
export { ImageSourceDialog } from './composer/image-source-dialog.tsx';
export type { Mention } from './composer/mention.ts';
export type { ImageDialogProps } from './composer/allowed-attachments.ts';
export { useDraft, type DraftState } from './composer/use-draft.ts';
export { muteDialog } from './mutes/mute-lazy.ts';
export { followMutes, unlessMuted } from './mutes/mutes.queries.ts';
export { DraftLine } from './drafts/draft-line.tsx';
export { followDrafts } from './drafts/drafts.queries.ts';
export { useIsWide } from './composer/use-is-wide.ts';
export { prefetchedComponents, usePrefetch } from './prefetch.ts';
export type { ChatMessage, Conversation } from './history/conversation.ts';
export {
  addLocalNotice,
  hideSender,
  receiveStatus,
  refreshStatus,
  renameInStore,
} from './history/live-changes.ts';
export { messagesOf, readBefore } from './history/first-page.ts';
export { catchUpSoon, changeStore } from './history/message-history.ts';
export type { MessageStore } from './history/message-store.ts';
export { deleteAllNow, deleteNow, type DeletionPlace } from './list/delete-now.ts';
export type { ListMenuEntries, MessageAction } from './list/message-actions.ts';
export type { UnreadMentions } from './list/reading-place.ts';
export { cutAt, previewOf } from './list/preview-line.ts';
export { ReadOnlyMessages } from './list/read-only-messages.tsx';
export { rescueFocus } from './list/rescue-focus.ts';
export { Ticks } from './list/ticks.tsx';
export { TypingLine } from './list/typing-line.tsx';
export { useMessageActions } from './list/use-message-actions.tsx';
export type { OutboxMessage } from './outbox/outbox-entry.ts';
export type { OutboxConnection } from './outbox/outbox-sender.ts';
export { VoiceHost } from './voice/voice-host.tsx';
