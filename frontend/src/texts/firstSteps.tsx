import type { ReactNode } from 'react';
import { msg, t } from '@lingui/core/macro';
import { number } from './format';
import { rich } from './rich';

export const firstStepsTexts = {
  title: t`Getting started`,
  done: (count: number, all: number) => t`${{ count: number(count) }} of ${{ all: number(all) }} done`,
  hide: t`Hide getting started`,
  hideKeys: t`Hide this tip`,
  failedToHide: t`Couldn’t hide it`,
  isDone: t`Done`,
  steps: {
    project: {
      title: t`Create a project`,
      text: t`A board for one goal, with columns you can change.`,
      action: t`Create project`,
    },
    task: {
      title: t`Add your first task`,
      text: t`One line is enough: “Order lamps ^friday !high”.`,
      action: t`Add task`,
    },
    people: {
      title: t`Invite people`,
      text: t`They see changes as you make them.`,
      action: t`Invite people`,
      needsProject: t`Create a project first.`,
    },
  },
  example: {
    offer: t`Want to look around first?`,
    create: t`Try an example project`,
    failed: t`Couldn’t create the example project`,
    open: t`Open the example project`,
    remove: t`Remove example`,
    removed: t`Example project removed`,
    failedToRemove: t`Couldn’t remove the example project`,
    banner: t`This is an example project.`,
    meaning: t`Only you see it, and it sends no notifications.`,
  },
  keys: (newTask: ReactNode, menu: ReactNode) =>
    rich(msg`Press <newTask/> to create a task and <menu/> to find or do anything.`, {
      newTask: <>{newTask}</>,
      menu: <>{menu}</>,
    }),
};
