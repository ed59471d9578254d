import { useState, type ClipboardEvent, type DragEvent } from 'react';

/** Props of an element that accepts files. */
type DropProps = {
  onDragOver: (event: DragEvent) => void;
  onDragLeave: (event: DragEvent) => void;
  onDrop: (event: DragEvent) => void;
  onPaste: (event: ClipboardEvent) => void;
};

const hasFile = ({ dataTransfer }: DragEvent): boolean => dataTransfer.types.includes('Files');

/** Accepts a file that is dropped on an element or pasted there; `isOver` is true while a file is dragged over it. */
export function useDroppedFile(choose: (file: File) => void): { isOver: boolean; props: DropProps } {
  const [isOver, setOver] = useState(false);
  const props: DropProps = {
    onDragOver(event) {
      if (!hasFile(event)) return;
      // Prevents the browser from opening the file.
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
