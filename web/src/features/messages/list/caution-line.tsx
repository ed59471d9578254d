import { Trans } from '@lingui/react/macro';
import type { Caution } from '@adda/contract/direct';
import { ShieldAlert } from 'lucide-react';
import type { ReactNode } from 'react';

const sentences: Record<Caution, () => ReactNode> = {
  phone: () => (
    <Trans>A stranger sent you a phone number. You don’t have to call, and it’s fine to keep yours.</Trans>
  ),
  messenger: () => (
    <Trans>They’d like to move to another app. Here we can help you if something goes wrong.</Trans>
  ),
  payment: () => <Trans>This is about money. Never pay somebody you don’t know, whatever the story.</Trans>,
  link: () => <Trans>There is a link in it. It may lead to a page that only looks real.</Trans>,
};

/** The warning above a stranger's text that names what often begins a fraud (MR-04). */
export function CautionLine({ cautions }: { cautions: readonly Caution[] | null | undefined }) {
  return (
    <div
      role="note"
      className="mb-1.5 flex gap-2 rounded-chip bg-marigold-wash px-2.5 py-1.5 text-sm text-ink"
    >
      <ShieldAlert aria-hidden="true" className="mt-0.5 size-4 shrink-0" />
      <ul className="grid min-w-0 gap-1.5">
        {cautions?.map((caution) => (
          <li key={caution}>{sentences[caution]()}</li>
        ))}
      </ul>
    </div>
  );
}
