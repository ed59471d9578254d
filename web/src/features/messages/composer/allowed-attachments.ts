import type { ComponentType } from 'react';
import type { LazyComponentCode } from '../../../ui/lazy-component.tsx';
import type { ChosenImage } from './attachments.ts';

/** Props of a conversation's image dialog. */
export type ImageDialogProps = {
  onClose: () => void;
  onChoose: (image: ChosenImage) => void;
  /** Takes several files that were chosen at once (HM-12). */
  onFiles: (files: readonly File[]) => void;
};

/** The lazily loaded image dialog of a conversation. */
export type LazyImageDialog = LazyComponentCode<{ ImageDialog: ComponentType<ImageDialogProps> }>;

/** The attachments that a conversation allows. */
export type AllowedAttachments = {
  readonly imageDialog: LazyImageDialog;
  readonly hasVideo: boolean;
  /** Why nothing but text can be sent here; the buttons for files say so when they are pressed (MR-01). */
  readonly refusal?: string | undefined;
};
