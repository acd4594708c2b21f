import { Suspense } from 'react';
import { hasMarkdown } from '../lib/markdown';
import { lazyComponent } from './lazyComponent';
import { LinkedText } from './LinkedText';
import type { MarkdownProps } from './markdown/MarkdownTree';

const MarkdownTree = lazyComponent(() => import('./markdown/MarkdownTree'), 'MarkdownTree', {
  // If the code fails to load, the typed text is shown.
  Failed: ({ props: { text } }) => <LinkedText text={text} />,
  preload: true,
});

/** A person's text, shown as Markdown. Until the parser has loaded, it is shown as typed. */
export const Markdown = ({ text, ...options }: MarkdownProps) => {
  const { words = (plain: string) => plain } = options;
  return (
    <div dir="auto" className="md whitespace-pre-wrap wrap-anywhere">
      {hasMarkdown(text) ? (
        <Suspense fallback={<LinkedText text={text} />}>
          <MarkdownTree text={text} {...options} />
        </Suspense>
      ) : (
        words(text, false)
      )}
    </div>
  );
};
