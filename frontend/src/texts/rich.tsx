import type { ReactElement, ReactNode } from 'react';
import { i18n, type MessageDescriptor } from '@lingui/core';
import { TransNoContext } from '@lingui/react/server';

/**
 * Renders a sentence that contains elements: `<link>Sign up</link>` becomes the element `link` around these words, and
 * `<name/>` the element `name`.
 */
export const rich = (message: MessageDescriptor, components: Record<string, ReactElement>): ReactNode => (
  <TransNoContext {...message} components={components} lingui={{ i18n }} />
);
