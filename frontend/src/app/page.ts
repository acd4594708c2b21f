import type { ComponentType } from 'react';
import type { WordSet } from '../lib/words';
import { lazyComponent, type LazyComponent } from '../ui/lazyComponent';
import { ErrorPage } from './ErrorBoundary';

export interface Page {
  path: string;
  Component: LazyComponent<object>;
}

/** A page whose code is loaded on the first visit, after the texts that it needs. */
export const page = <Name extends string>(
  path: string,
  load: () => Promise<Record<Name, ComponentType>>,
  name: Name,
  words?: readonly WordSet[],
): Page => ({ path, Component: lazyComponent(load, name, { Failed: ErrorPage, ...(words && { words }) }) });
