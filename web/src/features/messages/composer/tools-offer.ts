import type { ComponentType } from 'react';
import type { LazyPart } from '../../../ui/lazy-part.tsx';
import type { ChosenImage } from './attachments.ts';

/** Props of a conversation's dialog for images. */
export type ImageDialogProps = { onClose: () => void; onChoose: (image: ChosenImage) => void };

/** The code of a conversation's dialog for images. */
export type ImageDialogPart = LazyPart<{ ImageDialog: ComponentType<ImageDialogProps> }>;

/** What may go along with the words of a conversation. */
export type ToolsOffer = {
  readonly imageDialog: ImageDialogPart;
  readonly hasVideo: boolean;
};
