import { useEffect, useEffectEvent, useState } from 'react';

const hasFiles = ({ dataTransfer }: DragEvent): boolean => dataTransfer?.types.includes('Files') ?? false;

/** Where text is typed, what is pasted belongs to that: office programs add a picture of the text. */
const isTyping = ({ target }: Event): boolean =>
  target instanceof Element && target.closest('input, textarea, [contenteditable]') !== null;

/** Takes a file that is dropped anywhere on the page or pasted into it; answers whether one is held over it. */
export const useFileDrop = (onFile: (file: File) => void): boolean => {
  const [isOver, setOver] = useState(false);
  const take = useEffectEvent((files: FileList | undefined, event: Event) => {
    const file = files?.[0];
    if (!file) return;
    event.preventDefault();
    onFile(file);
  });
  useEffect(() => {
    const over = (event: DragEvent): void => {
      if (!hasFiles(event)) return;
      // Else the browser leaves the page to show the file.
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
      if (!isTyping(event)) take(event.clipboardData?.files, event);
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
  }, []);
  return isOver;
};
