import { Trans, useLingui } from '@lingui/react/macro';
import { displayedName } from '@adda/contract/accounts';
import type { Group, Pin } from '@adda/contract/rooms';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { Pin as PinIcon } from 'lucide-react';
import { useRef } from 'react';
import { Button } from '../../../ui/button.tsx';
import { Dialog } from '../../../ui/dialog.tsx';
import { Time } from '../../../ui/time.tsx';
import { useKeepFocus } from '../../../ui/use-focus-kept.ts';
import { EmptyState } from '../../../ui/view-states.tsx';
import { changePin, mayPin } from './pins.mutations.tsx';
import { pinnedText } from './pinned-text.ts';

type PinRowProps = { pin: Pin; group: Group; onGo: () => void };

function PinRow({ pin: { message, pinned_by: pinnedBy, pinned_at: pinnedAt }, group, onGo }: PinRowProps) {
  const { t } = useLingui();
  const client = useQueryClient();
  const unpin = useMutation({
    mutationFn: () => changePin(client, group.group_id, { messageId: message._id, on: false }),
  });
  const sender = displayedName(message.sender);
  const by = pinnedBy === null ? undefined : displayedName(pinnedBy);
  return (
    <li className="grid gap-1 border-b border-line py-3 last:border-0">
      <p className="text-sm text-mute">
        <span className="font-semibold text-ink">{sender}</span>{' '}
        <Time value={message.timestamp} as="full" className="inline-block" />
      </p>
      <p className="line-clamp-5 break-words">{pinnedText(message)}</p>
      <div className="flex flex-wrap items-center gap-2">
        <p className="grow text-sm text-mute">
          {by === undefined ? (
            <Trans>
              Pinned <Time value={pinnedAt} as="ago" />
            </Trans>
          ) : (
            <Trans>
              Pinned by {by}, <Time value={pinnedAt} as="ago" />
            </Trans>
          )}
        </p>
        <Button
          tone="quiet"
          size="small"
          aria-label={t`Go there, to the message from ${sender}`}
          onClick={onGo}
        >
          <Trans>Go there</Trans>
        </Button>
        {mayPin(group) && (
          <Button
            tone="quiet"
            size="small"
            isBusy={unpin.isPending}
            aria-label={t`Unpin the message from ${sender}`}
            onClick={() => unpin.mutate()}
          >
            <Trans>Unpin</Trans>
          </Button>
        )}
      </div>
    </li>
  );
}

/** All pinned messages of a room, the newest pin first (GR-04). */
export function PinsPanel(props: {
  group: Group;
  pins: readonly Pin[];
  onJump: (sequence: number) => void;
  onClose: () => void;
}) {
  const { group, pins, onJump, onClose } = props;
  const { t } = useLingui();
  const content = useRef<HTMLDivElement>(null);
  // A row leaves with the button that unpinned it.
  const keepFocus = useKeepFocus(() => content.current);
  return (
    <Dialog isOpen onClose={onClose} title={<Trans>Pinned messages</Trans>}>
      <div ref={content} tabIndex={-1} {...keepFocus} className="outline-none">
        {pins.length === 0 ? (
          <EmptyState
            icon={<PinIcon className="size-7" />}
            title={<Trans>Nothing is pinned</Trans>}
            text={<Trans>Messages that everybody should find are pinned from their menu.</Trans>}
          />
        ) : (
          <ul aria-label={t`Pinned messages`}>
            {pins.map((pin) => (
              <PinRow
                key={pin.message._id}
                pin={pin}
                group={group}
                onGo={() => {
                  onClose();
                  onJump(pin.message.sequence);
                }}
              />
            ))}
          </ul>
        )}
      </div>
    </Dialog>
  );
}
