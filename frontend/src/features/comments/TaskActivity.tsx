// Comments on a task, and changes of it or in its project.
import { useId, useRef, useState, type ComponentProps } from 'react';
import { hasDraft } from '../../lib/drafts';
import { commentsTexts } from '../../texts/comments';
import { number } from '../../texts/format';
import { Segmented } from '../../ui/Segmented';
import { commentDraftKey } from '../tasks/model/commentDraft';
import { ActivityStream, type ActivityView } from './ActivityStream';
import { CommentComposer, type ComposerHandle } from './CommentComposer';
import { useComments } from './useComments';
import { useTaskHistory } from './useTaskHistory';

interface TaskActivityProps {
  taskId: string;
  /** The ids of the comments that are queued on this device. */
  waiting: readonly string[];
}

/** Keeps a text readable that was typed before the project was archived, or before the viewer got another role. */
const KeptComposer = (props: ComponentProps<typeof CommentComposer>) => {
  const [isTyped] = useState(() => hasDraft(commentDraftKey(props.taskId)));
  return isTyped && <CommentComposer {...props} />;
};

/** Comments and changes of a task. */
export const TaskActivity = ({ taskId, waiting }: TaskActivityProps) => {
  const titleId = useId();
  const composer = useRef<ComposerHandle>(null);
  const [view, setView] = useState<ActivityView>('all');
  const comments = useComments(taskId, waiting);
  const { count, members, canComment } = comments;
  const history = useTaskHistory(taskId, members, view === 'comments');
  const Composer = canComment ? CommentComposer : KeptComposer;
  return (
    <section aria-labelledby={titleId} className="contents">
      <div className="flex items-center justify-between gap-3 pt-1 pb-2">
        <h3 id={titleId} className="text-sm">
          {commentsTexts.activity}
        </h3>
        <Segmented
          aria-label={commentsTexts.activity}
          value={view}
          onValueChange={setView}
          choices={[
            { value: 'all', label: commentsTexts.all },
            {
              value: 'comments',
              label: commentsTexts.comments,
              extra: count > 0 && <span className="font-normal text-ink-3">{number(count)}</span>,
            },
            { value: 'history', label: commentsTexts.history },
          ]}
        />
      </div>
      {/* The section has no box of its own, so that the composer can stay at the panel's bottom edge. */}
      <div className="pb-4">
        <ActivityStream
          view={view}
          comments={comments}
          history={history}
          onLost={(text) => composer.current?.append(text)}
        />
      </div>
      {view !== 'history' && <Composer ref={composer} taskId={taskId} members={members} />}
    </section>
  );
};
