import { CardChoice } from '../previews/card-choice.tsx';
import { AttachmentPreviews } from './attachment-previews.tsx';
import { hasAttachment } from './attachments.ts';
import { ComposerBars } from './composer-bars.tsx';
import { ComposerNotes } from './composer-notes.tsx';
import { Pictures, type PicturesProps } from './pictures/pictures.tsx';
import type { ComposerProps } from './composer-props.ts';

export type AboveInputProps = ComposerProps &
  PicturesProps & {
    /** Called when the button that had the focus was removed. */
    onRemoved: () => void;
    /** Ends what the input is open for. */
    onLeave: () => void;
  };

/** What the input is open for, notes about the draft, and its attachments. */
export function AboveInput(props: AboveInputProps) {
  const { draft, onDraft, isConnected, waiting, problem, mode, refused, onRemoved, onLeave } = props;
  const { attachments } = draft;
  return (
    <>
      {(mode || refused) && <ComposerBars mode={mode} refused={refused} onLeave={onLeave} />}
      {(problem !== undefined || waiting > 0) && (
        <ComposerNotes problem={problem} isConnected={isConnected} waiting={waiting} />
      )}
      {mode?.kind !== 'edit' && draft.text.includes('://') && <CardChoice draft={draft} onDraft={onDraft} />}
      {hasAttachment(attachments) && (
        <AttachmentPreviews attachments={attachments} onDraft={onDraft} onRemoved={onRemoved} />
      )}
      <Pictures {...props} />
    </>
  );
}
