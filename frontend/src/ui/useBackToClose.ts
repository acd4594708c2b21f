import { useEffectEvent, useLayoutEffect } from 'react';

/** Marks the history entry of a layer over the page. */
const MARK = 'isLayer';

interface Layer {
  close: () => void;
  /** The layer has a history entry, so that Back leads to the page under it. */
  hasEntry: boolean;
}

const layers: Layer[] = [];
/** A step back by this code, not by the person. */
let isOwnStep = false;
let focusBefore: Element | null = null;
let timer: ReturnType<typeof setTimeout> | undefined;

const state = (): Record<string, unknown> => (history.state ?? {}) as Record<string, unknown>;
const isMarked = (): boolean => state()[MARK] === true;

const pushEntry = (): void => {
  if (!isMarked()) history.pushState({ ...state(), [MARK]: true }, '');
};

/** One entry represents all open layers. It is the page's address again, so the router ignores it. */
const settle = (): void => {
  const isWanted = layers.some(({ hasEntry }) => hasEntry);
  if (isWanted) pushEntry();
  else if (isMarked()) {
    isOwnStep = true;
    focusBefore = document.activeElement;
    history.back();
  }
};

/** Deferred: if one dialog replaces another, the entry stays. */
const settleLater = (): void => {
  clearTimeout(timer);
  timer = setTimeout(settle);
};

/** Chromium takes the focus away with a step to an address that names a section (`/settings#tokens`). */
const restoreFocus = (): void => {
  const isLost = document.activeElement === document.body;
  if (isLost && focusBefore instanceof HTMLElement) focusBefore.focus({ preventScroll: true });
  focusBefore = null;
};

const onPop = (): void => {
  const isOwn = isOwnStep;
  isOwnStep = false;
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
  // Not deferred: a Back that comes first would leave the page under the layer.
  if (layer.hasEntry) pushEntry();
  settleLater();
  return () => {
    layers.splice(layers.indexOf(layer), 1);
    settleLater();
  };
};

/**
 * While something modal is open, the browser's Back closes it. With an entry of its own in the history the page under it
 * stays; what may itself lead to another page or step takes none, and is closed with the page that it was opened on.
 */
export const useBackToClose = (open: boolean, close: () => void, hasEntry: boolean): void => {
  const onBack = useEffectEvent(close);
  // Before the layer is painted, so that it's never seen without its entry.
  useLayoutEffect(() => (open ? add({ close: () => onBack(), hasEntry }) : undefined), [open, hasEntry]);
};
