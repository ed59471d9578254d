import { Trans } from '@lingui/react/macro';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useEffect, useRef } from 'react';
import { Form } from '../../../ui/form.tsx';
import { useForm } from '../../../ui/use-form.ts';
import { createRoom } from '../rooms.mutations.ts';
import { DetailFields, NameFields, VisibilityField } from './room-fields.tsx';
import { changesOf, checkRoom, NEW_ROOM, ROOM_ERROR_FIELDS } from './room-form.ts';

/** The form that creates a room; what needs no answer is folded (SV-24, GR-01). */
export function CreateRoomForm() {
  const navigate = useNavigate();
  const { mutateAsync } = useMutation(createRoom(useQueryClient()));
  const form = useForm({
    initial: NEW_ROOM,
    check: checkRoom,
    errorFields: ROOM_ERROR_FIELDS,
    send: (values) => mutateAsync({ name: values.name.trim(), ...changesOf(values, NEW_ROOM) }),
    onDone: (groupId) =>
      navigate({ to: '/v1/group/$groupId', params: { groupId }, replace: true, ignoreBlocker: true }),
  });
  const fields = useRef<HTMLDivElement>(null);
  // The name is focused first.
  useEffect(() => fields.current?.querySelector<HTMLElement>('[data-autofocus]')?.focus(), []);
  const hasHiddenError = (['topic', 'rules', 'picture', 'category', 'languages'] as const).some(form.errorOf);
  return (
    // The general error disappears when anything is edited.
    <Form
      form={{ ...form, failure: form.sent === form.values ? form.failure : {} }}
      submitLabel={<Trans>Create room</Trans>}
    >
      <div ref={fields} className="grid gap-4">
        <NameFields form={form} />
        <VisibilityField form={form} />
        <details open={hasHiddenError || undefined} className="rounded-card bg-surface px-4">
          <summary className="min-h-11 cursor-pointer py-2.5 font-semibold">
            <Trans>More about your room (optional)</Trans>
          </summary>
          <div className="grid gap-4 pt-2 pb-4">
            <DetailFields form={form} />
          </div>
        </details>
      </div>
    </Form>
  );
}
