import { render, screen } from '@testing-library/react';
import { MemoryRouter } from 'react-router-dom';
import { expect, it } from 'vitest';
import { OpenTasks } from './OpenTasks';

it('leads to all open tasks, and to no completed ones', () => {
  render(
    <MemoryRouter>
      <OpenTasks id="u1" tasks={{ __typename: 'TaskConnection', totalCount: 12, nodes: [] }} />
    </MemoryRouter>,
  );
  expect(screen.getByRole('link')).toHaveAttribute(
    'href',
    '/tasks?assignee=u1&status=TODO&status=IN_PROGRESS&status=IN_REVIEW&sort=DUE_ASC',
  );
});
