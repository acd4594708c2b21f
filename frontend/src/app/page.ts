import type { ComponentType } from 'react';
import { lazyComponent, type LazyComponent } from '../ui/lazyComponent';
import { ErrorPage } from './ErrorBoundary';

export interface Page {
  path: string;
  Component: LazyComponent<object>;
}

/** A page whose code is loaded when it is first visited. */
export const page = <Name extends string>(
  path: string,
  load: () => Promise<Record<Name, ComponentType>>,
  name: Name,
): Page => ({ path, Component: lazyComponent(load, name, { Failed: ErrorPage }) });
