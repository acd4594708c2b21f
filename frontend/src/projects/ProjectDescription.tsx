import { useEffect, useRef, useState } from 'react';
import { cx } from '../lib/cx';
import { projectsTexts } from '../texts/projects';
import { LinkedText } from '../ui/LinkedText';

/** What a project is about: its first lines, and the rest for whoever asks for it. */
export const ProjectDescription = ({ text }: { text: string }) => {
  const [isOpen, setOpen] = useState(false);
  const [isCut, setCut] = useState(false);
  const lines = useRef<HTMLParagraphElement>(null);

  useEffect(() => {
    const element = lines.current;
    if (!element || isOpen) return undefined;
    const observer = new ResizeObserver(() => setCut(element.scrollHeight > element.clientHeight + 1));
    observer.observe(element);
    return () => observer.disconnect();
  }, [isOpen]);

  return (
    <>
      <p ref={lines} dir="auto" className={cx('wrap-anywhere text-ink-3', !isOpen && 'line-clamp-2')}>
        <LinkedText text={text} />
      </p>
      {isCut && (
        <button
          type="button"
          aria-expanded={isOpen}
          className="rounded-xs text-xs font-medium text-ink-2 hover:text-ink pointer-coarse:min-h-11 print:hidden"
          onClick={() => setOpen(!isOpen)}
        >
          {isOpen ? projectsTexts.less : projectsTexts.more}
        </button>
      )}
    </>
  );
};
