import { MessageSquare } from 'lucide-react';
import { plural } from '../lib/text';

/** How many comments a task has. */
export const CommentCount = ({ count }: { count: number }) => (
  <span className="fact" title={plural(count, 'comment')}>
    <MessageSquare />
    <span aria-hidden="true">{count}</span>
    <span className="sr-only">{plural(count, 'comment')}</span>
  </span>
);
