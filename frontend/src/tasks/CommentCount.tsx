import { MessageSquare } from 'lucide-react';
import { number } from '../texts/format';
import { tasksTexts } from '../texts/tasks';

/** How many comments a task has. */
export const CommentCount = ({ count }: { count: number }) => (
  <span className="fact" title={tasksTexts.commentCount(count)}>
    <MessageSquare />
    <span aria-hidden="true">{number(count)}</span>
    <span className="sr-only">{tasksTexts.commentCount(count)}</span>
  </span>
);
