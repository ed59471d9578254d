import { useLingui } from '@lingui/react/macro';
import { X } from 'lucide-react';
import { useId, type ReactNode } from 'react';
import { IconButton } from './icon-button.tsx';
import { useModal } from './use-modal.ts';

export type DrawerProps = {
  isOpen: boolean;
  /** Called on Escape, the close button or a press outside; set `isOpen` to false. */
  onClose: () => void;
  title: ReactNode;
  /** The edge that it slides in from, in reading direction. */
  side?: 'start' | 'end';
  children: ReactNode;
};

/** A modal panel at an edge, full height. Its content is mounted only while it is open. */
export function Drawer({ isOpen, onClose, title, side = 'end', children }: DrawerProps) {
  const { t } = useLingui();
  const id = useId();
  const modal = useModal(isOpen, onClose);
  return (
    <dialog {...modal} className="drawer" data-side={side} aria-labelledby={id}>
      {isOpen && (
        <div className="flex h-full flex-col">
          <div className="flex items-center gap-3 border-b border-line py-2 ps-5 pe-2">
            <h2 id={id} tabIndex={-1} className="min-w-0 outline-none grow truncate text-lg">
              {title}
            </h2>
            <IconButton
              label={t`Close`}
              icon={<X aria-hidden="true" className="size-5" />}
              onClick={onClose}
            />
          </div>
          <div className="min-h-0 grow overflow-y-auto">{children}</div>
        </div>
      )}
    </dialog>
  );
}
