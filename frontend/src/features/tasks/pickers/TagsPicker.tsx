import { useState } from 'react';
import { Plus, Tag } from 'lucide-react';
import { fold } from '@contract/fold';
import { tasksTexts } from '../../../texts/tasks';
import { checkField } from '../model/taskValues';
import { useTagsOf } from '../model/useTagsOf';
import { PickerPopover, type PickerChoice, type PickerProps } from './PickerPopover';
import { usePicked } from './usePicked';

const words = tasksTexts.pick.tags;

/** Adds tags to tasks, or removes them; typing a new tag creates it. */
export const TagsPicker = ({ tasks, all, ...popover }: PickerProps) => {
  const { picked, heldBy, change } = usePicked({ tasks, all });
  const [query, setQuery] = useState('');
  // Read when it opens.
  const [projectIds] = useState(() => [...new Set(tasks.map(({ projectId }) => projectId))]);
  const known = useTagsOf(projectIds, true);

  const tags = [...new Set([...known, ...picked.flatMap((task) => task.tags)])];
  const written = query.trim().replace(/\s+/g, ' ');
  const isNew = written !== '' && !tags.some((tag) => fold(tag) === fold(written));
  const checked = checkField('tags', isNew ? [written] : []);
  const choices: PickerChoice[] = tags.map((tag) => ({
    value: tag,
    label: tag,
    icon: <Tag />,
    held: heldBy((task) => task.tags.includes(tag)),
  }));

  const pick = (tag: string): void => {
    const isHeld = choices.find(({ value }) => value === tag)?.held === 'all';
    change(isHeld ? { removeTags: [tag] } : { addTags: [tag] });
    setQuery('');
  };

  return (
    <PickerPopover
      {...popover}
      multiple
      label={tasksTexts.fields.tags}
      placeholder={words.placeholder}
      empty={'fault' in checked ? checked.fault : tags.length === 0 ? words.emptyAndNone : words.empty}
      query={query}
      onQueryChange={setQuery}
      choices={[
        ...choices,
        ...(isNew && 'value' in checked
          ? [{ value: written, label: words.add(written), icon: <Plus />, held: 'none' as const }]
          : []),
      ]}
      onPick={pick}
    />
  );
};
