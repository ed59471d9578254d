import { useLingui } from '@lingui/react/macro';
import { lazyComponent } from '../../../ui/lazy-component.tsx';
import { Composer, useIsWide, useText, type ComposerProps } from '../../messages/index.ts';
import { useMention } from './use-mention.tsx';
import { whisperNames } from './whisper.ts';

const tools = {
  imageDialog: lazyComponent(() => import('./image-dialog.tsx')),
  hasVideo: true,
};

/** The message input of a room: with videos, and with name suggestions for whispers (GC-14 to GC-18, GC-03). */
export function RoomComposer(props: ComposerProps & { groupId: string; account: string }) {
  const { groupId, account, draft, input } = props;
  const { t } = useLingui();
  const isWide = useIsWide();
  const { setText } = useText(props);
  const mention = useMention({ groupId, account, text: draft.text, onText: setText, input });
  return (
    <Composer
      {...props}
      tools={tools}
      placeholder={isWide ? t`Say something or whisper @username` : t`Chat or @username`}
      readNames={whisperNames}
      mention={mention}
    />
  );
}
