import { useApolloClient, useMutation } from '@apollo/client/react';
import { useForm } from 'react-hook-form';
import { AtSign } from 'lucide-react';
import { errorText, toAppError } from '../graphql/errors';
import { showErrors } from '../graphql/formErrors';
import { newId } from '../graphql/mutationId';
import { resetForm } from '../lib/resetForm';
import { projectsTexts } from '../texts/projects';
import { Button } from '../ui/Button';
import { Field } from '../ui/Field';
import { notify } from '../ui/notify';
import { TextInput } from '../ui/TextInput';
import { AddProjectMemberDocument } from './AddProjectMember.generated';
import { ProjectMembersDocument } from './ProjectMembers.generated';
import { UserLookupDocument } from './UserLookup.generated';

/** Adds a person by the exact e-mail address or username: people cannot be browsed. */
export const AddMemberForm = ({ projectId }: { projectId: string }) => {
  const client = useApolloClient();
  const [add] = useMutation(AddProjectMemberDocument, {
    refetchQueries: [ProjectMembersDocument],
    awaitRefetchQueries: true,
  });
  const form = useForm({ defaultValues: { person: '' } });
  const { errors, isSubmitting } = form.formState;
  const refuse = (message: string): void => form.setError('person', { message }, { shouldFocus: true });

  const submit = form.handleSubmit(async ({ person }) => {
    // People write usernames with the @ that the app shows before them.
    const emailOrUsername = person.trim().replace(/^@/, '');
    if (!emailOrUsername) return refuse(projectsTexts.addMember.required);
    try {
      const { data } = await client.query({
        query: UserLookupDocument,
        variables: { emailOrUsername },
        fetchPolicy: 'network-only',
      });
      const user = data?.userLookup;
      if (!user) return refuse(projectsTexts.addMember.nobody);
      await add({ variables: { input: { projectId, userId: user.id, role: 'MEMBER', mutationId: newId() } } });
      resetForm(form);
      notify.success(projectsTexts.addMember.done(user.name));
    } catch (error) {
      const { code, fields } = toAppError(error);
      if (code === 'NOT_FOUND') refuse(projectsTexts.addMember.nobody);
      else if (fields.userId?.[0]) refuse(fields.userId[0]);
      else if (code === 'CONFLICT') refuse(errorText(error, projectsTexts.addMember.failed));
      else showErrors(form, error, projectsTexts.addMember.failed);
    }
  });

  return (
    <form noValidate className="mb-5 flex items-start gap-2" onSubmit={(event) => void submit(event)}>
      <Field label={projectsTexts.addMember.label} hideLabel className="flex-1" error={errors.person?.message}>
        <TextInput
          {...form.register('person')}
          icon={<AtSign />}
          placeholder={projectsTexts.addMember.label}
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
        />
      </Field>
      <Button type="submit" pending={isSubmitting}>
        {projectsTexts.addMember.submit}
      </Button>
    </form>
  );
};
