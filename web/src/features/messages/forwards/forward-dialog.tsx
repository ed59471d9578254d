import { displayedName } from '@adda/contract/accounts';
import { FORWARD_PLACES_MAX } from '@adda/contract/messages';
import { Plural, Trans, useLingui } from '@lingui/react/macro';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { Check, Search, X } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { Avatar } from '../../../ui/avatar.tsx';
import { Button } from '../../../ui/button.tsx';
import { Dialog } from '../../../ui/dialog.tsx';
import { failureText } from '../../../ui/failure-text.ts';
import { FormErrors } from '../../../ui/form-errors.tsx';
import { SearchField } from '../../../ui/search-field.tsx';
import { ListSkeleton } from '../../../ui/skeletons.tsx';
import { toast } from '../../../ui/toast-store.ts';
import { useDebouncedValue } from '../../../ui/use-debounced-value.ts';
import { EmptyState, ErrorState } from '../../../ui/view-states.tsx';
import { GuestTag } from '../../accounts/index.ts';
import type { ChatMessage } from '../history/conversation.ts';
import { foundPlaces, ownPlaces, placeKey, type OfferedPlace } from './forward-places.queries.ts';
import { sendForwards } from './send-forwards.ts';

export type ForwardDialogProps = {
  /** In the order in which they are sent. */
  messages: readonly ChatMessage[];
  onClose: () => void;
  /** Called when all messages were sent. */
  onDone?: () => void;
};

const isRoom = ({ place }: OfferedPlace): boolean => 'group_id' in place;
const shownName = (offered: OfferedPlace): string =>
  isRoom(offered) ? offered.name : displayedName(offered.name);

/** The chosen places; each chip takes its place back. */
function Chips({
  chosen,
  onRemove,
}: {
  chosen: readonly OfferedPlace[];
  onRemove: (offered: OfferedPlace) => void;
}) {
  const { t } = useLingui();
  return (
    <ul aria-label={t`Chosen`} className="flex flex-wrap gap-2">
      {chosen.map((offered) => {
        const name = shownName(offered);
        return (
          <li key={placeKey(offered.place)} className="min-w-0">
            <button
              type="button"
              aria-label={t`Remove ${name}`}
              className="flex min-h-9 max-w-full items-center gap-1 rounded-full bg-rani-wash px-3 text-sm font-semibold text-rani-ink pointer-coarse:min-h-11"
              onClick={() => onRemove(offered)}
            >
              <span className="truncate">{name}</span>
              <X aria-hidden="true" className="size-4 shrink-0" />
            </button>
          </li>
        );
      })}
    </ul>
  );
}

type PlaceRowProps = { offered: OfferedPlace; isChosen: boolean; isFull: boolean; onToggle: () => void };

/** A place with its checkbox. */
function PlaceRow({ offered, isChosen, isFull, onToggle }: PlaceRowProps) {
  const name = shownName(offered);
  return (
    <li>
      <label className="flex min-h-12 cursor-pointer items-center gap-3 rounded-chip px-2 hover:bg-raised has-disabled:cursor-default has-disabled:opacity-50">
        <Avatar
          name={offered.name}
          displayedName={name}
          src={offered.picture}
          shape={isRoom(offered) ? 'room' : undefined}
        />
        <span className="flex min-w-0 grow items-center gap-2">
          <span className="truncate font-semibold">{name}</span>
          {!isRoom(offered) && <GuestTag username={offered.name} />}
        </span>
        <span className="relative grid size-6 shrink-0">
          <input
            type="checkbox"
            checked={isChosen}
            disabled={isFull && !isChosen}
            onChange={onToggle}
            className="peer size-6 appearance-none rounded-lg border border-edge bg-surface checked:border-rani checked:bg-rani"
          />
          <Check
            aria-hidden="true"
            strokeWidth={3}
            className="pointer-events-none absolute inset-0 m-auto size-4 text-white opacity-0 peer-checked:opacity-100"
          />
        </span>
      </label>
    </li>
  );
}

type PlacesProps = {
  typed: string;
  chosen: readonly OfferedPlace[];
  onToggle: (offered: OfferedPlace) => void;
};

/** The user's own places, or those that the text finds. */
function Places({ typed, chosen, onToggle }: PlacesProps) {
  const { t } = useLingui();
  const text = useDebouncedValue(typed.trim());
  const own = useQuery(ownPlaces());
  const found = useQuery(foundPlaces(text));
  const query = typed.trim() === '' ? own : found;
  const { data, isError, error, refetch, isFetching } = query;
  if (isError && !data) {
    return <ErrorState text={error.message} onRetry={() => void refetch()} isRetrying={isFetching} />;
  }
  if (!data) return <ListSkeleton rows={4} />;
  if (data.length === 0) {
    return (
      <EmptyState
        icon={<Search className="size-7" />}
        title={typed.trim() === '' ? <Trans>No chats yet</Trans> : <Trans>Nothing found</Trans>}
        text={<Trans>Search for a person or for one of your rooms.</Trans>}
      />
    );
  }
  const keys = new Set(chosen.map(({ place }) => placeKey(place)));
  return (
    <ul aria-label={t`Rooms and people`} className="grid grid-cols-1">
      {data.map((offered) => (
        <PlaceRow
          key={placeKey(offered.place)}
          offered={offered}
          isChosen={keys.has(placeKey(offered.place))}
          isFull={chosen.length >= FORWARD_PLACES_MAX}
          onToggle={() => onToggle(offered)}
        />
      ))}
    </ul>
  );
}

/** Sends the messages; a failure keeps the choice, and another attempt sends none of them twice. */
function useForward({ messages, onClose, onDone }: ForwardDialogProps) {
  const { t } = useLingui();
  const navigate = useNavigate();
  const [key] = useState(() => crypto.randomUUID());
  const [sent, setSent] = useState(0);
  const stopping = useRef<AbortController>(undefined);
  useEffect(() => {
    const controller = new AbortController();
    stopping.current = controller;
    return () => controller.abort();
  }, []);
  /** One chat replaces another in the browser's history (SH-10). */
  const open = ({ place }: OfferedPlace) =>
    'group_id' in place
      ? navigate({ to: '/v1/group/$groupId', params: { groupId: place.group_id }, replace: true })
      : navigate({ to: '/v1/chat/$username', params: { username: place.recipient }, replace: true });
  const mutation = useMutation({
    mutationFn: (chosen: readonly OfferedPlace[]) => {
      setSent(0);
      return sendForwards({
        ids: messages.map(({ _id: id }) => id),
        to: chosen.map(({ place }) => place),
        key,
        onProgress: setSent,
        signal: stopping.current?.signal ?? new AbortController().signal,
      });
    },
    onSuccess: (_stored, chosen) => {
      const [only, ...others] = chosen;
      const action =
        only && others.length === 0 ? { label: t`Open`, onPress: () => void open(only) } : undefined;
      toast.show(t`Forwarded`, { tone: 'success', action });
      onClose();
      onDone?.();
    },
  });
  return { mutation, sent };
}

/** Asks where messages are forwarded, and sends them (FT-06). */
export function ForwardDialog(props: ForwardDialogProps) {
  const { messages, onClose } = props;
  const { t } = useLingui();
  const [typed, setTyped] = useState('');
  const [chosen, setChosen] = useState<readonly OfferedPlace[]>([]);
  const { mutation, sent } = useForward(props);
  const toggle = (offered: OfferedPlace) => {
    const others = chosen.filter(({ place }) => placeKey(place) !== placeKey(offered.place));
    setChosen(others.length < chosen.length ? others : [...chosen, offered]);
  };
  const count = messages.length;
  const isFull = chosen.length >= FORWARD_PLACES_MAX;
  return (
    <Dialog
      isOpen
      keepOpenOnOutsidePress={chosen.length > 0}
      onClose={onClose}
      title={<Plural value={count} one="Forward this message" other="Forward # messages" />}
      actions={
        <>
          <Button tone="quiet" onClick={onClose}>
            <Trans>Cancel</Trans>
          </Button>
          <Button
            isBusy={mutation.isPending}
            disabled={chosen.length === 0}
            onClick={() => !mutation.isPending && mutation.mutate(chosen)}
          >
            <Trans>Forward</Trans>
          </Button>
        </>
      }
    >
      <div className="grid grid-cols-1 gap-3">
        {mutation.error && <FormErrors message={failureText(mutation.error)} />}
        <p role="status" className="sr-only">
          {mutation.isPending && count > 1 && t`Forwarded ${sent} of ${count}`}
        </p>
        <SearchField label={t`Search people and rooms`} value={typed} onChange={setTyped} />
        {chosen.length > 0 && <Chips chosen={chosen} onRemove={toggle} />}
        {isFull && (
          <p role="status" className="text-sm text-mute">
            <Trans>Up to five at once.</Trans>
          </p>
        )}
        <div className="h-[min(20rem,45dvh)] overflow-y-auto">
          <Places typed={typed} chosen={chosen} onToggle={toggle} />
        </div>
      </div>
    </Dialog>
  );
}
