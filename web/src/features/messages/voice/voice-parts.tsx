import { useLingui } from '@lingui/react/macro';
import { Mic } from 'lucide-react';
import { IconButton } from '../../../ui/icon-button.tsx';
import { toast } from '../../../ui/toast-store.ts';
import { lazyComponent, LazyComponent } from '../../../ui/lazy-component.tsx';
import { tryAgain } from '../../../ui/try-again.tsx';
import type { ChosenVoice } from '../composer/attachments.ts';
import type { ComposerKind, ComposerProps } from '../composer/composer-props.ts';
import type { Sound, VoiceMessageProps } from './voice-message.tsx';
import type { VoiceRecorderProps } from './voice-recorder.tsx';

const player = lazyComponent(() => import('./voice-message.tsx'));
const recorder = lazyComponent(() => import('./voice-recorder.tsx'));

/** A voice message, or a recording that is not stored in a message yet. */
export type Voice = Omit<VoiceMessageProps, 'isOwn' | 'isWhisper'> | Sound;

/** The voice message of a bubble; its code is loaded with the first one on screen. */
export function VoiceAttachment(props: { voice: Voice; isOwn: boolean; isWhisper: boolean }) {
  const { voice, ...look } = props;
  return (
    <LazyComponent component={player} fallback={<div className="h-11 w-72" />} failed={tryAgain}>
      {({ VoiceMessage, PendingVoice }) =>
        'message' in voice ? <VoiceMessage {...voice} {...look} /> : <PendingVoice {...voice} />
      }
    </LazyComponent>
  );
}

type MicrophoneProps = Pick<VoiceRecorderProps, 'isDisabled' | 'onOpen'> &
  Pick<ComposerProps, 'draft' | 'onDraft' | 'onSend' | 'input' | 'recordingKey'> &
  Pick<ComposerKind, 'tools'>;

/**
 * The microphone button with its panel; without its code it is left out. The recording takes the quote of the draft, whose
 * text is not touched.
 */
export function Microphone(props: MicrophoneProps) {
  const { draft, onDraft, onSend, input, recordingKey, isDisabled, onOpen } = props;
  const { refusal } = props.tools;
  const { t } = useLingui();
  if (refusal !== undefined)
    return (
      <IconButton
        label={t`Record a voice message`}
        aria-disabled
        className="aria-disabled:opacity-55"
        icon={<Mic aria-hidden="true" className="size-5" />}
        onClick={() => toast.problem(refusal)}
      />
    );
  const sendVoice = (voice: ChosenVoice) => {
    if (!onSend) return t`One moment…`;
    const problem = onSend({ text: '', attachments: { voice }, replyTo: draft.replyTo });
    if (problem === undefined) onDraft((now) => ({ ...now, replyTo: undefined }));
    return problem;
  };
  return (
    <LazyComponent component={recorder} fallback={<span className="size-11 shrink-0" />} failed={() => null}>
      {({ VoiceRecorder }) => (
        <VoiceRecorder
          key={recordingKey}
          storageKey={recordingKey}
          isDisabled={isDisabled}
          onOpen={onOpen}
          onSend={sendVoice}
          onClosed={() => input.current?.focus()}
        />
      )}
    </LazyComponent>
  );
}
