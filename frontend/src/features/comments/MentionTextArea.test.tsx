import { ApolloLink } from '@apollo/client';
import { ApolloProvider } from '@apollo/client/react';
import { fireEvent, render, screen } from '@testing-library/react';
import { useState } from 'react';
import { expect, it } from 'vitest';
import { makeClient } from '../../sync/client/client';
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
    <ApolloProvider client={client}>
      <MentionTextArea
        value={value}
        onValueChange={setValue}
        members={[ines]}
        taskId="t"
        onSubmit={() => undefined}
        rows={1}
      />
    </ApolloProvider>
  );
};

it('completes a mention with Tab, and leaves the field with Shift+Tab', () => {
  render(<Field />);
  const field = screen.getByRole('textbox');
  fireEvent.change(field, { target: { value: '@i' } });
  expect(screen.getByRole('option')).toHaveTextContent('@ines');
  // Not prevented, so that the browser moves the focus.
  expect(fireEvent.keyDown(field, { key: 'Tab', shiftKey: true })).toBe(true);
  expect(field).toHaveValue('@i');
  fireEvent.keyDown(field, { key: 'Tab' });
  expect(field).toHaveValue('@ines ');
});
