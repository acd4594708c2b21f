import { cloneElement, type ReactElement, type ReactNode } from 'react';
import { i18n, type MessageDescriptor } from '@lingui/core';

/**
 * Renders a sentence that contains elements: `<link>Sign up</link>` becomes the element `link` around these words, and
 * `<name/>` the element `name`.
 */
export const rich = (message: MessageDescriptor, components: Record<string, ReactElement>): ReactNode => {
  const tag = new RegExp(`<(${Object.keys(components).join('|')})(?:/>|>(.*?)</\\1>)`, 's');
  // Alternates text and elements: text, an element's name, the text inside it, and so on.
  const parts = i18n._(message).split(tag);
  return parts.map((part, index) => {
    if (index % 3 === 0) return part;
    const element = index % 3 === 1 ? components[part] : undefined;
    const words = parts[index + 1];
    return element && cloneElement(element, { key: index }, ...(words === undefined ? [] : [words]));
  });
};
