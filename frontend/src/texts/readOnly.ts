import { plural } from '@lingui/core/macro';

/** Why a task can't be changed, or one of several. */
export const readOnlyTexts = {
  ARCHIVED: (count: number) =>
    plural(count, {
      one: 'This project is archived and read-only.',
      other: 'One of these projects is archived and read-only.',
    }),
  COMMENTER: (count: number) =>
    plural(count, {
      one: 'You can view and comment on this project, but not change it.',
      other: 'You can view and comment on one of these projects, but not change it.',
    }),
  VIEWER: (count: number) =>
    plural(count, {
      one: 'You can view this project, but not change it.',
      other: 'You can view one of these projects, but not change it.',
    }),
};
