import { useEffect } from 'react';
import { useForm } from 'react-hook-form';
import { valibotResolver } from '@hookform/resolvers/valibot';
import { clearDraft, readDraft } from '../lib/drafts';
import { resetForm } from '../lib/resetForm';
import { controlsTexts } from '../texts/controls';
import { projectsTexts } from '../texts/projects';
import { Button } from '../ui/Button';
import { Dialog } from '../ui/Dialog';
import { notify } from '../ui/notify';
import { showErrors } from './formErrors';
import { ProjectFields } from './ProjectFields';
import { emptyProject, projectFormSchema } from './projectForm';
import { useAttempt } from './useAttempt';
import { useCreateProject } from './useCreateProject';
import { useFormDraft } from './useFormDraft';

const DRAFT = 'create-project';

interface CreateProjectDialogProps {
  open: boolean;
  onOpenChange: (open: boolean) => void;
}

/** The form for a new project. What is typed is there again when it opens again. */
export const CreateProjectDialog = ({ open, onOpenChange }: CreateProjectDialogProps) => {
  const [create, { loading }] = useCreateProject();
  const attempt = useAttempt();
  const form = useForm({
    resolver: valibotResolver(projectFormSchema),
    defaultValues: readDraft(DRAFT, emptyProject),
  });
  useFormDraft(form, DRAFT);

  // Another form for a new project, such as the one that Shift C opens, may have been typed into meanwhile.
  useEffect(() => {
    if (open) resetForm(form, readDraft(DRAFT, emptyProject));
  }, [open, form]);

  const submit = form.handleSubmit(async (fields) => {
    try {
      await create({ ...fields, ...attempt(fields) });
    } catch (error) {
      showErrors(form, error, projectsTexts.create.failed);
      return;
    }
    resetForm(form, emptyProject);
    clearDraft(DRAFT);
    onOpenChange(false);
    notify.success(projectsTexts.create.done);
  });

  return (
    <Dialog
      open={open}
      onOpenChange={onOpenChange}
      title={projectsTexts.create.title}
      onSubmit={(event) => void submit(event)}
      footer={
        <>
          <Button onClick={() => onOpenChange(false)}>{controlsTexts.cancel}</Button>
          <Button type="submit" variant="primary" pending={loading}>
            {projectsTexts.create.submit}
          </Button>
        </>
      }
    >
      <ProjectFields control={form.control} register={form.register} errors={form.formState.errors} />
    </Dialog>
  );
};
