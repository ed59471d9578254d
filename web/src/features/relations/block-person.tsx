import { useBlock } from './use-block.tsx';

export type BlockPersonProps = {
  username: string;
  /** Called after blocking or cancelling. */
  onClose: () => void;
};

/** Opens the confirmation on mount and blocks (SH-41): for a menu that is closed by then. */
export function BlockPerson({ username, onClose }: BlockPersonProps) {
  return useBlock(username, { isEnabled: false, initialAction: 'block', onDone: onClose, onCancel: onClose })
    .dialogs;
}
