import { FORWARD_PLACES_MAX } from '@adda/contract/messages';
import { Plural, Trans, useLingui } from '@lingui/react/macro';
import { useMutation } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { Check, X } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { Button } from '../../../ui/button.tsx';
import { Dialog } from '../../../ui/dialog.tsx';
import { failureText } from '../../../ui/failure-text.ts';
import { FormErrors } from '../../../ui/form-errors.tsx';
import { SearchField } from '../../../ui/search-field.tsx';
import { toast } from '../../../ui/toast-store.ts';
import type { ChatMessage } from '../history/conversation.ts';
import { placeKey, type OfferedPlace } from './forward-places.queries.ts';
import { PlaceLabel, PlaceList, shownName } from './place-list.tsx';
import { sendForwards } from './send-forwards.ts';

export type ForwardDialogProps = {
  /** In the order in which they are sent. */
  messages: readonly ChatMessage[];
  onClose: () => void;
  /** Called when all messages were sent. */
  onDone?: () => void;
};

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
  return (
    <label className="flex min-h-12 cursor-pointer items-center gap-3 rounded-chip px-2 hover:bg-raised has-disabled:cursor-default has-disabled:opacity-50">
      <PlaceLabel offered={offered} />
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
  );
}

type PlacesProps = {
  typed: string;
  chosen: readonly OfferedPlace[];
  onToggle: (offered: OfferedPlace) => void;
};

/** The places that are offered; those that are chosen are checked. */
function Places({ typed, chosen, onToggle }: PlacesProps) {
  const keys = new Set(chosen.map(({ place }) => placeKey(place)));
  return (
    <PlaceList typed={typed}>
      {(offered) => (
        <PlaceRow
          offered={offered}
          isChosen={keys.has(placeKey(offered.place))}
          isFull={chosen.length >= FORWARD_PLACES_MAX}
          onToggle={() => onToggle(offered)}
        />
      )}
    </PlaceList>
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
