import { memo, type MouseEvent } from 'react';
import { useFragment } from '@apollo/client/react';
import { Ellipsis } from 'lucide-react';
import { cx } from '../../../lib/cx';
import { openQuickMenu } from '../model/quickMenu';
import { useIsSelected } from '../selection/selectedTasks';
import { TaskFieldsFragmentDoc } from '../model/TaskFields.generated';
import { TaskCardBody } from '../parts/TaskCardBody';
import { TaskLink } from '../parts/TaskLink';
import { boardTexts } from '../../../texts/board';
import { IconButton } from '../../../ui/IconButton';
import { DRAG_HELP_ID } from './boardView';
import type { BoardColumnTask } from './useBoard';

interface BoardCardProps {
  task: BoardColumnTask;
  /** The board shows a single project. */
  isOfProject: boolean;
  /** It is read-only. */
  isFixed: boolean;
  /** The card is lifted, and its place stays free. */
  isDragging: boolean;
  /** The landing line is drawn above or below this card. */
  line?: 'above' | 'below' | undefined;
}

export const cardSpace = 'gap-1.5 px-3 py-2.5';

const Line = ({ className }: { className: string }) => (
  <span
    aria-hidden="true"
    className={cx(
      'pointer-events-none absolute inset-x-0 z-10 h-0.5 rounded-full bg-accent forced-color-adjust-none before:absolute before:-top-[3px] before:-start-[3px] before:size-2 before:rounded-full before:bg-accent',
      className,
    )}
  />
);

const buttonClass =
  'absolute top-1.5 end-1.5 opacity-0 focus-visible:opacity-100 aria-expanded:opacity-100 in-[li:hover]:opacity-100 in-[li:focus-within]:opacity-100 max-md:opacity-100 pointer-coarse:opacity-100';

/** A task on the board: a press opens it, a hold drags it. Memoized, as its list renders whenever it is measured. */
export const BoardCard = memo(({ task, isOfProject, isFixed, isDragging, line }: BoardCardProps) => {
  const { data, complete } = useFragment({ fragment: TaskFieldsFragmentDoc, from: task });
  const isSelected = useIsSelected(task.id);
  if (!complete) return null;
  return (
    <div data-card={task.id} className="relative scroll-my-2 pb-2">
      {line === 'above' && <Line className="-top-[5px]" />}
      <article
        className={cx(
          'card',
          cardSpace,
          'touch-manipulation select-none [-webkit-touch-callout:none]',
          isSelected && 'card-selected',
          isDragging && 'card-placeholder',
        )}
      >
        {isSelected && <span className="sr-only">{boardTexts.card.selected}</span>}
        <TaskCardBody
          task={data}
          isOfProject={isOfProject}
          title={<TaskLink task={data} data-task-id={data.id} aria-describedby={DRAG_HELP_ID} />}
        />
      </article>
      {/* Outside of the card, so that a press in the menu does not start a drag. */}
      {!isDragging && !isFixed && (
        <IconButton
          label={boardTexts.card.move(data.title)}
          size="sm"
          className={buttonClass}
          aria-haspopup="menu"
          onClick={({ currentTarget }: MouseEvent<HTMLElement>) =>
            openQuickMenu({ id: task.id, anchor: currentTarget })
          }
        >
          <Ellipsis />
        </IconButton>
      )}
      {line === 'below' && <Line className="bottom-[3px]" />}
    </div>
  );
});
