import type { ComponentProps } from 'react';
import { controlsTexts } from '../../../texts/controls';
import { tasksTexts } from '../../../texts/tasks';
import { SearchSelect } from '../../../ui/SearchSelect';
import { Select } from '../../../ui/Select';
import { MANY_ITEMS } from '../../../ui/SelectList';

type PersonSelectProps = Omit<ComponentProps<typeof SearchSelect>, 'searchLabel' | 'empty'>;

/** A select of a project's members, with a search if there are many. */
export const PersonSelect = ({ look = 'field', ...rest }: PersonSelectProps) =>
  rest.items.length > MANY_ITEMS ? (
    <SearchSelect {...rest} look={look} searchLabel={tasksTexts.panel.searchMembers} empty={controlsTexts.noMatches} />
  ) : (
    <Select {...rest} look={look} />
  );
