import { ApolloLink } from '@apollo/client';
import { fireEvent, screen } from '@testing-library/react';
import { useState } from 'react';
import { expect, it, vi } from 'vitest';
import { makeClient } from '../../sync/client/client';
import { readOnlyTexts } from '../../texts/readOnly';
import { notify } from '../../ui/notify';
import { renderPart } from '../account/session/render.fixture';
import { uploads } from '../tasks/files/uploads';
import { taskFixture } from '../tasks/model/task.fixture';
import { TaskFieldsFragmentDoc } from '../tasks/model/TaskFields.generated';
import { MentionTextArea } from './MentionTextArea';
import type { Member } from './useComments';

const ines = {
  id: 'u1',
  username: 'ines',
  firstName: 'Ines',
  lastName: 'Roth',
  name: 'Ines Roth',
  avatar: null,
} as Member;

const client = makeClient(ApolloLink.empty());

const Field = () => {
  const [value, setValue] = useState('');
  return (
    <MentionTextArea
      value={value}
      onValueChange={setValue}
      members={[ines]}
      taskId="t"
      onSubmit={() => undefined}
      rows={1}
    />
  );
};

it('completes a mention with Tab, and leaves the field with Shift+Tab', () => {
  renderPart(client, <Field />);
  const field = screen.getByRole('textbox');
  fireEvent.change(field, { target: { value: '@i' } });
  expect(screen.getByRole('option')).toHaveTextContent('@ines');
  // Not prevented, so that the browser moves the focus.
  expect(fireEvent.keyDown(field, { key: 'Tab', shiftKey: true })).toBe(true);
  expect(field).toHaveValue('@i');
  fireEvent.keyDown(field, { key: 'Tab' });
  expect(field).toHaveValue('@ines ');
});

it('attaches no picture that a commenter pastes, and says why', () => {
  const { project, ...task } = taskFixture({ id: 't' });
  const data = { ...task, project: { ...project, viewerRole: 'COMMENTER' as const } };
  client.cache.writeFragment({ id: 'Task:t', fragment: TaskFieldsFragmentDoc, data });
  const said = vi.spyOn(notify, 'info');
  renderPart(client, <Field />);
  const picture = new File(['x'], 'plan.png', { type: 'image/png' });
  fireEvent.paste(screen.getByRole('textbox'), { clipboardData: { files: [picture], getData: () => '' } });
  expect(uploads.get()).toEqual([]);
  expect(screen.getByRole('textbox')).toHaveValue('');
  expect(said).toHaveBeenCalledExactlyOnceWith(readOnlyTexts.COMMENTER(1));
});
