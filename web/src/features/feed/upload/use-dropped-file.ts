import { useState, type ClipboardEvent, type DragEvent } from 'react';

/** What goes on an element that takes files. */
type DropProps = {
  onDragOver: (event: DragEvent) => void;
  onDragLeave: (event: DragEvent) => void;
  onDrop: (event: DragEvent) => void;
  onPaste: (event: ClipboardEvent) => void;
};

const hasFile = ({ dataTransfer }: DragEvent): boolean => dataTransfer.types.includes('Files');

/** Takes a file that is dropped on an element or pasted there; `isOver` while one hangs above it. */
export function useDroppedFile(choose: (file: File) => void): { isOver: boolean; props: DropProps } {
  const [isOver, setOver] = useState(false);
  const props: DropProps = {
    onDragOver(event) {
      if (!hasFile(event)) return;
      // Otherwise the browser would leave the page for the file.
      event.preventDefault();
      setOver(true);
    },
    onDragLeave({ currentTarget, relatedTarget }) {
      if (!(relatedTarget instanceof Node && currentTarget.contains(relatedTarget))) setOver(false);
    },
    onDrop(event) {
      const [file] = event.dataTransfer.files;
      if (!file) return;
      event.preventDefault();
      setOver(false);
      choose(file);
    },
    onPaste(event) {
      const [file] = event.clipboardData.files;
      if (!file) return;
      event.preventDefault();
      choose(file);
    },
  };
  return { isOver, props };
}
