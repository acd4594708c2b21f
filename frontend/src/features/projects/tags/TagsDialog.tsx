import { useId, useState } from 'react';
import { ChevronDown } from 'lucide-react';
import { usePageQuery } from '../../../sync/client/usePageQuery';
import { errorText } from '../../../sync/client/errors';
import { reportWrite } from '../../../sync/writes/reportWrite';
import { useWrite } from '../../../sync/writes/runWrite';
import { projectColor } from '../../../lib/projectColor';
import { tagsTexts } from '../../../texts/tags';
import { Dialog } from '../../../ui/Dialog';
import { ErrorState } from '../../../ui/ErrorState';
import { Spinner } from '../../../ui/Spinner';
import { ColorChoice } from '../ColorChoice';
import { setTagColor } from './setTagColor';
import { ProjectTagsDocument, type TagListFragment } from './Tags.generated';

type Tag = TagListFragment['tags'][number];

interface TagRowProps {
  tag: Tag;
  isOpen: boolean;
  onToggle: () => void;
  onChoose: (color: string | null) => void;
}

/** A tag with the number of its tasks. A press shows the colors. */
const TagRow = ({ tag: { name, color, count }, isOpen, onToggle, onChoose }: TagRowProps) => {
  const choiceId = useId();
  return (
    <li className="border-b border-line last:border-0">
      <button
        type="button"
        aria-expanded={isOpen}
        aria-controls={isOpen ? choiceId : undefined}
        className="flex min-h-10 w-full items-center gap-2.5 rounded-sm px-2 text-start hover:bg-fill pointer-coarse:min-h-11"
        onClick={onToggle}
      >
        <span
          aria-hidden="true"
          className="size-3 flex-none rounded-full inset-ring inset-ring-line-2 forced-color-adjust-none"
          style={color === null ? undefined : { background: projectColor(color) }}
        />
        <span dir="auto" className="min-w-0 flex-1 truncate">
          {name}
        </span>
        <span className="flex-none text-xs text-ink-3">{tagsTexts.tasks(count)}</span>
        <ChevronDown aria-hidden="true" className={isOpen ? 'size-4 rotate-180 text-ink-3' : 'size-4 text-ink-3'} />
      </button>
      {isOpen && (
        <div id={choiceId} className="px-1 pb-2">
          <ColorChoice
            aria-label={tagsTexts.colorOf(name)}
            value={color ?? ''}
            none={{
              label: tagsTexts.noColor,
              icon: <span className="size-3 rounded-full inset-ring inset-ring-line-2" />,
            }}
            onValueChange={(next) => onChoose(next === '' ? null : next)}
          />
        </div>
      )}
    </li>
  );
};

export interface TagsDialogProps {
  projectId: string;
  open: boolean;
  onOpenChange: (open: boolean) => void;
}

export const TagsDialog = ({ projectId, open, onOpenChange }: TagsDialogProps) => {
  const { data, error, readAgain } = usePageQuery(ProjectTagsDocument, { variables: { projectId } });
  const setColor = useWrite(setTagColor);
  const [opened, setOpened] = useState<string | null>(null);
  const tags = data?.project?.tags;

  const choose = (name: string, color: string | null): Promise<boolean> =>
    reportWrite(setColor({ projectId, name, color }), {
      done: color === null ? tagsTexts.removed : tagsTexts.changed,
      failed: tagsTexts.failed,
    });

  return (
    <Dialog open={open} onOpenChange={onOpenChange} title={tagsTexts.title}>
      {tags === undefined ? (
        error ? (
          <ErrorState message={errorText(error, tagsTexts.failedToFetch)} onRetry={readAgain} />
        ) : (
          <Spinner />
        )
      ) : tags.length === 0 ? (
        <p className="text-ink-3">{tagsTexts.empty}</p>
      ) : (
        <ul aria-label={tagsTexts.title}>
          {tags.map((tag) => (
            <TagRow
              key={tag.name}
              tag={tag}
              isOpen={opened === tag.name}
              onToggle={() => setOpened(opened === tag.name ? null : tag.name)}
              onChoose={(color) => void choose(tag.name, color)}
            />
          ))}
        </ul>
      )}
    </Dialog>
  );
};
