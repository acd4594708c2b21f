import { expect, it } from 'vitest';
import { loggedUrl } from './loggedUrl.js';

it.each([
  ['/s/secret', '/s/…'],
  ['/Calendar/secret.ics', '/calendar/…'],
  ['/files/id/plan.pdf?ticket=secret', '/files/id/plan.pdf'],
  ['/invitation?token=secret', '/invitation'],
  ['/reset-password?x=1&token=secret', '/reset-password'],
  ['/register?invitation=secret&email=ines%40tern.example', '/register'],
  ['/oidc?code=secret&state=1', '/oidc'],
  ['/graphql?query={me}&variables={"token":"secret"}', '/graphql'],
  ['/GraphQL/?query={me}&variables={"token":"secret"}', '/GraphQL/'],
  ['/graphql', '/graphql'],
  ['/api/tasks?search=token', '/api/tasks?search=token'],
])('the log has %s as %s', (url, logged) => {
  expect(loggedUrl(url)).toBe(logged);
});
