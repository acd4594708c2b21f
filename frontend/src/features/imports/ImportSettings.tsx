import type { ReactNode } from 'react';
import { useQuery } from '@apollo/client/react';
import { DATE_ORDERS, IMPORT_FIELDS, TASK_STATUSES, type TaskStatus } from '@contract/enums';
import { hasRole } from '@contract/roles';
import { columnLabel, STATUS_LABELS } from '../../lib/text';
import { importsTexts as texts } from '../../texts/imports';
import { ChoiceCards } from '../../ui/ChoiceCards';
import { Field } from '../../ui/Field';
import { SearchSelect } from '../../ui/SearchSelect';
import { Select } from '../../ui/Select';
import { StatusIcon } from '../../ui/StatusIcon';
import { Switch } from '../../ui/Switch';
import { TextInput } from '../../ui/TextInput';
import { useAllMembers } from '../projects/useAllMembers';
import { useEditableProjects } from '../projects/useProjects';
import { useCurrentUser } from '../account/session/SessionContext';
import { PersonSelect } from '../tasks/parts/LongSelects';
import type { ImportForm } from './importForm';
import { ImportGoalDocument, type ImportFieldsFragment } from './Imports.generated';

interface ImportSettingsProps {
  of: ImportFieldsFragment;
  form: ImportForm;
  onChange: (changes: Partial<ImportForm>) => void;
  /** Errors of the target project, after a failed attempt. */
  errors: { name?: string | undefined; projectId?: string | undefined };
}

/** A thing in the file, and a control for what it becomes here. */
const Row = ({ name, note, children }: { name: string; note?: ReactNode; children: ReactNode }) => (
  <li className="grid grid-cols-[minmax(0,1fr)] gap-x-4 gap-y-1 border-t border-line py-2 md:grid-cols-[minmax(0,1fr)_minmax(0,260px)] md:items-center">
    <div className="min-w-0">
      <p dir="auto" className="wrap-anywhere">
        {name}
      </p>
      {note && (
        <p dir="auto" className="line-clamp-2 text-xs wrap-anywhere text-ink-3">
          {note}
        </p>
      )}
    </div>
    {children}
  </li>
);

const Part = ({ title, hint, children }: { title: string; hint?: string; children: ReactNode }) => (
  <section>
    <h2 className="mb-1 text-base">{title}</h2>
    {hint && <p className="mb-2 text-xs text-ink-3">{hint}</p>}
    {children}
  </section>
);

const NO_ONE = '';

/** The choices of an import: its target, and what its columns, lists and people become. */
export const ImportSettings = ({ of: { plan }, form, onChange, errors }: ImportSettingsProps) => {
  const { projects } = useEditableProjects();
  const me = useCurrentUser();
  const { data } = useQuery(ImportGoalDocument, {
    variables: { projectId: form.projectId },
    skip: form.goal === 'new' || form.projectId === '',
  });
  const { members: all } = useAllMembers(form.goal === 'new' ? '' : form.projectId);
  const goal = form.goal === 'present' ? data?.project : undefined;
  const columns = goal?.columns.filter(({ hidden }) => !hidden) ?? [];
  const members =
    form.goal === 'new' ? [me] : (all ?? []).flatMap(({ role, user }) => (hasRole(role, 'MEMBER') ? user : []));
  if (!plan) return null;
  const columnItems = [
    ...columns.map(({ id, name, status }) => ({ value: id, label: name, icon: <StatusIcon status={status} /> })),
    ...(form.goal === 'new' || goal?.viewerCanManageColumns
      ? TASK_STATUSES.map((status) => ({
          value: status as string,
          label: texts.lists.newColumn(STATUS_LABELS[status]),
          icon: <StatusIcon status={status} />,
        }))
      : []),
  ];
  const isStatus = (value: string): value is TaskStatus => TASK_STATUSES.some((status) => status === value);
  const chooseList = (name: string, value: string): void =>
    onChange({ lists: { ...form.lists, [name]: isStatus(value) ? { status: value } : { columnId: value } } });
  const lists = [...new Map(plan.lists.map((list) => [list.name, list])).values()];

  return (
    <>
      {plan.projects.length > 1 && (
        <Field label={texts.projects.label} className="max-w-110">
          <SearchSelect
            value={form.project ?? ''}
            onValueChange={(project) =>
              onChange({ project, name: plan.projects.find(({ id }) => id === project)?.name ?? form.name })
            }
            items={plan.projects.map(({ id, name, tasks }) => ({
              value: id,
              label: texts.projects.item(name, texts.tasks(tasks)),
            }))}
            searchLabel={texts.goal.search}
            empty={texts.goal.none}
          />
        </Field>
      )}
      <Part title={texts.goal.title}>
        <div className="grid max-w-110 gap-3">
          <ChoiceCards
            aria-label={texts.goal.title}
            value={form.goal}
            onValueChange={(next) => onChange({ goal: next })}
            choices={[
              { value: 'new', label: texts.goal.new },
              { value: 'present', label: texts.goal.present },
            ]}
          />
          {form.goal === 'new' ? (
            <Field label={texts.goal.name} error={errors.name}>
              <TextInput value={form.name} onChange={({ target }) => onChange({ name: target.value })} />
            </Field>
          ) : (
            <Field label={texts.goal.project} error={errors.projectId}>
              <SearchSelect
                value={form.projectId}
                onValueChange={(projectId) => onChange({ projectId })}
                items={(projects ?? []).map(({ id, name }) => ({ value: id, label: name }))}
                searchLabel={texts.goal.search}
                empty={texts.goal.none}
              />
            </Field>
          )}
        </div>
      </Part>
      {plan.fields.length > 0 && (
        <Part title={texts.fields.title}>
          <ul aria-label={texts.fields.title}>
            {plan.fields.map(({ column, samples }) => (
              <Row key={column} name={column} note={samples.join(' · ')}>
                <Select
                  aria-label={texts.fields.of(column)}
                  value={form.fields[column] ?? 'KEEP'}
                  items={IMPORT_FIELDS.map((field) => ({ value: field, label: texts.fields.names[field] }))}
                  onValueChange={(field) => onChange({ fields: { ...form.fields, [column]: field } })}
                />
              </Row>
            ))}
          </ul>
        </Part>
      )}
      {form.dateOrder && (
        <Field label={texts.dates.label} className="max-w-110">
          <Select
            value={form.dateOrder}
            items={DATE_ORDERS.map((order) => ({ value: order, label: texts.dates[order] }))}
            onValueChange={(dateOrder) => onChange({ dateOrder })}
          />
        </Field>
      )}
      {lists.length > 0 && (
        <Part title={texts.lists.title}>
          <ul aria-label={texts.lists.title}>
            {lists.map(({ name, tasks, isArchived, isTagged, columnName: given, status }) => {
              const columnName = columnLabel(given, status);
              const choice = form.lists[name] ?? { status };
              const chosen = 'columnId' in choice ? choice.columnId : choice.status;
              // The column belongs to a project that is no longer chosen.
              const value = columnItems.some((item) => item.value === chosen) ? chosen : '';
              return (
                <Row
                  key={name}
                  name={name}
                  note={isTagged ? texts.lists.tagged(texts.tasks(tasks), columnName) : texts.tasks(tasks)}
                >
                  {isArchived ? (
                    <span className="text-ink-3">{texts.lists.archived}</span>
                  ) : (
                    <Select
                      aria-label={texts.lists.of(name)}
                      value={value}
                      placeholder={columnName}
                      items={columnItems}
                      onValueChange={(next) => chooseList(name, next)}
                    />
                  )}
                </Row>
              );
            })}
          </ul>
        </Part>
      )}
      {plan.people.length > 0 && (
        <Part title={texts.people.title} hint={texts.people.hint}>
          <ul aria-label={texts.people.title}>
            {plan.people.map(({ name, tasks }) => (
              <Row key={name} name={name} note={texts.tasks(tasks)}>
                <PersonSelect
                  aria-label={texts.people.of(name)}
                  value={form.people[name] ?? NO_ONE}
                  placeholder={texts.people.noOne}
                  items={[
                    { value: NO_ONE, label: texts.people.noOne },
                    ...members.map((user) => ({ value: user.id, label: user.name })),
                  ]}
                  onValueChange={(userId) =>
                    onChange({ people: { ...form.people, [name]: userId === NO_ONE ? null : userId } })
                  }
                />
              </Row>
            ))}
          </ul>
        </Part>
      )}
      {plan.archived > 0 && (
        <div className="flex items-start justify-between gap-4">
          <div>
            <label htmlFor="import-archived" className="font-medium">
              {texts.archived.label}
            </label>
            <p className="text-xs text-ink-3">{texts.archived.hint}</p>
          </div>
          <Switch id="import-archived" checked={form.archived} onCheckedChange={(archived) => onChange({ archived })} />
        </div>
      )}
    </>
  );
};
