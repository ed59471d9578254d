import { isGuestName } from '@adda/contract/accounts';
import { CAPTION_MAX } from '@adda/contract/feed/limits';
import { Trans, useLingui } from '@lingui/react/macro';
import { useId } from 'react';
import { useSession } from '../../../platform/use-session.ts';
import { Button } from '../../../ui/button.tsx';
import { Card } from '../../../ui/card.tsx';
import { classNames } from '../../../ui/class-names.ts';
import { controlClasses, FieldError } from '../../../ui/field.tsx';
import { UpgradeNeeded } from '../../accounts/index.ts';
import { ChosenFile } from './chosen-file.tsx';
import { DiscardButton } from './discard-button.tsx';
import { FileButton } from './file-field.tsx';
import { Counter } from './post-texts.tsx';
import { UploadFailure } from './upload-failure.tsx';
import { UploadProgress } from './upload-progress.tsx';
import { useDroppedFile } from './use-dropped-file.ts';
import { useFileChoice } from './use-file-choice.ts';
import { useFocusFirstInvalid, usePostUpload } from './use-post-upload.ts';

function InlineForm() {
  const { t } = useLingui();
  const id = useId();
  const posting = usePostUpload('inline');
  const choice = useFileChoice(posting);
  const form = useFocusFirstInvalid<HTMLFormElement>(posting.problems);
  const { isOver, props: takesFiles } = useDroppedFile(choice.choose);
  const { draft, state, isSending, change } = posting;
  const errorId = choice.problem ? `${id}-error` : undefined;
  const focusCaption = () => form.current?.querySelector('textarea')?.focus();
  return (
    <Card className={classNames('grid gap-3 transition-colors', isOver && 'border-rani bg-rani-wash')}>
      <form
        ref={form}
        noValidate
        inert={isSending}
        {...takesFiles}
        className={classNames('grid gap-3', isSending && 'opacity-55')}
        onSubmit={(event) => {
          event.preventDefault();
          posting.submit();
        }}
      >
        <textarea
          name="caption"
          rows={1}
          aria-label={t`Your post`}
          aria-describedby={errorId}
          aria-invalid={errorId ? true : undefined}
          placeholder={t`What's on your mind?`}
          maxLength={CAPTION_MAX}
          value={draft.caption}
          onChange={({ target }) => change({ caption: target.value })}
          className={`${controlClasses} field-sizing-content py-3`}
        />
        {draft.file && (
          <ChosenFile
            file={draft.file}
            onRemove={() => {
              choice.remove();
              focusCaption();
            }}
          />
        )}
        {errorId && (
          <div role="alert">
            <FieldError id={errorId}>{choice.problem}</FieldError>
          </div>
        )}
        <div className="flex flex-wrap items-center gap-2">
          <FileButton choice={choice} describedBy={errorId}>
            {draft.file ? <Trans>Another file</Trans> : <Trans>Photo or video</Trans>}
          </FileButton>
          {draft.caption !== '' && <Counter text={draft.caption} most={CAPTION_MAX} />}
          <div className="ms-auto flex gap-2">
            {!isSending && <DiscardButton posting={posting} onDiscarded={focusCaption} size="small" />}
            <Button type="submit" size="small" isBusy={isSending}>
              <Trans>Post</Trans>
            </Button>
          </div>
        </div>
      </form>
      <UploadFailure state={state} />
      <UploadProgress state={state} onCancel={posting.cancel} />
      <p role="status" className={state.step === 'done' ? 'font-semibold text-teal' : 'sr-only'}>
        {state.step === 'done' && <Trans>It's up!</Trans>}
      </p>
    </Card>
  );
}

/** Posts from the top of the feed: a text, a file of up to 10 MB, or both; never locked (FE-25 to FE-27, ME-07). */
export function InlineUpload() {
  const isGuest = isGuestName(useSession()?.username ?? '');
  return isGuest ? <UpgradeNeeded /> : <InlineForm />;
}
