import { Plural, Trans, useLingui } from '@lingui/react/macro';
import { ImagePlus, RotateCw, X } from 'lucide-react';
import { useEffect, useRef, useSyncExternalStore, type Dispatch, type SetStateAction } from 'react';
import { createPortal } from 'react-dom';
import { IconButton } from '../../../../ui/icon-button.tsx';
import { ProgressBar } from '../../../../ui/progress-bar.tsx';
import { toast } from '../../../../ui/toast-store.ts';
import { addImages, type Draft } from '../attachments.ts';
import type { ComposerKind, ComposerProps, PicturesHold } from '../composer-props.ts';
import { chosenFiles, type ChosenFile } from './chosen-files.ts';
import { useDroppedFiles } from './dropped-files.ts';
import { useSharedDraft } from './shared-drafts.ts';

export type PicturesProps = Pick<ComposerProps, 'draft' | 'input' | 'isConnected' | 'mode' | 'recordingKey'> &
  Pick<ComposerKind, 'tools'> & {
    onDraft: Dispatch<SetStateAction<Draft>>;
    isDisabled: boolean;
    /** There is a recording, running or finished (VM-01). */
    isRecording: boolean;
    onHold: (hold: PicturesHold) => void;
  };

function holdOf(files: readonly ChosenFile[]): PicturesHold {
  if (files.some(({ state }) => state.step !== 'failed')) return 'busy';
  return files.length > 0 ? 'failed' : undefined;
}

function FileRow({ chosen, storageKey }: { chosen: ChosenFile; storageKey: string }) {
  const { t } = useLingui();
  const { id, file, state } = chosen;
  const { name } = file;
  return (
    <li className="flex max-w-full min-w-0 items-center gap-2 rounded-chip border border-line bg-raised ps-3">
      <span className="grid min-w-0 gap-1 py-1.5">
        <span className="max-w-48 truncate text-sm font-medium">{name}</span>
        {state.step === 'failed' ? (
          <span role="alert" className="text-xs font-medium text-danger">
            {state.problem}
          </span>
        ) : (
          <ProgressBar
            label={t`Upload of ${name}`}
            percent={state.step === 'uploading' ? Math.round(state.progress * 100) : 0}
            className="w-32"
          />
        )}
      </span>
      {state.step === 'failed' && state.mayRetry && (
        <IconButton
          label={t`Try ${name} again`}
          icon={<RotateCw aria-hidden="true" className="size-4" />}
          onClick={() => chosenFiles.retry(storageKey, id)}
        />
      )}
      <IconButton
        label={t`Remove ${name}`}
        icon={<X aria-hidden="true" className="size-4" />}
        onClick={() => chosenFiles.remove(storageKey, id)}
      />
    </li>
  );
}

/** Covers the chat while files are dragged over it. */
const DropHint = () => (
  <div className="pointer-events-none absolute inset-2 z-10 grid place-items-center rounded-card border-2 border-dashed border-rani bg-surface/90">
    <p className="flex items-center gap-2 text-lg font-semibold">
      <ImagePlus aria-hidden="true" className="size-6" />
      <Trans>Drop your pictures here</Trans>
    </p>
  </div>
);

/** Returns why no images can be added now; undefined if they can. */
function useRefusal({ draft, mode, tools, isDisabled, isRecording }: PicturesProps) {
  const { t } = useLingui();
  return (place: HTMLElement | null): string | undefined => {
    if (tools.refusal !== undefined) return tools.refusal;
    if (isRecording || draft.attachments.voice)
      return t`A voice message has no pictures beside it. Send or delete it first.`;
    if (mode?.kind === 'edit') return t`Save or leave your change first.`;
    if (isDisabled) return t`Not connected to server`;
    return place?.closest('[hidden]') ? t`You can't write here now.` : undefined;
  };
}

/**
 * The images that are pasted into the input or dropped on the chat, until they are in the draft, those that were chosen
 * together in the dialog (HM-12), and what another app shared (PN-01). Nothing is lost where they can't be added.
 */
export function Pictures(props: PicturesProps) {
  const { onDraft, input, isConnected, mode, recordingKey: key, onHold } = props;
  const { t } = useLingui();
  const files = useSyncExternalStore(
    (listener) => chosenFiles.subscribe(key, listener),
    () => chosenFiles.list(key),
  );
  const place = useRef<HTMLDivElement>(null);
  const refusalAt = useRefusal(props);
  const area = useDroppedFiles({
    place,
    input,
    onFiles(given) {
      const refusal = refusalAt(place.current);
      if (refusal !== undefined) return void toast.problem(refusal);
      chosenFiles.add(key, given);
      return input.current?.focus();
    },
  });
  useSharedDraft(props, place, refusalAt);
  const isEdit = mode?.kind === 'edit';
  useEffect(() => {
    onHold(holdOf(files));
    // An edit in the input keeps no images.
    if (isEdit || !files.some(({ state }) => state.step === 'done')) return;
    const done = chosenFiles.takeDone(key);
    onDraft((now) => ({ ...now, attachments: addImages(now.attachments, done) }));
  }, [files, key, isEdit, onDraft, onHold]);
  useEffect(() => {
    if (isConnected) chosenFiles.retry(key);
  }, [isConnected, key]);
  const waiting = files.filter(({ state }) => state.step !== 'failed').length;
  return (
    <div ref={place}>
      <p role="status" className="sr-only">
        {waiting > 0 && (
          <Plural value={waiting} one="# picture is on its way" other="# pictures are on their way" />
        )}
      </p>
      {files.length > 0 && !isEdit && (
        <ul aria-label={t`Pictures on their way`} className="flex flex-wrap gap-2 pb-2">
          {files.map((chosen) => (
            <FileRow key={chosen.id} chosen={chosen} storageKey={key} />
          ))}
        </ul>
      )}
      {area && createPortal(<DropHint />, area)}
    </div>
  );
}
