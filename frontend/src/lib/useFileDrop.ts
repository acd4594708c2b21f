import { useEffect, useEffectEvent, useState } from 'react';
import { isText } from './keyboard/typing';

const hasFiles = ({ dataTransfer }: DragEvent): boolean => dataTransfer?.types.includes('Files') ?? false;

/** Accepts files dropped on the page or pasted into it, while enabled; returns whether files are dragged over it. */
export const useFileDrop = (onFiles: (files: readonly [File, ...File[]]) => void, isEnabled = true): boolean => {
  const [isOver, setOver] = useState(false);
  const take = useEffectEvent((files: FileList | undefined, event: Event) => {
    const [first, ...others] = files ?? [];
    if (!first) return;
    event.preventDefault();
    onFiles([first, ...others]);
  });
  useEffect(() => {
    if (!isEnabled) return undefined;
    const over = (event: DragEvent): void => {
      if (!hasFiles(event)) return;
      // Otherwise the browser would leave the page to show the file.
      event.preventDefault();
      setOver(true);
    };
    const leave = (event: DragEvent): void => {
      if (event.relatedTarget === null) setOver(false);
    };
    const drop = (event: DragEvent): void => {
      setOver(false);
      if (hasFiles(event)) event.preventDefault();
      take(event.dataTransfer?.files, event);
    };
    const paste = (event: ClipboardEvent): void => {
      // A paste into a text field belongs to the field: office programs add a picture of the text.
      if (!isText(event.target)) take(event.clipboardData?.files, event);
    };
    window.addEventListener('dragover', over);
    window.addEventListener('dragleave', leave);
    window.addEventListener('drop', drop);
    window.addEventListener('paste', paste);
    return () => {
      window.removeEventListener('dragover', over);
      window.removeEventListener('dragleave', leave);
      window.removeEventListener('drop', drop);
      window.removeEventListener('paste', paste);
    };
  }, [isEnabled]);
  return isOver;
};
