import { useId, useState, type MouseEvent } from 'react';
import { useApolloClient, useMutation } from '@apollo/client/react';
import { CircleCheck, X } from 'lucide-react';
import { useNavigate } from 'react-router-dom';
import { cx } from '../../lib/cx';
import { useIsShown } from '../../lib/useIsShown';
import { keyNames, KEYS } from '../../lib/keyboard/keys';
import { succeeds } from '../../sync/client/errors';
import { newId } from '../../sync/client/mutationId';
import { firstStepsTexts as texts } from '../../texts/firstSteps';
import { Button } from '../../ui/Button';
import { IconButton } from '../../ui/IconButton';
import { Kbd } from '../../ui/Kbd';
import { LinkButton } from '../../ui/LinkButton';
import { useUpdatePreferences } from '../account/settings/usePreferences';
import type { DashboardQuery } from '../analytics/dashboard/Dashboard.generated';
import { CreateProjectDialog, InviteDialog } from '../projects/lazyDialogs';
import { addProject } from '../projects/projectCache';
import { useDeleteProject } from '../projects/useDeleteProject';
import { CreateExampleProjectDocument } from './CreateExampleProject.generated';

type Steps = NonNullable<DashboardQuery['dashboardStats']['firstSteps']>;
const STEPS = ['project', 'task', 'people'] as const;
type Step = (typeof STEPS)[number];

const keysOf = (keys: string) => keyNames(keys).map((name) => <Kbd key={name}>{name}</Kbd>);

/** The example project: creates it, or opens and removes it. */
const Example = ({ id, onChanged }: { id: string | undefined; onChanged: () => void }) => {
  const navigate = useNavigate();
  const isShown = useIsShown();
  const [create, { loading }] = useMutation(CreateExampleProjectDocument, {
    update: (cache, { data }) => {
      if (data) addProject(cache, data.createExampleProject.project);
    },
  });
  const { remove, pending } = useDeleteProject(
    { done: texts.example.removed, failed: texts.example.failedToRemove },
    '/dashboard',
  );
  const start = async (): Promise<void> => {
    const chosen = newId();
    const created = create({ variables: { input: { id: chosen, mutationId: newId() } } });
    const isCreated = await succeeds(created, texts.example.failed);
    if (!isShown.current) return;
    if (isCreated) await navigate(`/projects/${chosen}`);
    // the example may already exist, created on another device
    else onChanged();
  };
  if (id === undefined) {
    return (
      <>
        <span>{texts.example.offer}</span>
        <Button size="md" pending={loading} onClick={() => void start()}>
          {texts.example.create}
        </Button>
      </>
    );
  }
  return (
    <>
      <LinkButton size="md" to={`/projects/${id}`}>
        {texts.example.open}
      </LinkButton>
      <Button
        size="md"
        variant="ghost"
        pending={pending}
        onClick={() => void remove(id).then((isRemoved) => isRemoved && onChanged())}
      >
        {texts.example.remove}
      </Button>
    </>
  );
};

interface FirstStepsProps {
  steps: Steps;
  /** The example project, if the viewer has one. */
  exampleId: string | undefined;
  onNewTask: () => void;
  /** Reads the dashboard again. */
  onChanged: () => void;
}

/** The first steps of a new account, until all are done, and the two most useful keys. A press hides them for ever. */
export const FirstSteps = ({ steps, exampleId, onNewTask, onChanged }: FirstStepsProps) => {
  const titleId = useId();
  const navigate = useNavigate();
  const { cache } = useApolloClient();
  const update = useUpdatePreferences();
  const [opened, setOpened] = useState<Step | null>(null);
  const count = STEPS.filter((step) => steps[step]).length;
  const isDone = count === STEPS.length;

  const hide = async ({ currentTarget }: MouseEvent<HTMLElement>): Promise<void> => {
    if (!(await succeeds(update({ tips: false }), texts.failedToHide))) return;
    // The button is removed together with what it hides.
    if (currentTarget === document.activeElement) currentTarget.closest('main')?.focus({ preventScroll: true });
    cache.modify({ fields: { dashboardStats: (stats) => ({ ...stats, firstSteps: null }) } });
    onChanged();
  };
  const actions: Record<Step, () => void> = {
    project: () => setOpened('project'),
    task: onNewTask,
    people: () => setOpened('people'),
  };
  const next = STEPS.find((step) => !steps[step]);
  const isBlocked = (step: Step): boolean => step === 'people' && !steps.people && !steps.project;
  const keys = (
    <p className="text-xs text-ink-3 pointer-coarse:hidden">
      {texts.keys(keysOf(KEYS.newTask), <span className="inline-flex gap-1">{keysOf(KEYS.menu)}</span>)}
    </p>
  );
  const hideButton = (label: string) => (
    <IconButton size="md" label={label} title={label} onClick={(event: MouseEvent<HTMLElement>) => void hide(event)}>
      <X />
    </IconButton>
  );

  if (isDone) {
    return (
      <div className="-mt-3 mb-4 flex min-h-8 items-center gap-1 pointer-coarse:hidden print:hidden">
        {keys}
        {hideButton(texts.hideKeys)}
      </div>
    );
  }
  return (
    <section aria-labelledby={titleId} className="mb-9 print:hidden">
      <div className="flex min-h-8 items-center gap-2">
        <h2 id={titleId} className="text-sm">
          {texts.title}
        </h2>
        <span className="flex-1 text-ink-3">{texts.done(count, STEPS.length)}</span>
        {hideButton(texts.hide)}
      </div>
      <div className="overflow-hidden rounded-lg border border-line bg-raised shadow-card">
        <ol className="grid md:grid-cols-3">
          {STEPS.map((step, at) => (
            <li
              key={step}
              className="flex flex-col items-start gap-1 border-line px-4 py-3.5 not-first:border-t md:not-first:border-t-0 md:not-first:border-s"
            >
              <span className={cx('flex items-center gap-2 font-medium', steps[step] && 'text-ink-3')}>
                {steps[step] ? (
                  <CircleCheck aria-label={texts.isDone} className="size-4.5 flex-none text-accent-ink" />
                ) : (
                  <span
                    aria-hidden="true"
                    className="grid size-4.5 flex-none place-items-center rounded-full border border-line-2 text-2xs text-ink-2"
                  >
                    {at + 1}
                  </span>
                )}
                {texts.steps[step].title}
              </span>
              <p className="flex-1 text-ink-3">
                {isBlocked(step) ? texts.steps.people.needsProject : texts.steps[step].text}
              </p>
              {!steps[step] && (
                <Button
                  className="mt-2"
                  variant={step === next ? 'primary' : 'secondary'}
                  disabled={isBlocked(step)}
                  onClick={actions[step]}
                >
                  {texts.steps[step].action}
                </Button>
              )}
            </li>
          ))}
        </ol>
        <div className="flex flex-wrap items-center gap-x-3 gap-y-2 border-t border-line px-4 py-2.5 text-ink-2">
          {keys}
          <span className="flex flex-wrap items-center gap-x-3 gap-y-2 md:ms-auto">
            <Example id={exampleId} onChanged={onChanged} />
          </span>
        </div>
      </div>
      <CreateProjectDialog
        open={opened === 'project'}
        onOpenChange={() => setOpened(null)}
        onCreated={(id) => void navigate(`/projects/${id}`)}
      />
      <InviteDialog
        open={opened === 'people'}
        onOpenChange={() => {
          setOpened(null);
          onChanged();
        }}
      />
    </section>
  );
};
