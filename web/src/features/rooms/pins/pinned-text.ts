import { t } from '@lingui/core/macro';
import { excerptOf } from '@adda/contract/messages';
import type { GroupMessage } from '@adda/contract/rooms';
import { previewText } from '../../../ui/formatted-spans.tsx';

function kindOf(message: GroupMessage): string {
  if (message.youtube_url !== null) return t`Video`;
  return message.audio_url === null ? t`Photo` : t`Voice message`;
}

/** Returns the beginning of a pinned message for one line, or what it is. */
export const pinnedLine = (message: GroupMessage): string =>
  previewText(excerptOf(message.content)) || kindOf(message);

/** Returns what a pinned message says, or what it is. */
export const pinnedText = (message: GroupMessage): string =>
  previewText(message.content.trim()) || kindOf(message);
