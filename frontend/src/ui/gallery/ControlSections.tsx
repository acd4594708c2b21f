import type { ComponentProps, ReactElement } from 'react';
import { Ellipsis, Link as LinkIcon, Plus, Search } from 'lucide-react';
import { TASK_PRIORITIES, type TaskPriority } from '@contract/enums';
import { PRIORITY_LABELS } from '../../lib/text';
import { Button, type ButtonProps } from '../Button';
import { Checkbox } from '../Checkbox';
import { ChoiceCards } from '../ChoiceCards';
import { DateField } from '../DateField';
import { Field } from '../Field';
import { IconButton } from '../IconButton';
import { PasswordInput } from '../PasswordInput';
import { PriorityIcon } from '../PriorityIcon';
import { ProjectDot } from '../ProjectDot';
import { Segmented } from '../Segmented';
import { Select } from '../Select';
import { Switch } from '../Switch';
import { TextArea } from '../TextArea';
import { TextInput } from '../TextInput';
import { Gap, Stateful, Line, Specimen } from './Specimen';

/** Rows of buttons, by their labels. */
const BUTTONS: Record<string, ButtonProps>[] = [
  {
    'New Task': { variant: 'primary', icon: <Plus /> },
    Disabled: { variant: 'primary', disabled: true },
    'Save Changes': { variant: 'primary', pending: true },
  },
  { Cancel: {}, Disabled: { disabled: true }, Pending: { pending: true }, Delete: { variant: 'danger' } },
  { Ghost: { variant: 'ghost' }, Disabled: { variant: 'ghost', disabled: true } },
  { 24: { size: 'sm' }, 28: { size: 'md' }, 32: { size: 'lg' }, 40: { size: 'xl' } },
];

export const ButtonSection = () => (
  <Specimen title="Buttons">
    {BUTTONS.map((line) => (
      <Line key={Object.keys(line).join()}>
        {Object.entries(line).map(([words, props]) => (
          <Button key={words} {...props}>
            {words}
          </Button>
        ))}
      </Line>
    ))}
    <Line>
      <IconButton label="More" variant="secondary">
        <Ellipsis />
      </IconButton>
      <IconButton label="Link">
        <LinkIcon />
      </IconButton>
    </Line>
  </Specimen>
);

const PROJECTS = [
  ['press', 'Press and partners', '#808080'],
  ['tern', 'Tern launch', '#2f8068'],
  ['web', 'Website with a name that is much too long to fit on one line', '#4568b8'],
].map(([value = '', label = '', color = '']) => ({ value, label, icon: <ProjectDot color={color} /> }));

const projectSelect = (initial: string): ReactElement => (
  <Stateful initial={initial}>
    {(value, set) => <Select value={value} onValueChange={set} items={PROJECTS} placeholder="Choose a project" />}
  </Stateful>
);

const PRIORITY_CHOICES = TASK_PRIORITIES.map((value) => ({
  value,
  label: PRIORITY_LABELS[value],
  icon: <PriorityIcon priority={value} />,
}));

export const PriorityField = () => (
  <Field group label="Priority">
    <Stateful<TaskPriority> initial="MEDIUM">
      {(value, set) => <ChoiceCards value={value} onValueChange={set} choices={PRIORITY_CHOICES} />}
    </Stateful>
  </Field>
);

const TEXT = 'Ask the three resellers for their opening hours.';

const FIELDS: ComponentProps<typeof Field>[] = [
  { label: 'Title', children: <TextInput placeholder="Rest" /> },
  { label: 'Invalid', error: 'Title is required', children: <TextInput /> },
  { label: 'Disabled', children: <TextInput disabled defaultValue="mara@tern.example" /> },
  { label: 'Tags', optional: true, hint: 'Separate tags with commas', children: <TextInput /> },
  { label: 'Password', children: <PasswordInput defaultValue="Granite1" autoComplete="off" /> },
  { label: 'Project', children: projectSelect('press') },
  { label: 'Project, invalid', error: 'Project is required', children: projectSelect('') },
  { label: 'Large', children: <TextInput size="xl" /> },
  {
    label: 'Search',
    hideLabel: true,
    children: <TextInput size="md" type="search" icon={<Search className="size-3.5 stroke-2" />} />,
  },
];

/** A field of each kind and state. */
export const Fields = () => (
  <>
    {FIELDS.map((props) => (
      <Field key={props.label} {...props} />
    ))}
    <Field label="Due Date">
      <Stateful initial="2026-11-27T17:00">{(value, set) => <DateField value={value} onValueChange={set} />}</Stateful>
    </Field>
    <Stateful initial={TEXT}>
      {(text, set) => (
        <Field label="Description" counter={{ length: text.length, max: 1000 }} className="sm:col-span-2">
          <TextArea value={text} onChange={(event) => set(event.target.value)} />
        </Field>
      )}
    </Stateful>
  </>
);

export const FieldSection = () => (
  <Specimen title="Fields">
    <div className="grid items-start gap-4 sm:grid-cols-2 md:grid-cols-4">
      <Fields />
    </div>
  </Specimen>
);

const VIEWS = [
  { value: 'all', label: 'All' },
  { value: 'comments', label: 'Comments', extra: <span className="font-normal text-ink-3">4</span> },
  { value: 'history', label: 'History' },
];

export const ChoiceSection = () => (
  <Specimen title="Choice">
    <Line>
      <Checkbox aria-label="Off" />
      <Checkbox aria-label="On" defaultChecked />
      <Checkbox aria-label="Some" indeterminate />
      <Checkbox aria-label="Disabled" disabled />
      <Gap />
      {[false, true].map((initial) => (
        <Stateful key={String(initial)} initial={initial}>
          {(on, set) => <Switch aria-label={initial ? 'On' : 'Off'} checked={on} onCheckedChange={set} />}
        </Stateful>
      ))}
      <Gap />
      <Stateful initial="all">
        {(view, set) => <Segmented aria-label="Show" value={view} onValueChange={set} choices={VIEWS} />}
      </Stateful>
    </Line>
    <div className="max-w-110">
      <PriorityField />
    </div>
  </Specimen>
);
