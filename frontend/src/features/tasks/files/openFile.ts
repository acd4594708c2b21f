import type { ApolloClient } from '@apollo/client';
import { newId } from '../../../sync/client/mutationId';
import { CreateFileTicketDocument } from './FileWrites.generated';

/** Returns a URL at which the browser can read a file for a minute. */
const addressOf = async (client: ApolloClient, id: string): Promise<string> => {
  const { data } = await client.mutate({
    mutation: CreateFileTicketDocument,
    variables: { input: { id, mutationId: newId() } },
    fetchPolicy: 'no-cache',
  });
  if (!data) throw new TypeError();
  return data.createFileTicket.url;
};

/** Downloads a file, which the browser streams to the disk. */
export const downloadFile = async (client: ApolloClient, { id, name }: { id: string; name: string }): Promise<void> => {
  const link = document.createElement('a');
  link.href = await addressOf(client, id);
  link.download = name;
  link.click();
};
