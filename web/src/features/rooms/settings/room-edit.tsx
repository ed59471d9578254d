import { Trans, useLingui } from '@lingui/react/macro';
import { GROUP_NAME_MAX, GROUP_TOPIC_MAX, type Group } from '@adda/contract/rooms';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { TextField } from '../../../ui/text-field.tsx';
import { ActionForm } from '../../../ui/form.tsx';
import { toast } from '../../../ui/toast-store.ts';
import { useForm } from '../../../ui/use-form.ts';
import { changeRoom } from '../rooms.mutations.ts';
import { PictureField } from './picture-field.tsx';
import { changesOf, checkRoom, ROOM_ERROR_FIELDS, valuesOf } from './room-form.ts';

/**
 * Changes name, topic and picture of a room where they are shown (HM-11): Enter saves, Escape leaves it as it was. An error keeps
 * what was typed.
 */
export function RoomEdit({ group, onClose }: { group: Group; onClose: () => void }) {
  const { t } = useLingui();
  const client = useQueryClient();
  const fields = useRef<HTMLDivElement>(null);
  // Changes of others meanwhile must not replace what is typed, nor be sent back.
  const [before] = useState(() => valuesOf(group));
  const form = useForm({
    initial: before,
    check: checkRoom,
    errorFields: ROOM_ERROR_FIELDS,
    async send(values) {
      const changes = changesOf(values, before);
      if (Object.keys(changes).length === 0) return;
      await changeRoom(client, group.group_id, changes);
      toast.success(t`Saved`);
    },
    onDone: onClose,
  });
  useEffect(() => fields.current?.querySelector<HTMLInputElement>('[data-autofocus]')?.focus(), []);
  const leave = useEffectEvent(onClose);
  useEffect(() => {
    const area = fields.current;
    const onKeyDown = (event: KeyboardEvent) => {
      if (event.key !== 'Escape' || event.isComposing) return;
      event.preventDefault();
      event.stopPropagation();
      leave();
    };
    area?.addEventListener('keydown', onKeyDown);
    return () => area?.removeEventListener('keydown', onKeyDown);
  }, []);
  return (
    <div ref={fields}>
      <ActionForm
        form={form}
        label={t`Edit ${group.name}`}
        submitLabel={<Trans>Save</Trans>}
        onCancel={onClose}
      >
        <div className="grid gap-4 items-start sm:grid-cols-[auto_minmax(0,1fr)] sm:gap-6">
          <PictureField
            name={form.values.name}
            picture={form.values.picture}
            error={form.errorOf('picture')}
            onChange={(picture) => form.change({ picture })}
            onLoading={(isPictureLoading) => form.change({ isPictureLoading })}
          />
          <div className="grid content-start gap-4">
            <TextField
              {...form.field('name')}
              label={<Trans>Room name</Trans>}
              autoComplete="off"
              maxLength={GROUP_NAME_MAX}
              required
              data-autofocus
            />
            <TextField
              {...form.field('topic')}
              label={<Trans>Topic</Trans>}
              autoComplete="off"
              maxLength={GROUP_TOPIC_MAX}
            />
          </div>
        </div>
      </ActionForm>
    </div>
  );
}

/** The header of a room while its name, topic and picture are changed. */
export function RoomHeaderEdit(props: { group: Group; onClose: () => void }) {
  return (
    <header className="max-h-[70dvh] shrink-0 overflow-y-auto border-b border-line bg-surface px-4 py-3">
      <h1 className="sr-only">{props.group.name}</h1>
      <RoomEdit {...props} />
    </header>
  );
}
