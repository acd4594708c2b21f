import { ApolloLink } from '@apollo/client';
import { screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { NEVER } from 'rxjs';
import { expect, it } from 'vitest';
import { renderPart } from '../../account/session/render.fixture';
import { tasksTexts } from '../../../texts/tasks';
import { taskFixture } from '../model/task.fixture';
import { DueDateProperty } from './DueDateProperty';
import type { OpenedTask } from './Property';
import { StartDateProperty } from './StartDateProperty';

it.each([
  [tasksTexts.panel.clearDueDate, DueDateProperty],
  [tasksTexts.panel.clearStartDate, StartDateProperty],
])('leads to the value: %s', async (name, DateProperty) => {
  const task = taskFixture({ dueDay: '2026-11-24', startDate: '2026-11-23' }) as OpenedTask;
  renderPart(new ApolloLink(() => NEVER), <DateProperty task={task} disabled={false} />);
  const [value] = screen.getAllByRole('button');
  await userEvent.setup().click(screen.getByRole('button', { name }));
  expect(screen.queryByRole('button', { name })).toBeNull();
  expect(value).toHaveFocus();
});
