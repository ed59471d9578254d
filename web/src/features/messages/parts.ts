/**
 * Small components that a chat loads after its messages, in one lazy file: the code that is loaded first contains the
 * name of each lazy file, and a name takes more bytes than some of these components.
 */
export { ReconnectBar } from './chat/reconnect-bar.tsx';
export { ComposerNotes, Counter } from './composer/composer-notes.tsx';
export { EmojiButton } from './composer/emoji-button.tsx';
export { FailedLine } from './list/failed-line.tsx';
export { LiveMessages } from './list/live-messages.tsx';
export { Reactions } from './reactions/reactions.tsx';
