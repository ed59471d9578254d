import { Trans, useLingui } from '@lingui/react/macro';
import { isGuestName } from '@adda/contract/accounts';
import { GROUP_DESCRIPTION_MAX, GROUP_NAME_MAX, GROUP_NAME_MIN } from '@adda/contract/rooms';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { Link, useNavigate } from '@tanstack/react-router';
import { ArrowLeft, Sparkles } from 'lucide-react';
import { useEffect, useRef, useState, type FormEvent } from 'react';
import { ApiError } from '../../../platform/api-error.ts';
import { useSession } from '../../../platform/use-session.ts';
import { Button, buttonClasses } from '../../../ui/button.tsx';
import { FormErrors } from '../../../ui/form-errors.tsx';
import { TextAreaField, TextField } from '../../../ui/text-field.tsx';
import { EmptyState } from '../../../ui/view-states.tsx';
import { createRoom } from '../rooms.mutations.ts';

function GuestView() {
  return (
    <EmptyState
      level={1}
      icon={<Sparkles className="size-7" />}
      title={<Trans>Guest users cannot create groups</Trans>}
      text={<Trans>Make your account permanent and open your own. It keeps everything you have.</Trans>}
      action={
        <Link to="/upgrade" className={buttonClasses()}>
          <Trans>Upgrade</Trans>
        </Link>
      }
    />
  );
}

const textOf = (data: FormData, name: string): string => {
  const value = data.get(name);
  return typeof value === 'string' ? value.trim() : '';
};

/** Field errors by field name. */
type Problems = { name?: string; description?: string };

function CreateForm() {
  const { t } = useLingui();
  const navigate = useNavigate();
  const create = useMutation(createRoom(useQueryClient()));
  const [problems, setProblems] = useState<Problems>({});
  const [message, setMessage] = useState<string>();
  const nameField = useRef<HTMLInputElement>(null);
  // The name is focused first.
  useEffect(() => nameField.current?.focus(), []);

  const check = (name: string, description: string): Problems => ({
    ...(name.length < GROUP_NAME_MIN && { name: t`Use at least ${GROUP_NAME_MIN} characters.` }),
    ...(name.length > GROUP_NAME_MAX && { name: t`Use at most ${GROUP_NAME_MAX} characters.` }),
    ...(description.length > GROUP_DESCRIPTION_MAX && {
      description: t`Use at most ${GROUP_DESCRIPTION_MAX} characters.`,
    }),
  });
  const refused = (error: Error) => {
    if (!(error instanceof ApiError)) return setMessage(t`Something went wrong. Please try again.`);
    const fields: Problems = error.code === 'group_name_taken' ? { name: error.detail } : error.fields;
    setProblems(fields);
    setMessage(fields.name || fields.description ? undefined : error.message);
  };
  /** A field's error disappears when the field is edited. */
  const clearError = (field: keyof Problems) => {
    setMessage(undefined);
    setProblems(({ [field]: _edited, ...others }) => others);
  };
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    if (create.isPending) return;
    const data = new FormData(event.currentTarget);
    const [name, description] = [textOf(data, 'name'), textOf(data, 'description')];
    const found = check(name, description);
    setProblems(found);
    setMessage(undefined);
    if (Object.keys(found).length > 0) return;
    create.mutate(
      { name, description },
      {
        onSuccess: (groupId) =>
          void navigate({
            to: '/v1/group/$groupId',
            params: { groupId },
            replace: true,
            ignoreBlocker: true,
          }),
        onError: refused,
      },
    );
  };
  return (
    <form noValidate onSubmit={submit} className="grid gap-5">
      <FormErrors message={message} />
      <TextField
        name="name"
        onChange={() => clearError('name')}
        label={<Trans>Room name</Trans>}
        hint={<Trans>What do people come here for?</Trans>}
        error={problems.name}
        autoComplete="off"
        maxLength={GROUP_NAME_MAX}
        ref={nameField}
        required
      />
      <TextAreaField
        name="description"
        onChange={() => clearError('description')}
        label={<Trans>Description (optional)</Trans>}
        error={problems.description}
        maxLength={GROUP_DESCRIPTION_MAX}
      />
      <Button type="submit" isBusy={create.isPending} isWide>
        <Trans>Create room</Trans>
      </Button>
    </form>
  );
}

/** The screen for creating a room (/v1/group/create, SV-24). */
export function CreateRoomScreen() {
  const { t } = useLingui();
  const username = useSession()?.username ?? '';
  return (
    <div className="min-h-0 grow overflow-y-auto">
      <div className="mx-auto w-full max-w-120 px-4 py-4 sm:px-6">
        <Link
          to="/v1"
          replace
          ignoreBlocker
          aria-label={t`Back to the rooms`}
          className="mb-2 inline-grid size-11 place-items-center rounded-full hover:bg-raised"
        >
          <ArrowLeft aria-hidden="true" className="size-5 rtl:-scale-x-100" />
        </Link>
        {isGuestName(username) ? (
          <GuestView />
        ) : (
          <>
            <h1 className="mb-5 text-2xl">
              <Trans>Create a room</Trans>
            </h1>
            <CreateForm />
          </>
        )}
      </div>
    </div>
  );
}
