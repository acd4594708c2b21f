import { useId } from 'react';
import { useMutation, useQuery } from '@apollo/client/react';
import { Controller, useForm, useWatch } from 'react-hook-form';
import { DAY_MS } from '@contract/limits';
import { showErrors } from '../../../sync/client/formErrors';
import { shareLinksTexts } from '../../../texts/shareLinks';
import { Checkbox } from '../../../ui/Checkbox';
import { Dialog } from '../../../ui/Dialog';
import { Field } from '../../../ui/Field';
import { FormField } from '../../../ui/FormField';
import { PasswordInput } from '../../../ui/PasswordInput';
import { Select } from '../../../ui/Select';
import { CreateShareLinkDocument, ShareableViewsDocument } from './ShareLinks.generated';

const { create: texts } = shareLinksTexts;

const DAYS = { never: null, days7: 7, days30: 30, days90: 90, year: 365 } as const;
type Lifetime = keyof typeof DAYS;
const LIFETIME_ITEMS = (Object.keys(DAYS) as Lifetime[]).map((value) => ({ value, label: texts.lives[value] }));

/** The choice of all tasks instead of a view. */
const ALL = 'all';
const EMPTY = { viewId: ALL, expiresAt: 'days30' as Lifetime, password: '', initials: false };

const getExpiry = (life: Lifetime): string | null => {
  const days = DAYS[life];
  return days === null ? null : new Date(Date.now() + days * DAY_MS).toISOString();
};

interface NewShareLinkProps {
  projectId: string;
  open: boolean;
  onCancel: () => void;
  onMade: (url: string) => void;
}

export const NewShareLink = ({ projectId, open, onCancel, onMade }: NewShareLinkProps) => {
  const { data } = useQuery(ShareableViewsDocument, { fetchPolicy: 'cache-and-network' });
  // The address is not cached. No id for repeats, because the answer to a repeat does not contain the address.
  const [create, { loading }] = useMutation(CreateShareLinkDocument, { fetchPolicy: 'no-cache' });
  const form = useForm({ defaultValues: EMPTY });
  const { register, control } = form;
  const { errors } = form.formState;
  const viewId = useWatch({ control, name: 'viewId' });
  const initialsId = useId();
  const views = (data?.views ?? []).filter(
    ({ projectId: of, filter }) =>
      (of === null || of === projectId) && (!filter.projectIds?.length || filter.projectIds.includes(projectId)),
  );
  const items = [
    { value: ALL, label: shareLinksTexts.allTasks },
    ...views.map(({ id, name }) => ({ value: id, label: name })),
  ];
  const submit = form.handleSubmit(async ({ viewId, expiresAt, password, initials }) => {
    const input = {
      projectId,
      initials,
      expiresAt: getExpiry(expiresAt),
      viewId: viewId === ALL ? null : viewId,
      password: password === '' ? null : password,
    };
    try {
      const { data: answer } = await create({ variables: { input } });
      if (answer?.createShareLink) onMade(answer.createShareLink.url);
    } catch (error) {
      showErrors(form, error, texts.failed);
    }
  });
  return (
    <Dialog
      open={open}
      // Stays open while loading: the address is only in the answer, and a closed dialog could not show it.
      onOpenChange={() => loading || onCancel()}
      title={texts.title}
      form={{ onSubmit: submit, submitLabel: texts.submit, pending: loading }}
    >
      <div className="grid gap-[inherit] md:grid-cols-2">
        <FormField
          control={control}
          name="viewId"
          label={texts.view}
          hint={viewId === ALL ? undefined : texts.viewHint}
        >
          {(field) => <Select items={items} {...field} />}
        </FormField>
        <FormField control={control} name="expiresAt" label={texts.end}>
          {(field) => <Select items={LIFETIME_ITEMS} {...field} />}
        </FormField>
      </div>
      <Field label={texts.password} optional hint={texts.passwordHint} error={errors.password?.message}>
        <PasswordInput autoComplete="new-password" {...register('password')} />
      </Field>
      <Controller
        control={control}
        name="initials"
        render={({ field: { value, onChange } }) => (
          <label htmlFor={initialsId} className="flex min-h-8 items-center gap-2 pointer-coarse:min-h-11">
            <Checkbox id={initialsId} checked={value} onChange={(event) => onChange(event.target.checked)} />
            {texts.initials}
          </label>
        )}
      />
    </Dialog>
  );
};
