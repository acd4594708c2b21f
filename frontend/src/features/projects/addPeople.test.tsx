import { ApolloLink } from '@apollo/client';
import { screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { of, Subject, switchMap, throwError, type Observable } from 'rxjs';
import { beforeEach, expect, it } from 'vitest';
import { renderPart } from '../account/session/render.fixture';
import { AddPeople } from './AddPeople';

type Input = Record<string, string>;
type Answer = (input: Input) => Observable<ApolloLink.Result>;

const refused = (code: string, message: string) => of({ errors: [{ message, extensions: { code } }] });
const invited = ({ email, role }: Input) =>
  of({
    data: {
      inviteMember: {
        __typename: 'InviteMemberPayload',
        invitation: {
          __typename: 'Invitation',
          id: email,
          projectId: 'p1',
          email,
          role,
          expiresAt: '2026-12-06T12:00:00.000Z',
          inviter: { __typename: 'User', id: 'u1', name: 'Mara Okafor' },
        },
      },
    },
  });

const sent: Input[] = [];
const show = (invite: Answer) => {
  const nobody = { data: { userLookup: null } };
  const link = new ApolloLink(({ operationName, variables }) => {
    if (operationName === 'UserLookup') return of(nobody);
    if (operationName !== 'InviteMember') return throwError(() => new Error(`No answer to ${operationName}`));
    const { input } = variables as { input: Input };
    sent.push(input);
    return invite(input);
  });
  renderPart(link, <AddPeople projectId="p1" />);
  return { user: userEvent.setup(), field: screen.getByRole('combobox', { name: 'Emails or usernames' }) };
};
const told = () => screen.getAllByRole('listitem').map(({ textContent }) => textContent);

beforeEach(() => {
  sent.length = 0;
  sessionStorage.clear();
});

it('stops if all others would be refused, keeps the unsent people, and sends the same writes again', async () => {
  let isOver = false;
  const { user, field } = show((input) => {
    if (isOver || input.email === 'a@yard.example') return invited(input);
    return input.email === 'b@yard.example'
      ? refused('RATE_LIMITED', 'Too many requests. Please try again in 24 hours.')
      : throwError(() => new Error('asked for'));
  });
  await user.click(field);
  await user.paste('a@yard.example b@yard.example\nc@yard.example');
  await user.keyboard('{Enter}');
  expect(await screen.findByText('2 invitations not sent')).toBeVisible();
  expect(told()).toEqual([
    'Invitation sent to a@yard.example',
    'b@yard.example: Too many requests. Please try again in 24 hours.',
    '2 invitations not sent',
  ]);
  expect(sent.map(({ email }) => email)).toEqual(['a@yard.example', 'b@yard.example']);
  isOver = true;
  await user.click(screen.getByRole('button', { name: 'Add' }));
  expect(await screen.findByText('Invitation sent to c@yard.example')).toBeVisible();
  expect(sent.map(({ email }) => email).slice(2)).toEqual(['b@yard.example', 'c@yard.example']);
  // The server knows it for the same write, should the answer have been lost on the way.
  expect(sent[2]).toEqual(sent[1]);
  expect(screen.queryByRole('button', { name: /^Remove/ })).toBeNull();
});

it('shows at each address why it was refused, and continues with the others', async () => {
  const { user, field } = show((input) =>
    input.email === 'b@yard.example' ? refused('CONFLICT', 'This person is already a member') : invited(input),
  );
  await user.type(field, 'b@yard.example, no@@address, nobody, c@yard.example{Enter}');
  expect(await screen.findByText('Invitation sent to c@yard.example')).toBeVisible();
  expect(told()).toEqual([
    'b@yard.example: This person is already a member',
    'no@@address: Invalid email',
    'nobody: No user with this username',
    'Invitation sent to c@yard.example',
  ]);
  expect(screen.getAllByRole('button', { name: /^Remove/ })).toHaveLength(3);
  expect(field).toHaveAttribute('aria-invalid', 'true');
});

it('keeps people who are added while others are sent', async () => {
  const answers: Subject<void>[] = [];
  const { user, field } = show((input) => {
    const answer = new Subject<void>();
    answers.push(answer);
    return answer.pipe(switchMap(() => invited(input)));
  });
  await user.type(field, 'a@yard.example{Enter}');
  await user.click(field);
  await user.paste('b@yard.example c@yard.example');
  answers[0]?.next();
  answers[0]?.complete();
  expect(await screen.findByText('Invitation sent to a@yard.example')).toBeVisible();
  const left = screen.getAllByRole('button', { name: /^Remove/ }).map((button) => button.getAttribute('aria-label'));
  expect(left).toEqual(['Remove b@yard.example', 'Remove c@yard.example']);
});
