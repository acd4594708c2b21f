import type { ComponentProps } from 'react';
import type { GraphiQL } from 'graphiql';

type Fetcher = ComponentProps<typeof GraphiQL>['fetcher'];

const signedInToken = (): string | null => {
  try {
    return localStorage.getItem('token');
  } catch {
    return null;
  }
};

/** Sends what is typed to this server, as the person signed in in this browser; a header typed by hand goes first. */
export const fetcher: Fetcher = async (params, options) => {
  const token = signedInToken();
  const headers = new Headers({
    'content-type': 'application/json',
    accept: 'application/graphql-response+json, application/json',
  });
  if (token) headers.set('authorization', `Bearer ${token}`);
  for (const [name, value] of Object.entries(options?.headers ?? {})) headers.set(name, String(value));
  const response = await fetch('/graphql', { method: 'POST', headers, body: JSON.stringify(params) });
  return response.json();
};
