import { Link, useRouter } from '@tanstack/react-router';
import { ArrowLeft } from 'lucide-react';
import { isPlainPress } from './plain-press.ts';

/**
 * The arrow from a chat or form back to the lists: to the place of the list from which it was opened (HM-10), otherwise to their
 * beginning.
 */
export function BackLink({ label }: { label: string }) {
  const { history } = useRouter();
  return (
    <Link
      to="/v1"
      replace
      ignoreBlocker
      aria-label={label}
      className="inline-grid size-11 shrink-0 place-items-center rounded-full transition duration-150 hover:bg-raised"
      onClick={(event) => {
        if (!history.location.state.isFromList || !isPlainPress(event)) return;
        event.preventDefault();
        history.back();
      }}
    >
      <ArrowLeft aria-hidden="true" className="size-5 rtl:-scale-x-100" />
    </Link>
  );
}
