import { ApolloLink } from '@apollo/client';
import { screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { NEVER } from 'rxjs';
import { expect, it } from 'vitest';
import { renderPart } from '../session/render.fixture';
import { CreateCalendarFeed } from './CreateCalendarFeed';

it('a calendar feed without name and projects says that both are missing, and the first one has the focus', async () => {
  const sent: unknown[] = [];
  const link = new ApolloLink(({ operationName }) => {
    sent.push(operationName);
    return NEVER;
  });
  const nothing = () => undefined;
  renderPart(
    link,
    <CreateCalendarFeed open onClose={nothing} onDone={nothing} onMade={nothing} finalFocus={{ current: null }} />,
  );
  const user = userEvent.setup();
  await user.click(screen.getByRole('radio', { name: 'Selected projects' }));
  await user.click(screen.getByRole('button', { name: 'Create feed' }));
  await screen.findByRole('group', { name: 'Projects', description: 'Choose at least one project' });
  expect(screen.getByLabelText('Name')).toHaveAccessibleDescription(/Name is required/);
  expect(screen.getByLabelText('Name')).toHaveFocus();
  await user.keyboard('Phone{Enter}');
  expect(await screen.findByRole('group', { description: 'Choose at least one project' })).toHaveFocus();
  expect(sent).not.toContain('CreateCalendarFeed');
});
