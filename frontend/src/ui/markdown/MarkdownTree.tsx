import { useDeferredValue } from 'react';
import { LinkedText } from '../LinkedText';
import { elementsOf, type ElementOptions } from './elements';
import { parse } from './parse';

export interface MarkdownProps extends ElementOptions {
  text: string;
}

/** A text so long that reading it is put off until what is on the screen answers: many may come at once. */
const LONG = 1000;

/** A text as Markdown; one that would take long as it was typed. */
export const MarkdownTree = ({ text, ...options }: MarkdownProps) => {
  const read = useDeferredValue(text, text.length > LONG ? null : text);
  const tree = read === null ? null : parse(read);
  if (read === null || tree === null) return <LinkedText text={text} />;
  return elementsOf(tree, read, options);
};
