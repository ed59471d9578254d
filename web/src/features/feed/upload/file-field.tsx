import { Trans, useLingui } from '@lingui/react/macro';
import { ImagePlus } from 'lucide-react';
import { useId, useRef, type ReactNode } from 'react';
import { Button } from '../../../ui/button.tsx';
import { classNames } from '../../../ui/class-names.ts';
import { FieldError } from '../../../ui/field.tsx';
import { useKeepFocus } from '../../../ui/use-focus-kept.ts';
import { ChosenFile } from './chosen-file.tsx';
import { acceptedFiles } from './media-kinds.ts';
import type { FileChoice } from './use-file-choice.ts';

type FileButtonProps = {
  choice: FileChoice;
  /** Id of the element with the error text. */
  describedBy: string | undefined;
  children: ReactNode;
};

/** A button that opens the browser's file picker. */
function FileButton({ choice, describedBy, children }: FileButtonProps) {
  const { t } = useLingui();
  const input = useRef<HTMLInputElement>(null);
  return (
    <>
      <input
        ref={input}
        type="file"
        accept={acceptedFiles}
        aria-label={t`Photo or video file`}
        className="sr-only"
        tabIndex={-1}
        onChange={({ target }) => {
          const [picked] = target.files ?? [];
          // Allows choosing the same file again.
          target.value = '';
          if (picked) choice.choose(picked);
        }}
      />
      <Button
        tone="quiet"
        size="small"
        icon={<ImagePlus aria-hidden="true" className="size-4" />}
        aria-describedby={describedBy}
        data-invalid={choice.problem ? true : undefined}
        onClick={() => input.current?.click()}
      >
        {children}
      </Button>
    </>
  );
}

export type FileFieldProps = {
  file: File | undefined;
  choice: FileChoice;
  /** A file is being dragged over the form. */
  isOver: boolean;
  hint: ReactNode;
};

/** Chooses a photo or a video by button, drop or paste, and shows the chosen file (FE-23). */
export function FileField({ file, choice, isOver, hint }: FileFieldProps) {
  const id = useId();
  const errorId = choice.problem ? `${id}-error` : undefined;
  const describedBy = [errorId, `${id}-hint`].filter(Boolean).join(' ');
  const region = useRef<HTMLDivElement>(null);
  // Removing the file removes its button.
  const focusKept = useKeepFocus(() => region.current?.querySelector('button'));
  return (
    <div ref={region} {...focusKept} className="grid gap-2">
      {file && <ChosenFile file={file} onRemove={choice.remove} />}
      <div
        className={classNames(
          'grid justify-items-center gap-2 rounded-card border-2 border-dashed p-4 text-center transition-colors',
          isOver ? 'border-rani bg-rani-wash' : 'border-line',
        )}
      >
        <FileButton choice={choice} describedBy={describedBy}>
          {file ? <Trans>Choose another file</Trans> : <Trans>Choose a photo or video</Trans>}
        </FileButton>
        <p id={`${id}-hint`} className="text-sm text-mute">
          {hint}
        </p>
      </div>
      {errorId && (
        <div role="alert">
          <FieldError id={errorId}>{choice.problem}</FieldError>
        </div>
      )}
    </div>
  );
}
