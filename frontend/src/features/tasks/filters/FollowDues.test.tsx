import { ApolloLink, gql } from '@apollo/client';
import { useQuery } from '@apollo/client/react';
import { act } from '@testing-library/react';
import { of } from 'rxjs';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { renderPart } from '../../account/session/render.fixture';
import { FollowDues } from './FollowDues';

const MINUTE = 60_000;

beforeEach(() => {
  // Later than now, so that the time of the page begins with it.
  vi.useFakeTimers({ now: new Date(2040, 10, 25, 23, 58, 30), toFake: ['Date', 'setInterval', 'clearInterval'] });
});
afterEach(() => void vi.useRealTimers());

const CALENDAR = gql`
  query Calendar {
    tasks(filter: { dues: [TODAY] }) {
      totalCount
    }
  }
`;
const NONE = { __typename: 'TaskConnection', totalCount: 0 };

const Calendar = () => {
  useQuery(CALENDAR);
  return <FollowDues />;
};

it('reads the tasks of a calendar that is filtered by due dates again when the day has ended', async () => {
  let asked = 0;
  const link = new ApolloLink(() => {
    asked += 1;
    return of({ data: { tasks: NONE } });
  });
  renderPart(link, <Calendar />);
  await vi.waitFor(() => expect(asked).toBe(1));
  act(() => void vi.advanceTimersByTime(MINUTE));
  expect(asked).toBe(1);
  act(() => void vi.advanceTimersByTime(MINUTE));
  await vi.waitFor(() => expect(asked).toBe(2));
});
