import { useBlock } from './use-block.tsx';

/** Props of {@link BlockPerson}. */
export type BlockPersonProps = {
  username: string;
  /** They are blocked, or nothing was done. */
  onClose: () => void;
};

/** Asks at once whether somebody is to be blocked, and does it (SH-41): for a menu that is gone when it is asked. */
export function BlockPerson({ username, onClose }: BlockPersonProps) {
  return useBlock(username, { isEnabled: false, asksFirst: 'block', onDone: onClose, onCancel: onClose })
    .dialogs;
}
