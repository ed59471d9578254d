import { addressesIn } from '@adda/contract/kernel/addresses';
import { Trans } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { Check, X } from 'lucide-react';
import { classNames } from '../../../ui/class-names.ts';
import { userSettingsQuery } from '../../accounts/index.ts';
import type { ComposerProps } from '../composer/composer-props.ts';

/** Lets the sender do without the card of a link (FT-05); shown while there is a link in the text. */
export function CardChoice({ draft, onDraft }: Pick<ComposerProps, 'draft' | 'onDraft'>) {
  const { data } = useQuery(userSettingsQuery);
  const isBare = draft.noPreview === true;
  if (data?.link_previews !== true || addressesIn(draft.text).length === 0) return null;
  const Icon = isBare ? Check : X;
  return (
    <div className="flex px-2 pb-1.5">
      <button
        type="button"
        aria-pressed={isBare}
        onClick={() => onDraft((now) => ({ ...now, noPreview: !isBare || undefined }))}
        className={classNames(
          'inline-flex min-h-9 items-center gap-1.5 rounded-full border px-3 text-sm font-medium pointer-coarse:min-h-11',
          isBare
            ? 'border-rani bg-rani-wash text-rani-ink'
            : 'border-line bg-surface text-mute hover:bg-raised',
        )}
      >
        <Icon aria-hidden="true" className="size-4 shrink-0" />
        <Trans>No card for this link</Trans>
      </button>
    </div>
  );
}
