import type { ReactNode } from 'react';
import { controlsTexts } from '../texts/controls';

/** One word that was put on a task. */
export const Tag = ({ children }: { children: ReactNode }) => (
  <span className="tag">
    <span className="truncate">{children}</span>
  </span>
);

/** The first tags of a task, and how many more there are. */
export const TagList = ({ tags, max = 3 }: { tags: readonly string[]; max?: number }) => {
  if (tags.length === 0) return null;
  const more = tags.slice(max);
  return (
    <ul aria-label={controlsTexts.tags} className="flex min-w-0 flex-wrap items-center gap-1">
      {tags.slice(0, max).map((tag) => (
        <li key={tag} className="flex min-w-0">
          <Tag>{tag}</Tag>
        </li>
      ))}
      {more.length > 0 && (
        <li title={more.join(', ')} className="px-0.5 text-xs text-ink-3">
          {controlsTexts.moreTags(more.length)}
        </li>
      )}
    </ul>
  );
};
