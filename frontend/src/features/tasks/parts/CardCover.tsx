import { Suspense } from 'react';
import { lazyComponent, RenderNothing } from '../../../ui/lazyComponent';
import type { TaskFieldsFragment } from '../model/TaskFields.generated';

// Most cards have no cover, so the first cards of a board don't wait for this code.
const CoverPicture = lazyComponent(() => import('./CoverPicture'), 'CoverPicture', {
  Failed: RenderNothing,
  words: [],
});

/** The cover on a task's card, which reserves its space from the start. Renders nothing without a cover to show. */
export const CardCover = ({ task: { cover } }: { task: Pick<TaskFieldsFragment, 'cover'> }) =>
  cover?.thumbnailUrl ? (
    <div className="-mx-3 -mt-3 mb-1 h-28 overflow-hidden rounded-t-md bg-fill">
      <Suspense>
        <CoverPicture url={cover.thumbnailUrl} />
      </Suspense>
    </div>
  ) : null;
