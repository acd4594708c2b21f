import type { TaskFieldsFragment } from '../model/TaskFields.generated';
import { useSmallPicture } from './useSmallPicture';

const Cover = ({ url }: { url: string }) => {
  const shown = useSmallPicture(url);
  return (
    <div className="-mx-3 -mt-3 mb-1 h-28 overflow-hidden rounded-t-md bg-fill">
      {shown !== null && <img src={shown} alt="" draggable={false} className="size-full object-cover" />}
    </div>
  );
};

/** The cover on a task's card; renders nothing without one that can be shown. */
export const CardCover = ({ task: { cover } }: { task: Pick<TaskFieldsFragment, 'cover'> }) =>
  cover?.thumbnailUrl ? <Cover url={cover.thumbnailUrl} /> : null;
