import type { Announcement } from '@adda/contract/notifications';
import { Trans } from '@lingui/react/macro';
import { Megaphone, TriangleAlert, X } from 'lucide-react';
import { classNames } from '../../../ui/class-names.ts';

const classesByTone = {
  info: 'bg-marigold-wash text-ink',
  warning: 'bg-marigold text-on-marigold',
};

export type BannerPreviewProps = Pick<Announcement, 'text' | 'link' | 'tone'>;

/** Preview of an announcement banner; nothing in it is interactive. */
export function BannerPreview({ text, link, tone }: BannerPreviewProps) {
  const Icon = tone === 'warning' ? TriangleAlert : Megaphone;
  return (
    <div className={classNames('flex items-start gap-2 rounded-chip ps-4 pe-1', classesByTone[tone])}>
      <Icon aria-hidden="true" className="mt-3.5 size-4 shrink-0" />
      <p dir="auto" className="min-w-0 grow py-3 text-sm font-medium break-words">
        {text}{' '}
        {link !== null && (
          <span title={link} className="font-bold underline underline-offset-2">
            <Trans>Read more</Trans>
          </span>
        )}
      </p>
      <span aria-hidden="true" className="grid size-11 shrink-0 place-items-center">
        <X className="size-4" />
      </span>
    </div>
  );
}
