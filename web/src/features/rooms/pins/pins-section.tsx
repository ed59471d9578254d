import { displayedName } from '@adda/contract/accounts';
import type { Group } from '@adda/contract/rooms';
import { Trans, useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { pinnedLine } from './pinned-text.ts';
import { roomPins } from './pins.queries.ts';

/** Pins that are listed; all of them are behind the button above the messages. */
const SHOWN_PINS = 3;

/** Returns a function that shows a message of the open room, by its sequence in the address (FT-07). */
function useGoTo(groupId: string): (sequence: number) => void {
  const navigate = useNavigate();
  const { m: shown }: { m?: unknown } = useSearch({ strict: false });
  const open = (m: number | undefined) =>
    navigate({
      to: '/v1/group/$groupId',
      params: { groupId },
      search: (before: object) => ({ ...before, m }),
      state: true,
      replace: true,
      ignoreBlocker: true,
    });
  // The chat moves when the address changes.
  return (sequence) =>
    void (shown === sequence ? open(undefined).then(() => open(sequence)) : open(sequence));
}

/** The newest pinned messages, above the people of a room; nothing without any (HM-03). */
export function PinsSection({ group }: { group: Group }) {
  const { t } = useLingui();
  const { data: pins = [] } = useQuery(roomPins(group));
  const goTo = useGoTo(group.group_id);
  if (pins.length === 0) return null;
  return (
    <section aria-label={t`Newest pins`} className="shrink-0 border-b border-line px-2 py-2">
      <h3 className="px-2 text-sm font-semibold text-mute">
        <Trans>Pinned</Trans>
      </h3>
      <ul>
        {pins.slice(0, SHOWN_PINS).map(({ message }) => (
          <li key={message._id}>
            <button
              type="button"
              className="grid min-h-11 w-full grid-cols-1 content-center rounded-chip px-2 py-1 text-start text-sm hover:bg-raised"
              onClick={() => goTo(message.sequence)}
            >
              <span className="truncate font-semibold">{displayedName(message.sender)}</span>
              <span dir="auto" className="line-clamp-2 wrap-anywhere">
                {pinnedLine(message)}
              </span>
            </button>
          </li>
        ))}
      </ul>
    </section>
  );
}
