import type { ComponentProps } from 'react';
import { tasksTexts } from '../../../texts/tasks';
import { SearchSelect } from '../../../ui/SearchSelect';
import { Select } from '../../../ui/Select';
import { MANY_ITEMS } from '../../../ui/SelectList';

const { project: texts } = tasksTexts.pick;

type ProjectSelectProps = Omit<ComponentProps<typeof SearchSelect>, 'searchLabel' | 'empty'>;

/** A select of projects, with a search if there are many. */
export const ProjectSelect = ({ look = 'field', ...rest }: ProjectSelectProps) =>
  rest.items.length > MANY_ITEMS ? (
    <SearchSelect {...rest} look={look} searchLabel={texts.placeholder} empty={texts.empty} />
  ) : (
    <Select {...rest} look={look} />
  );
