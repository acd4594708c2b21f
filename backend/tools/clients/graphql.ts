import { SERVER } from './scenario';

/** Sends a document as text. @returns `data`; a refusal is thrown */
export async function send<Data>(document: string, variables: object, token?: string): Promise<Data> {
  const response = await fetch(`${SERVER}/graphql`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...(token && { authorization: `Bearer ${token}` }) },
    body: JSON.stringify({ query: document, variables }),
  });
  const { data, errors } = (await response.json()) as { data: Data; errors?: { message: string }[] };
  if (errors?.[0]) throw new Error(errors[0].message);
  return data;
}
