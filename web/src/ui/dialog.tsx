import { useLingui } from '@lingui/react/macro';
import { X } from 'lucide-react';
import { useId, type ReactNode } from 'react';
import { IconButton } from './icon-button.tsx';
import { useModal } from './use-modal.ts';

export type DialogProps = {
  isOpen: boolean;
  /** Called on Escape, the close button or a press outside; set `isOpen` to false. */
  onClose: () => void;
  title: ReactNode;
  /** Read out after the title. */
  description?: ReactNode;
  /** Buttons at the bottom; they stay visible when the content scrolls. */
  actions?: ReactNode;
  /** A press outside does not close it, because input could be lost. */
  keepOpenOnOutsidePress?: boolean;
  children?: ReactNode;
};

/** A modal dialog over the page. Its content is mounted only while it is open. */
export function Dialog({
  isOpen,
  onClose,
  title,
  description,
  actions,
  keepOpenOnOutsidePress,
  children,
}: DialogProps) {
  const { t } = useLingui();
  const id = useId();
  const modal = useModal(isOpen, onClose, keepOpenOnOutsidePress);
  return (
    <dialog
      {...modal}
      className="sheet"
      aria-labelledby={`${id}-title`}
      aria-describedby={description ? `${id}-text` : undefined}
    >
      {isOpen && (
        <div className="flex max-h-[calc(100dvh-2rem)] flex-col">
          <div className="flex items-start gap-3 ps-6 pe-3 pt-4">
            <h2
              id={`${id}-title`}
              tabIndex={-1}
              className="min-w-0 outline-none grow pt-1.5 text-xl break-words"
            >
              {title}
            </h2>
            <IconButton
              label={t`Close`}
              icon={<X aria-hidden="true" className="size-5" />}
              onClick={onClose}
            />
          </div>
          <div className="min-h-0 grow overflow-y-auto px-6 pt-2 pb-6">
            {description && (
              <p id={`${id}-text`} className="text-pretty break-words text-mute">
                {description}
              </p>
            )}
            {children}
          </div>
          {actions && (
            <>
              {/* Content that scrolls fades out above the buttons; otherwise this is over empty space. */}
              <div
                aria-hidden="true"
                className="pointer-events-none relative -mt-6 h-6 shrink-0 bg-linear-to-t from-surface to-transparent"
              />
              <div className="flex flex-wrap justify-end gap-3 px-6 pb-6">{actions}</div>
            </>
          )}
        </div>
      )}
    </dialog>
  );
}
