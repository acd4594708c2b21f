import { lazyComponent, RenderNothing } from '../../../ui/lazyComponent';
import { RetryLine } from '../../../ui/RetryLine';
import type { moveCard } from './moveCard';

/** Moves cards, once it has loaded: with the drag layer, so that a dropped card moves in the same frame. */
export let mover: typeof moveCard | undefined;

const load = () => import('./boardParts');
const loadWithMover = async () => {
  const code = await load();
  mover = code.moveCard;
  return code;
};
const QUIET = { Failed: RenderNothing };

export const BoardSelection = lazyComponent(load, 'BoardSelection', QUIET);
export const BoardToolbar = lazyComponent(load, 'BoardToolbar', { Failed: RetryLine, preload: true });
export const ColumnQuickAdd = lazyComponent(load, 'ColumnQuickAdd', QUIET);
export const CountOfLimit = lazyComponent(load, 'CountOfLimit', QUIET);
export const DragLayer = lazyComponent(loadWithMover, 'DragLayer', QUIET);
export const FirstProject = lazyComponent(load, 'FirstProject', QUIET);
export const NoMatches = lazyComponent(load, 'NoMatches', QUIET);
