import { IMAGE_FILE_TYPES } from '@adda/contract/media/limits';
import { Trans, useLingui } from '@lingui/react/macro';
import { useMutation } from '@tanstack/react-query';
import { ImageUp, Trash2 } from 'lucide-react';
import { useId, useRef, useState } from 'react';
import { checkImageFile, compressImage } from '../../../platform/compress-image.ts';
import { upload } from '../../../platform/upload.ts';
import { Avatar } from '../../../ui/avatar.tsx';
import { Button } from '../../../ui/button.tsx';
import { failureText } from '../../../ui/failure-text.ts';
import { FieldError } from '../../../ui/field.tsx';
import type { ChosenPicture } from './room-form.ts';

export type PictureFieldProps = {
  /** The name of the room, whose letter is shown without a picture. */
  name: string;
  picture: ChosenPicture | null;
  error: string | undefined;
  onChange: (picture: ChosenPicture | null) => void;
  /** Called when an upload begins and when it has ended. */
  onLoading: (isLoading: boolean) => void;
};

/** Chooses the picture of a room: the file is uploaded at once, and the room shows it when the form is sent (GR-01). */
export function PictureField({ name, picture, error, onChange, onLoading }: PictureFieldProps) {
  const { t } = useLingui();
  const input = useRef<HTMLInputElement>(null);
  const errorId = useId();
  const sending = useMutation({
    mutationFn: async (file: File): Promise<ChosenPicture> => {
      const small = await compressImage(file);
      const kept = await upload('POST /api/images/upload-image-preview/', { file: small, landing: '/error' });
      return { id: kept.image_id, url: kept.image_url };
    },
    onMutate: () => onLoading(true),
    onSuccess: onChange,
    onSettled: () => onLoading(false),
  });
  const [problem, setProblem] = useState<string>();
  const choose = (file: File) => {
    const found = checkImageFile(file);
    setProblem(
      found && (found === 'Invalid image format' ? t`Invalid image format` : t`Image size exceeds 10MB`),
    );
    if (found === undefined) sending.mutate(file);
    else sending.reset();
  };
  const remove = () => {
    setProblem(undefined);
    sending.reset();
    onChange(null);
  };
  const shown = problem ?? (sending.error ? failureText(sending.error) : error);
  return (
    <fieldset className="grid gap-2" aria-describedby={shown ? errorId : undefined}>
      <legend className="mb-1.5 text-sm font-semibold">
        <Trans>Picture</Trans>
      </legend>
      <div className="flex items-center gap-3">
        <Avatar name={name || '?'} src={picture?.url} shape="room" size="huge" />
        <div className="grid justify-items-start gap-1">
          <Button
            tone="quiet"
            size="small"
            isBusy={sending.isPending}
            icon={<ImageUp aria-hidden="true" className="size-4" />}
            onClick={() => input.current?.click()}
          >
            {picture ? <Trans>Change picture</Trans> : <Trans>Choose a picture</Trans>}
          </Button>
          {picture && (
            <Button
              tone="plain"
              size="small"
              icon={<Trash2 aria-hidden="true" className="size-4" />}
              onClick={remove}
            >
              <Trans>Remove picture</Trans>
            </Button>
          )}
        </div>
      </div>
      <input
        ref={input}
        type="file"
        hidden
        accept={IMAGE_FILE_TYPES.join()}
        aria-label={t`Picture of the room`}
        onChange={({ target }) => {
          const file = target.files?.[0];
          target.value = '';
          if (file) choose(file);
        }}
      />
      {shown && <FieldError id={errorId}>{shown}</FieldError>}
    </fieldset>
  );
}
