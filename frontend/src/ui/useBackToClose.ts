import { useEffectEvent, useLayoutEffect } from 'react';
import { stepBack } from '../lib/stepBack';

/** Marks the history entry of a layer over the page. */
const MARK = 'isLayer';

interface Layer {
  close: () => void;
  /** Whether the layer has a history entry, so that Back leads to the page under it. */
  hasEntry: boolean;
}

const layers: Layer[] = [];
let focusBefore: Element | null = null;
let timer: ReturnType<typeof setTimeout> | undefined;

const state = (): Record<string, unknown> | null => history.state as Record<string, unknown> | null;
const isMarked = (): boolean => state()?.[MARK] === true;

const pushEntry = (): void => {
  if (!isMarked()) history.pushState({ ...state(), [MARK]: true }, '');
};

/** One history entry represents all open layers. It has the page's address, so the router ignores it. */
const settle = (): void => {
  const isWanted = layers.some(({ hasEntry }) => hasEntry);
  if (isWanted) pushEntry();
  else if (isMarked()) {
    stepBack.isPending = true;
    focusBefore = document.activeElement;
    history.back();
  }
};

/** Deferred, because if one dialog replaces another, the entry stays. */
const settleLater = (): void => {
  clearTimeout(timer);
  timer = setTimeout(settle);
};

/** Chromium removes the focus when stepping to an address with a fragment (`/settings#tokens`). */
const restoreFocus = (): void => {
  const isLost = document.activeElement === document.body;
  if (isLost && focusBefore instanceof HTMLElement) focusBefore.focus({ preventScroll: true });
  focusBefore = null;
};

const onPop = (): void => {
  const isOwn = stepBack.isPending;
  stepBack.isPending = false;
  if (isOwn) setTimeout(restoreFocus);
  if (!isOwn && !isMarked()) {
    const top = layers.at(-1);
    if (top?.hasEntry) top.close();
    // A layer without an entry belongs to the page that was left.
    else for (const { close } of layers.toReversed()) close();
  }
  settleLater();
};

const add = (layer: Layer): (() => void) => {
  if (layers.length === 0) addEventListener('popstate', onPop);
  layers.push(layer);
  // Not deferred, because a Back before it would leave the page under the layer.
  if (layer.hasEntry) pushEntry();
  settleLater();
  return () => {
    layers.splice(layers.indexOf(layer), 1);
    settleLater();
  };
};

/**
 * While a modal layer is open, the browser's Back closes it. The layer has its own history entry, so that the page
 * under it stays. A layer that may itself navigate has no entry, and is closed together with the page on which it was
 * opened.
 */
export const useBackToClose = (open: boolean, close: () => void, hasEntry: boolean): void => {
  const onBack = useEffectEvent(close);
  // Before the layer is painted, so that it is never visible without its entry.
  useLayoutEffect(() => (open ? add({ close: () => onBack(), hasEntry }) : undefined), [open, hasEntry]);
};
