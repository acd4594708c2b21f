import { useState } from 'react';
import { useMutation, useQuery } from '@apollo/client/react';
import { Controller, useForm, useWatch } from 'react-hook-form';
import * as v from 'valibot';
import { createCalendarFeedSchema } from '@contract/calendarFeeds';
import { formResolver } from '../../../lib/formResolver';
import { resetForm } from '../../../lib/resetForm';
import { showErrors } from '../../../sync/client/formErrors';
import { apiTokensTexts } from '../../../texts/apiTokens';
import { calendarFeedsTexts } from '../../../texts/calendarFeeds';
import { ChoiceCards } from '../../../ui/ChoiceCards';
import { Dialog } from '../../../ui/Dialog';
import { Field } from '../../../ui/Field';
import { FormField } from '../../../ui/FormField';
import { Select } from '../../../ui/Select';
import { TextInput } from '../../../ui/TextInput';
import { CalendarFeedCreated } from './CalendarFeedCreated';
import { CreateCalendarFeedDocument, FeedViewsDocument, type FeedViewsQuery } from './CalendarFeeds.generated';
import { ProjectChecks } from './ProjectChecks';
import type { SecretCreationProps } from './useSecretDialog';

const { create: texts, kinds } = calendarFeedsTexts;
const { create: reachTexts } = apiTokensTexts;

const KINDS = [
  { value: 'EVENTS', label: kinds.EVENTS },
  { value: 'TODOS', label: kinds.TODOS },
] as const;
const REACHES = [
  { value: 'all', label: reachTexts.all },
  { value: 'some', label: reachTexts.some },
] as const;

/** The choices besides saved views. */
const MINE = 'mine';
const ALL = 'all';

type FeedView = FeedViewsQuery['views'][number];

/** `isView` tells whether the tasks are those of a saved view, which has its own projects. */
const formSchema = (isView: (tasks: string) => boolean) =>
  v.pipe(
    v.object({
      name: createCalendarFeedSchema.entries.name,
      tasks: v.string(),
      reach: v.picklist(['all', 'some']),
      projectIds: v.array(v.string()),
      as: createCalendarFeedSchema.entries.as,
    }),
    v.rawCheck(({ dataset, addIssue }) => {
      if (!dataset.typed) return;
      const { tasks, reach, projectIds: value } = dataset.value;
      if (isView(tasks) || reach === 'all' || value.length > 0) return;
      const path = { type: 'object', origin: 'value', input: dataset.value, key: 'projectIds', value } as const;
      addIssue({ message: texts.noProject, path: [path] });
    }),
  );
type FeedFields = v.InferOutput<ReturnType<typeof formSchema>>;

const EMPTY: FeedFields = { name: '', tasks: MINE, reach: 'all', projectIds: [], as: 'EVENTS' };

/** The filter of a view, limited to its project. */
const filterOfView = ({ projectId, filter: { __typename, ...filter } }: FeedView) => ({
  ...filter,
  ...(projectId !== null && { projectIds: [projectId] }),
});

const filterOf = ({ tasks, reach, projectIds }: FeedFields, view: FeedView | undefined) =>
  view
    ? filterOfView(view)
    : { ...(tasks === MINE && { assigneeIds: ['me'] }), ...(reach === 'some' && { projectIds }) };

/** Creates a feed and shows its address once. */
export const CreateCalendarFeed = ({ open, onClose, onDone, onMade, finalFocus }: SecretCreationProps) => {
  const { data } = useQuery(FeedViewsDocument, { skip: !open, fetchPolicy: 'cache-and-network' });
  const [url, setUrl] = useState<string | null>(null);
  // The address is in no cache. No id for repeats, because the answer to a repeat does not contain it.
  const [create, { loading }] = useMutation(CreateCalendarFeedDocument, { fetchPolicy: 'no-cache' });
  const views = (data?.views ?? []).filter(({ isProjectGone }) => !isProjectGone);
  const viewOf = (id: string): FeedView | undefined => views.find((view) => view.id === id);
  const form = useForm({
    resolver: formResolver(formSchema((id) => viewOf(id) !== undefined)),
    // Shows that a project is missing even if the name is, too.
    criteriaMode: 'all',
    defaultValues: EMPTY,
  });
  const { register, control } = form;
  const { errors } = form.formState;
  const [tasks, reach, as] = useWatch({ control, name: ['tasks', 'reach', 'as'] });
  const isView = viewOf(tasks) !== undefined;
  const items = [
    { value: MINE, label: texts.mine },
    { value: ALL, label: texts.all },
    ...views.map(({ id, name }) => ({ value: id, label: name })),
  ];

  const cancel = (): void => {
    resetForm(form);
    onClose();
  };
  const submit = form.handleSubmit(async (fields) => {
    const input = { name: fields.name, as: fields.as, filter: filterOf(fields, viewOf(fields.tasks)) };
    try {
      const { data: answer } = await create({ variables: { input } });
      if (!answer) return;
      setUrl(answer.createCalendarFeed.url);
      onMade();
    } catch (error) {
      showErrors(form, error, texts.failed);
    }
  });

  if (url !== null) return <CalendarFeedCreated open={open} url={url} onClose={onDone} finalFocus={finalFocus} />;
  return (
    <Dialog
      key="create"
      open={open}
      onOpenChange={onClose}
      title={texts.title}
      form={{ onSubmit: submit, submitLabel: texts.submit, pending: loading, onCancel: cancel }}
    >
      <Field label={texts.name} hint={texts.nameHint} error={errors.name?.message}>
        <TextInput autoComplete="off" {...register('name')} />
      </Field>
      <FormField control={control} name="tasks" label={texts.tasks} hint={isView ? texts.viewHint : texts.tasksHint}>
        {(field) => <Select items={items} {...field} />}
      </FormField>
      {!isView && (
        <FormField
          control={control}
          name="reach"
          label={reachTexts.projects}
          group
          hint={reach === 'all' ? reachTexts.allHint : undefined}
        >
          {(field) => <ChoiceCards choices={REACHES} {...field} />}
        </FormField>
      )}
      {!isView && reach === 'some' && (
        <Controller
          control={control}
          name="projectIds"
          render={({ field, fieldState: { error } }) => <ProjectChecks error={error?.message} {...field} />}
        />
      )}
      <FormField control={control} name="as" label={texts.kind} group hint={texts.kindHints[as]}>
        {(field) => <ChoiceCards choices={KINDS} {...field} />}
      </FormField>
    </Dialog>
  );
};
