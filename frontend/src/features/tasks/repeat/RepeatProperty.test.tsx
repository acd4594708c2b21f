import { ApolloLink } from '@apollo/client';
import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { NEVER } from 'rxjs';
import { expect, it } from 'vitest';
import { renderPart } from '../../account/session/render.fixture';
import type { OpenedTask } from '../fields/Property';
import { taskFixture } from '../model/task.fixture';
import { RepeatProperty } from './RepeatProperty';

it('keeps the focus while a choice is being saved, and sends no other one meanwhile', async () => {
  const sent: unknown[] = [];
  const link = new ApolloLink(({ variables }) => {
    sent.push(variables['input'].rule);
    return NEVER;
  });
  renderPart(link, <RepeatProperty task={taskFixture({ dueDay: '2026-11-24' }) as OpenedTask} disabled={false} />);
  const user = userEvent.setup();
  const button = screen.getByRole('button');
  for (const words of ['Every day', 'Every weekday']) {
    await user.click(button);
    await user.click(await screen.findByRole('menuitemradio', { name: words }));
    await waitFor(() => expect(button).toHaveFocus());
  }
  expect(sent).toEqual(['FREQ=DAILY']);
});
