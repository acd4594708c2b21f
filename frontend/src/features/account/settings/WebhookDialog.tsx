import { type RefObject, useState } from 'react';
import { useMutation } from '@apollo/client/react';
import { Controller, useForm, useWatch } from 'react-hook-form';
import { showErrors } from '../../../sync/client/formErrors';
import { newId } from '../../../sync/client/mutationId';
import type { WebhookFormat } from '../../../sync/client/schema.generated';
import { webhooksTexts } from '../../../texts/webhooks';
import { ChoiceCards } from '../../../ui/ChoiceCards';
import { Dialog } from '../../../ui/Dialog';
import { Field } from '../../../ui/Field';
import { FormField } from '../../../ui/FormField';
import { notify } from '../../../ui/notify';
import { SearchSelect } from '../../../ui/SearchSelect';
import { Select } from '../../../ui/Select';
import { TextInput } from '../../../ui/TextInput';
import { useAllProjects } from '../../projects/useProjects';
import { Checks, type ChecksField } from './Checks';
import { CreateWebhookDocument, UpdateWebhookDocument, type WebhookRowFragment } from './Webhooks.generated';
import { WebhookSecret } from './WebhookSecret';
import { EVENT_GROUPS } from './webhookText';

const { form: texts } = webhooksTexts;

const ALL = '*';
const ALL_PROJECTS = 'all';
const FORMATS = (['STANDARD', 'SLACK', 'DISCORD', 'NTFY'] as const).map((value) => ({
  value,
  label: texts.formats[value],
}));
const REACHES = [
  { value: 'all', label: texts.all },
  { value: 'some', label: texts.some },
] as const;

interface WebhookFields {
  name: string;
  url: string;
  projectId: string;
  format: WebhookFormat;
  reach: 'all' | 'some';
  events: string[];
}

const fieldsOf = (webhook: WebhookRowFragment | null): WebhookFields => ({
  name: webhook?.name ?? '',
  url: webhook?.url ?? '',
  projectId: webhook?.projectId ?? ALL_PROJECTS,
  format: webhook?.format ?? 'STANDARD',
  reach: webhook && !webhook.events.includes(ALL) ? 'some' : 'all',
  events: webhook?.events.filter((event) => event !== ALL) ?? [],
});

/** The groups of events, and single ones that a program has chosen. */
const EventChecks = (field: ChecksField) => {
  const others = field.value.filter((event) => !(EVENT_GROUPS as readonly string[]).includes(event));
  const choices = [
    ...EVENT_GROUPS.map((event) => ({ id: event as string, label: texts.groups[event] })),
    ...others.map((event) => ({ id: event, label: event })),
  ];
  return <Checks legend={texts.events} choices={choices} className="gap-1" listClass="md:grid-cols-2" {...field} />;
};

interface WebhookDialogProps {
  /** Null creates one. */
  webhook: WebhookRowFragment | null;
  open: boolean;
  onClose: () => void;
  /** One was created. */
  onChanged: () => void;
  finalFocus: RefObject<HTMLElement | null>;
}

/** Creates a webhook and shows its secret once, or changes one. */
export const WebhookDialog = ({ webhook, open, onClose, onChanged, finalFocus }: WebhookDialogProps) => {
  const { projects } = useAllProjects();
  const [secret, setSecret] = useState<string | null>(null);
  // The secret is in no cache. No id for repeats, because the answer to a repeat does not contain it.
  const [create, creation] = useMutation(CreateWebhookDocument, { fetchPolicy: 'no-cache' });
  const [update, change] = useMutation(UpdateWebhookDocument);
  const form = useForm({ defaultValues: fieldsOf(webhook) });
  const { register, control } = form;
  const { errors } = form.formState;
  const reach = useWatch({ control, name: 'reach' });
  const projectItems = [
    { value: ALL_PROJECTS, label: webhooksTexts.allProjects },
    ...(projects ?? [])
      .filter(({ viewerRole }) => viewerRole === 'OWNER')
      .map(({ id, name }) => ({ value: id, label: name })),
  ];

  const submit = form.handleSubmit(async ({ name, url, projectId, format, reach: wanted, events }) => {
    const fields = { name, url, format, events: wanted === 'all' ? [ALL] : events };
    try {
      if (webhook) {
        await update({ variables: { input: { ...fields, id: webhook.id, mutationId: newId() } } });
        notify.success(texts.saved);
        onClose();
        return;
      }
      const { data } = await create({
        variables: { input: { ...fields, projectId: projectId === ALL_PROJECTS ? null : projectId } },
      });
      if (!data) return;
      onChanged();
      if (format === 'STANDARD') setSecret(data.createWebhook.secret);
      else onClose();
    } catch (error) {
      showErrors(form, error, texts.failed);
    }
  });

  if (secret !== null) return <WebhookSecret open={open} secret={secret} onClose={onClose} finalFocus={finalFocus} />;
  return (
    <Dialog
      key="form"
      open={open}
      // Stays open while loading: the secret is only in the answer, and a closed dialog could not show it.
      onOpenChange={() => creation.loading || onClose()}
      finalFocus={webhook ? undefined : finalFocus}
      title={webhook ? texts.edit : texts.create}
      form={{
        onSubmit: submit,
        submitLabel: webhook ? texts.submit : texts.submitNew,
        pending: creation.loading || change.loading,
      }}
    >
      <Field label={texts.name} error={errors.name?.message}>
        <TextInput autoComplete="off" {...register('name')} />
      </Field>
      <Field label={texts.url} hint={texts.urlHint} error={errors.url?.message}>
        <TextInput type="url" inputMode="url" autoComplete="off" spellCheck={false} {...register('url')} />
      </Field>
      <div className="grid gap-[inherit] md:grid-cols-2">
        {!webhook && (
          <FormField control={control} name="projectId" label={texts.project}>
            {(field) => (
              <SearchSelect
                look="field"
                items={projectItems}
                searchLabel={texts.findProject}
                empty={texts.noneFound}
                {...field}
              />
            )}
          </FormField>
        )}
        <FormField control={control} name="format" label={texts.format}>
          {(field) => <Select items={FORMATS} {...field} />}
        </FormField>
      </div>
      <FormField control={control} name="reach" label={texts.events} group>
        {(field) => <ChoiceCards choices={REACHES} {...field} />}
      </FormField>
      {reach === 'some' && (
        <Controller
          control={control}
          name="events"
          render={({ field, fieldState: { error } }) => <EventChecks error={error?.message} {...field} />}
        />
      )}
    </Dialog>
  );
};
