import { displayedName } from '@adda/contract/accounts';
import { plural } from '@lingui/core/macro';
import { Trans, useLingui } from '@lingui/react/macro';
import { useQueryClient, type QueryClient } from '@tanstack/react-query';
import { Pause, Play } from 'lucide-react';
import { useContext } from 'react';
import { classNames } from '../../../ui/class-names.ts';
import { TabIndex } from '../../../ui/tab-index.ts';
import type { ChatMessage, Conversation } from '../history/conversation.ts';
import { cachedStore, freshMessage } from '../history/message-history.ts';
import { noteHeard, useHeard } from './heard.ts';
import { playback, useTrack } from './playback.ts';
import { Bars, clockOf, SeekBar } from './waveform.tsx';
import type { VoiceTrack } from './voice-store.ts';

/** The sound of a message: its length in ms and its peaks from 0 to 100. */
export type Sound = { readonly durationMs: number; readonly waveform: readonly number[] };

/** Name for screen readers (VM-02). */
export function nameOfSound(durationMs: number): string {
  const seconds = Math.max(1, Math.round(durationMs / 1000));
  return plural(seconds, { one: 'Voice message, # second', other: 'Voice message, # seconds' });
}

type Place = { readonly client: QueryClient; readonly conversation: Conversation; readonly account: string };

/** Returns the track of a message; undefined if the message has no sound (any more). */
function trackOf(place: Place, message: ChatMessage): VoiceTrack | undefined {
  const { client, conversation, account } = place;
  const { _id: messageId, sequence, audio_url: url, audio_duration_ms: durationMs } = message;
  if (!url || message.is_deleted) return undefined;
  return {
    messageId,
    url,
    durationMs: durationMs ?? 0,
    name: displayedName(message.sender),
    refresh: async () => (await freshMessage(client, conversation, messageId))?.audio_url ?? undefined,
    next() {
      const later = cachedStore(client, conversation)?.messages.filter((each) => each.sequence > sequence);
      const following = later?.find((each) => each.audio_url && !each.is_deleted);
      return following && trackOf(place, following);
    },
    onStart: () => noteHeard(account, conversation.id, messageId),
  };
}

function PlayButton(props: { isPlaying: boolean; isOnColour: boolean; onPress: () => void }) {
  const { t } = useLingui();
  const Icon = props.isPlaying ? Pause : Play;
  return (
    <button
      type="button"
      tabIndex={useContext(TabIndex)}
      aria-label={props.isPlaying ? t`Pause` : t`Play`}
      onClick={props.onPress}
      className={classNames(
        'grid size-11 shrink-0 place-items-center rounded-full',
        props.isOnColour ? 'bg-on-rani text-rani-strong' : 'bg-rani text-on-rani hover:bg-rani-strong',
      )}
    >
      <Icon aria-hidden="true" className="size-5 fill-current" />
    </button>
  );
}

/** The button that changes the speed. */
export function RateButton({ rate }: { rate: number }) {
  const { t } = useLingui();
  return (
    <button
      type="button"
      tabIndex={useContext(TabIndex)}
      aria-label={t`Speed: ${rate} times`}
      onClick={playback.nextRate}
      className="min-h-11 min-w-11 shrink-0 rounded-full px-1 text-sm font-semibold tabular-nums"
    >
      {rate}×
    </button>
  );
}

const box = 'flex w-72 max-w-full items-center gap-2 px-1.5';

/** A recording that is not stored in a message yet. */
export function PendingVoice({ durationMs, waveform }: Sound) {
  return (
    <div role="group" aria-label={nameOfSound(durationMs)} className={box}>
      <Bars peaks={waveform} played={0} />
      <span className="text-xs tabular-nums">{clockOf(durationMs / 1000)}</span>
    </div>
  );
}

export type VoiceMessageProps = {
  message: ChatMessage;
  conversation: Conversation;
  account: string;
  isOwn: boolean;
  isWhisper: boolean;
};

/** The player of a voice message (VM-02). */
export function VoiceMessage({ message, conversation, account, isOwn, isWhisper }: VoiceMessageProps) {
  const { t } = useLingui();
  const client = useQueryClient();
  const { _id: id, audio_duration_ms: durationMs, audio_waveform: waveform } = message;
  const open = useTrack(id);
  const isHeard = useHeard(account, conversation.id, id) || isOwn;
  const duration = (durationMs ?? 0) / 1000;
  const seconds = Math.min(open?.seconds ?? 0, duration);
  const play = (from?: number) => {
    const track = trackOf({ client, conversation, account }, message);
    if (track) playback.play(track, from);
  };
  const toggle = () => (open?.isPlaying ? playback.pause() : play());
  const seek = (to: number) => (open ? playback.seek(to) : play(to));
  return (
    <div role="group" aria-label={nameOfSound(durationMs ?? 0)} className="max-w-full min-w-0">
      <div className={box}>
        <PlayButton isPlaying={open?.isPlaying ?? false} isOnColour={isOwn && !isWhisper} onPress={toggle} />
        <SeekBar
          peaks={waveform ?? []}
          played={duration > 0 ? seconds / duration : 0}
          seconds={seconds}
          duration={duration}
          onSeek={seek}
        />
        {open && <RateButton rate={open.rate} />}
        <span className="flex items-center gap-1 text-xs tabular-nums">
          {clockOf(open ? seconds : duration)}
          {!isHeard && (
            <span role="img" aria-label={t`Not heard yet`} className="size-2 rounded-full bg-rani" />
          )}
        </span>
      </div>
      {open?.hasFailed && (
        <p role="alert" className="px-1.5 pt-1 text-sm">
          <Trans>This voice message can't be played right now.</Trans>
        </p>
      )}
    </div>
  );
}
