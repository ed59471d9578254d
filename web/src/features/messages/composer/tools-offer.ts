import type { ComponentType } from 'react';
import type { LazyComponentCode } from '../../../ui/lazy-component.tsx';
import type { ChosenImage } from './attachments.ts';

/** Props of a conversation's dialog for images. */
export type ImageDialogProps = { onClose: () => void; onChoose: (image: ChosenImage) => void };

/** The code of a conversation's dialog for images. */
export type ImageDialogPart = LazyComponentCode<{ ImageDialog: ComponentType<ImageDialogProps> }>;

/** What may go along with the words of a conversation. */
export type ToolsOffer = {
  readonly imageDialog: ImageDialogPart;
  readonly hasVideo: boolean;
};
