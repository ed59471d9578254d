import { Trans, useLingui } from '@lingui/react/macro';
import { ChevronUp, Mic, SendHorizontal, Square, Trash2 } from 'lucide-react';
import { useEffect, useRef, useState, type PointerEvent } from 'react';
import { IconButton } from '../../../ui/icon-button.tsx';
import type { ChosenVoice } from '../composer/attachments.ts';
import type { KeptRecording } from './recording-store.ts';
import { useRecording, type RecordingState } from './use-recording.ts';
import { clockOf } from './waveform.tsx';
import { Preview } from './recording-preview.tsx';

export type VoiceRecorderProps = {
  /** Where an unsent recording is kept. */
  storageKey: string;
  isDisabled: boolean;
  /** Called when the panel takes the place of the input, and when it is gone. */
  onOpen: (isOpen: boolean) => void;
  /** Sends an uploaded recording; returns the reason if it is refused. */
  onSend: (voice: ChosenVoice) => string | undefined;
  /** Called when the panel is closed, to return the focus. */
  onClosed: () => void;
};

/** Distances in pixels: sliding sideways cancels, sliding up locks. */
const CANCEL_PX = 90;
const LOCK_PX = 60;
/** A shorter press starts a recording that goes on without holding. */
const TAP_MS = 350;

/** The press that holds a recording. */
type Hold = { readonly x: number; readonly y: number; readonly at: number };

/** Where a held press has gone. A slide toward the start of the line cancels. */
function slideOf(hold: Hold, event: PointerEvent<HTMLElement>): 'cancel' | 'lock' | undefined {
  const isTurned = getComputedStyle(event.currentTarget).direction === 'rtl';
  const toStart = (isTurned ? event.clientX - hold.x : hold.x - event.clientX) >= CANCEL_PX;
  if (toStart) return 'cancel';
  return hold.y - event.clientY >= LOCK_PX ? 'lock' : undefined;
}

function Level({ level }: { level: number }) {
  return (
    <span aria-hidden="true" className="h-2 min-w-0 grow overflow-hidden rounded-full bg-raised">
      <span
        className="block h-full rounded-full bg-rani transition-[width] motion-reduce:transition-none"
        style={{ inlineSize: `${level}%` }}
      />
    </span>
  );
}

type RunningProps = {
  state: Extract<RecordingState, { step: 'asking' | 'recording' }>;
  isHeld: boolean;
  onStop: () => void;
  onDiscard: () => void;
};

/** Timer and level, and how to end; shown while recording. */
function Running({ state, isHeld, onStop, onDiscard }: RunningProps) {
  const { t } = useLingui();
  const stopButton = useRef<HTMLButtonElement>(null);
  useEffect(() => {
    if (!isHeld) stopButton.current?.focus();
  }, [isHeld]);
  const { elapsedMs, level } = state.step === 'recording' ? state : { elapsedMs: 0, level: 0 };
  return (
    <div className="flex min-h-11 min-w-0 grow items-center gap-2">
      {!isHeld && (
        <IconButton
          label={t`Delete the recording`}
          icon={<Trash2 aria-hidden="true" className="size-5" />}
          onClick={onDiscard}
        />
      )}
      <span role="timer" aria-label={t`Recording`} className="ps-2 text-sm font-semibold tabular-nums">
        {clockOf(elapsedMs / 1000)}
      </span>
      <Level level={level} />
      {isHeld ? (
        <span className="me-3 flex shrink-0 items-center gap-1 text-xs text-mute">
          <Trans>Slide to cancel</Trans>
          <ChevronUp aria-hidden="true" className="size-4" />
          <Trans>lock</Trans>
        </span>
      ) : (
        <IconButton
          ref={stopButton}
          tone="primary"
          label={t`Stop recording`}
          icon={<Square aria-hidden="true" className="size-4 fill-current" />}
          onClick={onStop}
        />
      )}
    </div>
  );
}

type ReadyProps = {
  state: Extract<RecordingState, { step: 'ready' }>;
  onSend: (recording: KeptRecording) => void;
  onDiscard: () => void;
};

/** The finished recording: listen, send or delete. */
function Ready({ state, onSend, onDiscard }: ReadyProps) {
  const { t } = useLingui();
  const { recording, isSending, problem } = state;
  return (
    <div className="min-w-0 grow">
      {problem !== undefined && (
        <p role="alert" className="px-2 pb-1 text-sm font-medium text-danger">
          {problem}
        </p>
      )}
      <div className="flex items-center gap-1">
        <IconButton
          label={t`Delete the recording`}
          disabled={isSending}
          icon={<Trash2 aria-hidden="true" className="size-5" />}
          onClick={onDiscard}
        />
        <Preview recording={recording} />
        <IconButton
          tone="primary"
          label={isSending ? t`Sending voice message` : t`Send voice message`}
          disabled={isSending}
          icon={<SendHorizontal aria-hidden="true" className="size-5 rtl:-scale-x-100" />}
          onClick={() => onSend(recording)}
        />
      </div>
    </div>
  );
}

/**
 * The microphone button and the panel of a recording (VM-02): hold to talk, slide to cancel, slide up to lock; a short
 * press or a key starts, and another one stops. What was recorded can be heard before it is sent.
 */
export function VoiceRecorder({ storageKey, isDisabled, onOpen, onSend, onClosed }: VoiceRecorderProps) {
  const { t } = useLingui();
  const { state, start, stop, discard, send } = useRecording({ storageKey, onSend });
  const [isHeld, setHeld] = useState(false);
  const hold = useRef<Hold>(undefined);
  const isOpen = state.step !== 'none';
  useEffect(() => {
    onOpen(isOpen);
    return () => onOpen(false);
  }, [isOpen, onOpen]);
  const release = () => {
    hold.current = undefined;
    setHeld(false);
  };
  const close = () => {
    release();
    discard();
    // The input is visible again after this.
    setTimeout(onClosed);
  };
  const onPointerDown = (event: PointerEvent<HTMLButtonElement>) => {
    if (event.button !== 0 || isDisabled) return;
    event.currentTarget.setPointerCapture(event.pointerId);
    hold.current = { x: event.clientX, y: event.clientY, at: Date.now() };
    setHeld(true);
    void start().then((isRunning) => isRunning || release());
  };
  const onPointerMove = (event: PointerEvent<HTMLButtonElement>) => {
    const slide = hold.current && slideOf(hold.current, event);
    if (slide === 'cancel') close();
    else if (slide === 'lock') release();
  };
  const onPointerUp = () => {
    const held = hold.current;
    release();
    // While the browser asks for the microphone there is nothing to stop: the recording goes on without holding.
    if (held && Date.now() - held.at >= TAP_MS) stop();
  };

  return (
    <>
      {(state.step === 'asking' || state.step === 'recording') && (
        <Running state={state} isHeld={isHeld} onStop={stop} onDiscard={close} />
      )}
      {state.step === 'ready' && (
        <Ready state={state} onSend={(recording) => void send(recording)} onDiscard={close} />
      )}
      {(!isOpen || isHeld) && (
        <IconButton
          label={t`Record a voice message`}
          disabled={isDisabled}
          tone={isHeld ? 'primary' : 'plain'}
          className="touch-none select-none"
          icon={<Mic aria-hidden="true" className="size-5" />}
          onPointerDown={onPointerDown}
          onPointerMove={onPointerMove}
          onPointerUp={onPointerUp}
          onPointerCancel={release}
          onContextMenu={(event) => event.preventDefault()}
          // A press of a pointer has started already.
          onClick={(event) => event.detail === 0 && void start()}
        />
      )}
    </>
  );
}
