/**
 * Small components that a chat loads after its messages, in one lazy file: the code that is loaded first contains the
 * name of each lazy file, and a name takes more bytes than some of these components.
 */
export { AboveMessages } from './chat/above-messages.tsx';
export { ChatSearchButton } from './search/chat-search.tsx';
export { composerMode, putBack } from './chat/composer-modes.tsx';
export { AboveInput } from './composer/above-input.tsx';
export { Counter } from './composer/composer-notes.tsx';
export { TextTools } from './composer/text-tools.tsx';
export { PendingBubble } from './list/pending-bubble.tsx';
export { CautionLine } from './list/caution-line.tsx';
export { EditedLabel, ForwardedLine, QuoteBlock } from './list/quote-block.tsx';
export { Mentions } from './list/mentions.tsx';
export { Ticks } from './list/ticks.tsx';
export { placeIn, ReadingTools } from './list/reading-tools.tsx';
export { closeFar, loadNewer, showPlace } from './history/message-window.ts';
export { MessageGestures } from './list/message-gestures.tsx';
export { PreviewCard } from './previews/preview-card.tsx';
export { SelectMark } from './selection/select-mark.tsx';
export { Reactions } from './reactions/reactions.tsx';
export { Microphone } from './voice/voice-parts.tsx';
