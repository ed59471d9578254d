import { useEffect, useEffectEvent, useState, type RefObject } from 'react';

const hasFiles = (transfer: DataTransfer | null): boolean => transfer?.types.includes('Files') === true;

/** The files of a paste; none if it has text that is laid out, of which the image is only a picture, such as cells of a sheet. */
function pastedFiles(data: DataTransfer | null): readonly File[] {
  const types = data?.types ?? [];
  const isText = types.includes('text/plain') && types.includes('text/html');
  return isText ? [] : [...(data?.files ?? [])];
}

/** A dialog has its own places for files. */
const isInDialog = (target: EventTarget | null): boolean =>
  target instanceof Element && target.closest('dialog') !== null;

export type DroppedFiles = {
  /** An element of the chat, whose whole area takes files. */
  place: RefObject<HTMLElement | null>;
  input: RefObject<HTMLTextAreaElement | null>;
  onFiles: (files: readonly File[]) => void;
};

/** The area of the chat that an element belongs to. */
const areaOf = (element: HTMLElement | null): HTMLElement | undefined =>
  element?.closest<HTMLElement>('[data-chat]') ?? element?.parentElement ?? undefined;

/**
 * Takes the files that are dropped on a chat or pasted into its input (HM-12). A file that is dropped beside the chat is ignored:
 * the browser would leave the page for it, and what was written with it. Returns the area of the chat while files are dragged
 * over it.
 */
export function useDroppedFiles({ place, input, onFiles }: DroppedFiles): HTMLElement | undefined {
  const [over, setOver] = useState<HTMLElement>();
  const take = useEffectEvent(onFiles);
  const areaAt = useEffectEvent((target: EventTarget | null) => {
    const area = areaOf(place.current);
    return target instanceof Node && area?.contains(target) ? area : undefined;
  });
  const isInput = useEffectEvent((target: EventTarget | null) => target === input.current);
  useEffect(() => {
    const controller = new AbortController();
    const { signal } = controller;
    const onDragOver = (event: DragEvent) => {
      const { dataTransfer, target } = event;
      if (!hasFiles(dataTransfer) || isInDialog(target)) return setOver(undefined);
      event.preventDefault();
      const area = areaAt(target);
      setOver(area);
      if (dataTransfer && !area) dataTransfer.dropEffect = 'none';
    };
    const onDrop = (event: DragEvent) => {
      const { dataTransfer, target } = event;
      setOver(undefined);
      if (!hasFiles(dataTransfer) || isInDialog(target)) return;
      event.preventDefault();
      if (areaAt(target)) take([...(dataTransfer?.files ?? [])]);
    };
    const onPaste = (event: ClipboardEvent) => {
      const files = isInput(event.target) ? pastedFiles(event.clipboardData) : [];
      if (files.length === 0) return;
      event.preventDefault();
      take(files);
    };
    document.addEventListener('dragover', onDragOver, { signal });
    document.addEventListener('drop', onDrop, { signal });
    document.addEventListener('paste', onPaste, { signal });
    // Without a target the pointer has left the window.
    document.addEventListener('dragleave', ({ relatedTarget }) => relatedTarget ?? setOver(undefined), {
      signal,
    });
    return () => controller.abort();
  }, []);
  return over;
}
