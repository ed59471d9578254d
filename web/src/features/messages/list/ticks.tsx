import { useLingui } from '@lingui/react/macro';
import { CheckCheck } from 'lucide-react';
import { classNames } from '../../../ui/class-names.ts';
import { fullTime } from '../../../ui/time-format.ts';
import type { ChatMessage } from '../history/conversation.ts';

/** Two ticks on an own private message that was received, in colour once it was read; the time is their title (FT-03). */
export function Ticks({ message }: { message: ChatMessage }) {
  const { t } = useLingui();
  const { is_read: isRead, delivered_at: deliveredAt, read_at: readAt } = message;
  const at = isRead ? readAt : deliveredAt;
  return (
    <span role="img" aria-label={isRead ? t`Read` : t`Delivered`} title={at ? fullTime(at) : undefined}>
      <CheckCheck
        aria-hidden="true"
        strokeWidth={isRead ? 3 : 2}
        className={classNames('size-4', isRead && 'text-marigold')}
      />
    </span>
  );
}
