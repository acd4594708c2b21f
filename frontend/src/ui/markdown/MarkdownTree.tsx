import { useDeferredValue } from 'react';
import { LinkedText } from '../LinkedText';
import { elementsOf, type ElementOptions } from './elements';
import { parse } from './parse';

export interface MarkdownProps extends ElementOptions {
  text: string;
}

/** Texts over this length are parsed after the screen has updated, because there may be many. */
const LONG = 1000;

/** Shows a text as Markdown, or as typed if parsing would take too long. */
export const MarkdownTree = ({ text, ...options }: MarkdownProps) => {
  const read = useDeferredValue(text, text.length > LONG ? null : text);
  const tree = read === null ? null : parse(read);
  if (read === null || tree === null) return <LinkedText text={text} />;
  return elementsOf(tree, read, options);
};
