import type { ComponentProps } from 'react';
import { controlsTexts } from '../../../texts/controls';
import { tasksTexts } from '../../../texts/tasks';
import { SearchSelect } from '../../../ui/SearchSelect';
import { Select } from '../../../ui/Select';
import { MANY_ITEMS } from '../../../ui/SelectList';

type LongSelectProps = ComponentProps<typeof SearchSelect> & { isLong?: boolean };

/** A select with a search if its list is long. */
const LongSelect = ({ look = 'field', isLong, searchLabel, empty, ...rest }: LongSelectProps) =>
  (isLong ?? rest.items.length > MANY_ITEMS) ? (
    <SearchSelect {...rest} look={look} searchLabel={searchLabel} empty={empty} />
  ) : (
    <Select {...rest} look={look} />
  );

type NamedSelectProps = Omit<LongSelectProps, 'searchLabel' | 'empty'>;

/** A select of a project's members. */
export const PersonSelect = (props: NamedSelectProps) => (
  <LongSelect {...props} searchLabel={tasksTexts.panel.searchMembers} empty={controlsTexts.noMatches} />
);

const { placeholder, empty } = tasksTexts.pick.project;

/** A select of projects. */
export const ProjectSelect = (props: NamedSelectProps) => (
  <LongSelect {...props} searchLabel={placeholder} empty={empty} />
);
