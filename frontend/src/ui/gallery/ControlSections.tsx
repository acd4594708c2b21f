import { useState } from 'react';
import { Ellipsis, Link as LinkIcon, Plus, Search } from 'lucide-react';
import { TASK_PRIORITIES, TaskPriority } from '@contract/enums';
import { PRIORITY_LABELS } from '../../lib/text';
import { Button } from '../Button';
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
import { Line, Specimen } from './Specimen';

export const ButtonSection = () => (
  <Specimen title="Buttons">
    <Line>
      <Button variant="primary" icon={<Plus />}>
        New Task
      </Button>
      <Button variant="primary" disabled>
        Disabled
      </Button>
      <Button variant="primary" pending>
        Save Changes
      </Button>
    </Line>
    <Line>
      <Button>Cancel</Button>
      <Button disabled>Disabled</Button>
      <Button pending>Pending</Button>
      <Button variant="danger">Delete</Button>
    </Line>
    <Line>
      <Button variant="ghost">Ghost</Button>
      <Button variant="ghost" disabled>
        Disabled
      </Button>
      <IconButton label="More" variant="secondary">
        <Ellipsis />
      </IconButton>
      <IconButton label="Link">
        <LinkIcon />
      </IconButton>
    </Line>
    <Line>
      <Button size="sm">24</Button>
      <Button size="md">28</Button>
      <Button size="lg">32</Button>
      <Button size="xl">40</Button>
    </Line>
  </Specimen>
);

const PROJECTS = [
  { value: 'press', label: 'Press and partners', icon: <ProjectDot color="#808080" /> },
  { value: 'tern', label: 'Tern launch', icon: <ProjectDot color="#2f8068" /> },
  {
    value: 'web',
    label: 'Website with a name that is much too long to fit on one line',
    icon: <ProjectDot color="#4568b8" />,
  },
];

export const FieldSection = () => {
  const [text, setText] = useState('Ask the three resellers for their opening hours.');
  const [project, setProject] = useState('press');
  const [none, setNone] = useState('');
  const [due, setDue] = useState('2026-11-27T17:00');
  return (
    <Specimen title="Fields">
      <div className="grid items-start gap-4 sm:grid-cols-2 lg:grid-cols-4">
        <Field label="Title">
          <TextInput placeholder="Rest" />
        </Field>
        <Field label="Invalid" error="Title is required">
          <TextInput />
        </Field>
        <Field label="Disabled">
          <TextInput disabled defaultValue="mara@tern.example" />
        </Field>
        <Field label="Tags" optional hint="Separate tags with commas">
          <TextInput />
        </Field>
        <Field label="Password">
          <PasswordInput defaultValue="Granite1" autoComplete="off" />
        </Field>
        <Field label="Project">
          <Select value={project} onValueChange={setProject} items={PROJECTS} />
        </Field>
        <Field label="Project, invalid" error="Project is required">
          <Select value={none} onValueChange={setNone} items={PROJECTS} placeholder="Choose a project" />
        </Field>
        <Field label="Due Date">
          <DateField value={due} onValueChange={setDue} />
        </Field>
        <Field label="Description" counter={{ length: text.length, max: 1000 }} className="sm:col-span-2">
          <TextArea value={text} onChange={(event) => setText(event.target.value)} />
        </Field>
        <Field label="Large">
          <TextInput size="xl" />
        </Field>
        <Field label="Search" hideLabel>
          <TextInput
            size="md"
            type="search"
            icon={<Search className="size-3.5 stroke-2" />}
            placeholder="Search tasks"
          />
        </Field>
      </div>
    </Specimen>
  );
};

const VIEWS = [
  { value: 'all', label: 'All' },
  { value: 'comments', label: 'Comments', extra: <span className="font-normal text-ink-3">4</span> },
  { value: 'history', label: 'History' },
];

const PRIORITY_CHOICES = TASK_PRIORITIES.map((value) => ({
  value,
  label: PRIORITY_LABELS[value],
  icon: <PriorityIcon priority={value} />,
}));

export const ChoiceSection = () => {
  const [on, setOn] = useState(true);
  const [view, setView] = useState('all');
  const [priority, setPriority] = useState<TaskPriority>(TaskPriority.MEDIUM);
  return (
    <Specimen title="Choice">
      <Line>
        <Checkbox aria-label="Off" />
        <Checkbox aria-label="On" defaultChecked />
        <Checkbox aria-label="Some" indeterminate />
        <Checkbox aria-label="Disabled" disabled />
        <span className="w-5" />
        <Switch aria-label="Off" checked={!on} onCheckedChange={(next) => setOn(!next)} />
        <Switch aria-label="On" checked={on} onCheckedChange={setOn} />
        <span className="w-5" />
        <Segmented aria-label="Show" value={view} onValueChange={setView} choices={VIEWS} />
      </Line>
      <div className="max-w-110">
        <Field group label="Priority">
          <ChoiceCards stacked value={priority} onValueChange={setPriority} choices={PRIORITY_CHOICES} />
        </Field>
      </div>
    </Specimen>
  );
};
