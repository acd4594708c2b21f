import { controlsTexts } from '../texts/controls';

const MAX_SHOWN = 3;

/** A tag of a task; a long one is shortened, with the full text as a tooltip. */
const Tag = ({ children }: { children: string }) => (
  <span className="tag" title={children}>
    <span dir="auto" className="truncate">
      {children}
    </span>
  </span>
);

/**
 * The first tags of a task in one line, and the number of further ones. Long ones are shortened. TagColors colors them
 * by `projectId`.
 */
export const TagList = ({ tags, projectId }: { tags: readonly string[]; projectId?: string }) => {
  if (tags.length === 0) return null;
  const more = tags.slice(MAX_SHOWN);
  return (
    <ul
      aria-label={controlsTexts.tags}
      data-project={projectId}
      className="grid min-w-0 auto-cols-[minmax(0,max-content)] grid-flow-col items-center gap-1"
    >
      {tags.slice(0, MAX_SHOWN).map((tag) => (
        <li key={tag} className="flex max-w-40 min-w-0">
          <Tag>{tag}</Tag>
        </li>
      ))}
      {more.length > 0 && (
        <li title={more.join(', ')} className="px-0.5 text-xs whitespace-nowrap text-ink-3">
          {controlsTexts.moreTags(more.length)}
        </li>
      )}
    </ul>
  );
};
