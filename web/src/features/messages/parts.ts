/**
 * The small parts that a chat shows after its messages, in one file: the first view has to know the name of each lazy
 * file, which costs more than some of these parts.
 */
export { ReconnectBar } from './chat/reconnect-bar.tsx';
export { ComposerNotes, Counter } from './composer/composer-notes.tsx';
export { EmojiButton } from './composer/emoji-button.tsx';
export { FailedLine } from './list/failed-line.tsx';
export { LiveMessages } from './list/live-messages.tsx';
export { Reactions } from './reactions/reactions.tsx';
